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

#include "FragmentTypes.h"
#include "PrivateVariables.h"
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
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/IPO/GlobalDCE.h"

#include <map>
#include <string>
#include <vector>

using namespace llvm;

namespace ompjit::devicelink {

static constexpr StringLiteral SecondCopy = "ompjit-second-copy";
/// What follows a name that the program and a fragment have.
static constexpr StringLiteral OfProgram = ".program", OfFragment = ".bound";

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
  StringRef Name = Value.getName();
  Name.consume_back(OfFragment);
  return createStringError("'" + demangle(Name) + "' " + Why +
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

namespace {

/// The functions that the kernel leaves open, and the fragments that define
/// them.
class OpenFunctions {
public:
  void add(const Module &M, const DeviceCode &Code, bool IsKernel);
  /// \p M is what was linked. C has no types in symbols, and C++ none of
  /// results.
  Error checkTypes(const Module &M) const;

private:
  std::map<std::string, std::string> FragmentOf;
};

} // namespace

void OpenFunctions::add(const Module &M, const DeviceCode &Code,
                        bool IsKernel) {
  if (IsKernel)
    for (const Function &F : M)
      if (isLateBound(F))
        FragmentOf.try_emplace(F.getName().str());
  for (auto &[Name, Fragment] : FragmentOf)
    if (const GlobalValue *Value = M.getNamedValue(Name);
        Value && !Value->isDeclarationForLinker())
      Fragment = Code.Source;
}

namespace {

/// Keeps what the program has apart from what fragments define under the same
/// names. The kernel declares the former.
class NamesOfProgram {
public:
  void hide(Module &Kernel);
  void restore(Module &Linked) const;

private:
  std::vector<std::string> Names;
};

} // namespace

void NamesOfProgram::hide(Module &Kernel) {
  for (GlobalValue &Value : Kernel.global_values()) {
    const auto *F = dyn_cast<Function>(&Value);
    if (!Value.isDeclarationForLinker() || (F && isLateBound(*F)) ||
        Value.getName().starts_with("llvm."))
      continue;
    Names.push_back(Value.getName().str());
    Value.setName(Names.back() + OfProgram);
  }
}

void NamesOfProgram::restore(Module &Linked) const {
  for (const std::string &Name : Names) {
    GlobalValue *Program = Linked.getNamedValue(Name + OfProgram.str());
    if (!Program)
      continue;
    GlobalValue *Other = Linked.getNamedValue(Name);
    if (Other && !Other->isDeclarationForLinker()) {
      Other->setName(Name + OfFragment);
    } else if (Other) {
      Other->replaceAllUsesWith(ConstantExpr::getPointerBitCastOrAddrSpaceCast(
          Program, Other->getType()));
      Other->eraseFromParent();
    }
    Program->setName(Name);
  }
}

Error OpenFunctions::checkTypes(const Module &M) const {
  for (const auto &[Name, Fragment] : FragmentOf) {
    const GlobalValue *Value = M.getNamedValue(Name);
    if (!Value || Value->isDeclarationForLinker())
      continue;
    const auto *F = dyn_cast_or_null<Function>(Value->getAliaseeObject());
    if (!F)
      return createStringError("'" + demangle(Name) +
                               "' is a function that the program calls, and a "
                               "variable in the fragment '" +
                               Fragment + "'");
    for (const User *Each : Value->users()) {
      const auto *Call = dyn_cast<CallBase>(Each);
      if (Call && Call->getCalledOperand() == Value &&
          !isSameType(Call->getFunctionType(), F->getFunctionType()))
        return createStringError(
            "the program calls '" + demangle(Name) + "' as " +
            typeText(*Call->getFunctionType()) + ", and the fragment '" +
            Fragment + "' defines it as " + typeText(*F->getFunctionType()) +
            " (LLVM's types); declare it in the program as it is defined");
    }
  }
  return Error::success();
}

/// Returns the function of the OpenMP runtime that reaches the variable, or the
/// variable if there is none: it is a fragment's.
static const GlobalValue &userOf(const GlobalVariable &Variable) {
  SmallVector<const Value *> Left = {&Variable};
  SmallPtrSet<const Value *, 16> Seen;
  while (!Left.empty())
    for (const User *Each : Left.pop_back_val()->users()) {
      const auto *I = dyn_cast<Instruction>(Each);
      const Value *Next =
          I ? I->getFunction() : static_cast<const Value *>(Each);
      if (const auto *F = dyn_cast<Function>(Next);
          F && (F->getName().starts_with("omp_") ||
                F->getName().starts_with("__kmpc_")))
        return *F;
      if (Seen.insert(Next).second)
        Left.push_back(Next);
    }
  return Variable;
}

static Error checkReached(const Module &M) {
  for (const GlobalVariable &Variable : M.globals()) {
    if (Variable.isDeclaration() || !Variable.hasAttribute(SecondCopy))
      continue;
    const GlobalValue &User = userOf(Variable);
    return refuse(User, isa<Function>(User)
                            ? "uses state of a team or of the device runtime"
                            : "is state of a team or of the device runtime");
  }
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
  OpenFunctions Open;
  NamesOfProgram Names;
  FragmentTypes Types;
  std::string Sanitized;
  auto M =
      linkBitcode(Context, Group, [&](Module &Each, const DeviceCode &Code) {
        const bool IsKernel = &Code == Group.Codes.front();
        if (!IsKernel)
          markState(Each, Code.IsInstalled);
        Open.add(Each, Code, IsKernel);
        if (!IsKernel && !Code.IsInstalled) {
          Types.add(Each, Code.Source);
          // No region begins in it that could share them.
          makeVariablesPrivate(Each);
        }
        if (IsKernel)
          Names.hide(Each);
        else if (Each.getFunction("asan.module_ctor"))
          Sanitized = Code.Source;
      });
  if (!M)
    return M.takeError();
  Names.restore(**M);
  if (!Sanitized.empty())
    return createStringError("the fragment '" + Sanitized +
                             "' was compiled with AddressSanitizer, whose list "
                             "of variables would be state of the kernel; "
                             "compile it without -fsanitize=address");
  if (Error E = Open.checkTypes(**M))
    return std::move(E);
  if (Error E = Types.check())
    return std::move(E);
  callMathFunctions(**M);
  dropAnnotations(**M);
  if (auto Unused = takeEntries(**M); !Unused)
    return Unused.takeError();
  Function *F = (*M)->getFunction(Kernel);
  if (!F || F->isDeclarationForLinker())
    return createStringError("the program has no kernel '" + Kernel + "'");
  if (const auto Left = lateBoundFunctions(*F); !Left.empty())
    return createStringError("no fragment defines '" + demangle(Left.front()) +
                             "'");
  std::vector<Entry> Entries = {{Kernel.str(), F, /*IsKernel=*/true}};
  // Names were normalised when the program was linked.
  internalize(**M, Entries);
  ModuleAnalysisManager Analyses;
  GlobalDCEPass().run(**M, Analyses);
  if (Error E = checkReached(**M))
    return std::move(E);
  optimizeFragments(**M, Machine);
  PreparedModule Prepared =
      exposeSharedState(std::move(*M), std::move(Entries));
  if (Error E = checkShared(Prepared))
    return std::move(E);
  return Prepared;
}

} // namespace ompjit::devicelink
