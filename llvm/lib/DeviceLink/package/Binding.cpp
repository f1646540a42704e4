//===- Binding.cpp - Late-bound functions of a kernel ---------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The kernel was optimised together with the device runtime, whose functions
// are part of it by now and whose unused state is gone. So a second copy of the
// runtime, which a fragment could bring along, would not see what the first one
// knows. Its state gets an attribute, and whatever is reached with it is
// refused before the optimiser concludes that nobody writes it.
//
//===----------------------------------------------------------------------===//

#include "ompjit/DeviceLink/Binding.h"

#include "lto/Optimize.h"
#include "ompjit/Specialize/Annotations.h"
#include "ompjit/Specialize/Extract.h"
#include "ompjit/Specialize/KernelEnvironment.h"
#include "ompjit/Specialize/LateBound.h"
#include "ompjit/Specialize/MathCalls.h"
#include "ompjit/Specialize/TeamMemory.h"

#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/IPO/GlobalDCE.h"

using namespace llvm;

namespace ompjit::devicelink {

static constexpr StringLiteral SecondCopy = "ompjit-second-copy";

Expected<KernelAlone> kernelAlone(MemoryBufferRef Part, StringRef Kernel) {
  LLVMContext Context;
  Context.setDiscardValueNames(true);
  auto M = getLazyBitcodeModule(Part, Context);
  if (!M)
    return M.takeError();
  if (Error E = extractPart(**M, Kernel))
    return std::move(E);
  KernelAlone Alone;
  for (const GlobalValue &Value : (*M)->global_values()) {
    const auto *F = dyn_cast<Function>(&Value);
    if (Value.isDeclarationForLinker() && !(F && isLateBound(*F)))
      Alone.Provided.insert(Value.getName());
  }
  raw_string_ostream Stream(Alone.Bitcode);
  WriteBitcodeToFile(**M, Stream);
  return Alone;
}

static Error refuse(const GlobalValue &Value, StringRef Why) {
  return createStringError("'" + demangle(Value.getName()) + "' " + Why +
                           "; what is bound to a kernel can have no state and "
                           "cannot call the OpenMP runtime");
}

/// Marks the state that a team, or the host, would share with the program's.
static void markState(Module &M, bool IsRuntime) {
  for (GlobalVariable &Variable : M.globals())
    if (!Variable.isDeclarationForLinker() && !isKernelEnvironment(Variable) &&
        (isMemoryOfTeam(Variable) || (IsRuntime && !Variable.isConstant())))
      Variable.addAttribute(SecondCopy);
}

static Error checkReached(const Module &M) {
  for (const GlobalVariable &Variable : M.globals())
    if (!Variable.isDeclaration() && Variable.hasAttribute(SecondCopy))
      return refuse(Variable, "is state of a team or of the device runtime");
  return Error::success();
}

static Error checkShared(const PreparedModule &Prepared) {
  for (const Entry &E : Prepared.SharedState)
    return refuse(*E.Value, isa<Function>(E.Value)
                                ? "is called through its address"
                                : "is a variable that outlives a call");
  if (Prepared.HasConstructors)
    return createStringError(
        "a fragment has constructors or destructors, which "
        "would have to run before the kernel");
  return Error::success();
}

Expected<PreparedModule> prepareBinding(LLVMContext &Context,
                                        const DeviceGroup &Group,
                                        TargetMachine &Machine,
                                        StringRef Kernel) {
  auto M =
      linkBitcode(Context, Group, [&](Module &Each, const DeviceCode &Code) {
        if (&Code != Group.Codes.front())
          markState(Each, Code.IsInstalled);
      });
  if (!M)
    return M.takeError();
  callMathFunctions(**M);
  dropAnnotations(**M);
  if (auto Unused = takeEntries(**M); !Unused)
    return Unused.takeError();
  Function *F = (*M)->getFunction(Kernel);
  if (!F || F->isDeclarationForLinker())
    return createStringError("the program has no kernel '" + Kernel + "'");
  if (const auto Open = lateBoundFunctions(*F); !Open.empty())
    return createStringError("no fragment defines '" + demangle(Open.front()) +
                             "'");
  std::vector<Entry> Entries = {{Kernel.str(), F, /*IsKernel=*/true}};
  // Names were normalised when the program was linked.
  internalize(**M, Entries);
  ModuleAnalysisManager Analyses;
  GlobalDCEPass().run(**M, Analyses);
  if (Error E = checkReached(**M))
    return std::move(E);
  optimizeOnce(**M, Machine);
  PreparedModule Prepared =
      exposeSharedState(std::move(*M), std::move(Entries));
  if (Error E = checkShared(Prepared))
    return std::move(E);
  return Prepared;
}

} // namespace ompjit::devicelink
