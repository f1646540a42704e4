//===- Lower.cpp - GPU code for the virtual GPU ---------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs the steps in order.
//
//===----------------------------------------------------------------------===//

#include "ompjit/VirtualGpu/Lower.h"

#include "Accesses.h"
#include "Constructors.h"
#include "EmptyAssembly.h"
#include "Flatten.h"
#include "ImageRecord.h"
#include "Intrinsics.h"
#include "Joins.h"
#include "LibraryCalls.h"
#include "NvptxAssembly.h"
#include "Reconverge.h"
#include "SharedMemory.h"

#include "ompjit/Specialize/Launch.h"

#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/AttributeMask.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/IPO/ExpandVariadics.h"

using namespace llvm;

namespace ompjit {

using namespace virtualgpu;

static bool isGpuIntrinsic(const IntrinsicInst &Call) {
  StringRef Name = Call.getCalledFunction()->getName();
  return Name.starts_with("llvm.nvvm.") || Name.starts_with("llvm.amdgcn.");
}

static Error unknown(const Instruction &I, const Twine &What) {
  return createStringError("the virtual GPU cannot run " + What + ", used in " +
                           I.getFunction()->getName());
}

namespace {

class IntrinsicLowering {
public:
  IntrinsicLowering(const Triple &Gpu, unsigned WarpSize, Operations &Calls)
      : IsNvptx(Gpu.isNVPTX()), WarpSize(WarpSize), Calls(Calls) {}

  Error run(Function &F) {
    for (Instruction &I : make_early_inc_range(instructions(F)))
      if (auto *Call = dyn_cast<CallBase>(&I))
        if (Error E = lower(*Call))
          return E;
    return Error::success();
  }

private:
  Error lowerAssembly(CallBase &Call) {
    IRBuilder<> B(&Call);
    Lowered Result = lowerEmptyAssembly(Call, B);
    if (!Result.IsKnown && IsNvptx)
      Result = lowerNvptxAssembly(Call, B, Calls);
    if (!Result.IsKnown)
      return unknown(Call, "assembly");
    replace(Call, Result);
    return Error::success();
  }

  static void replace(CallBase &Call, const Lowered &By) {
    if (By.Result)
      Call.replaceAllUsesWith(By.Result);
    Call.eraseFromParent();
  }

  Error lower(CallBase &Call) {
    if (Call.isInlineAsm())
      return lowerAssembly(Call);
    auto *Intrinsic = dyn_cast<IntrinsicInst>(&Call);
    if (!Intrinsic)
      return Error::success();
    IRBuilder<> B(&Call);
    Lowered Result;
    if (!isGpuIntrinsic(*Intrinsic)) {
      Result = lowerCommon(*Intrinsic, B, Calls);
      if (!Result.IsKnown)
        return Error::success();
    } else {
      Result = IsNvptx ? lowerNvptx(*Intrinsic, B, Calls)
                       : lowerAmdgcn(*Intrinsic, B, Calls, WarpSize);
      if (!Result.IsKnown)
        return unknown(Call, Intrinsic->getCalledFunction()->getName());
    }
    replace(Call, Result);
    return Error::success();
  }

  bool IsNvptx;
  unsigned WarpSize;
  Operations &Calls;
};

} // namespace

/// Replaces the attributes for the GPU's code generator by those for the
/// processor's.
static void setAttributes(Function &F, const TargetMachine &Processor) {
  AttributeMask Gone;
  for (Attribute A : F.getAttributes().getFnAttrs())
    if (A.isStringAttribute() &&
        (A.getKindAsString().starts_with("nvvm.") ||
         A.getKindAsString().starts_with("amdgpu-") ||
         A.getKindAsString() == "target-features" ||
         A.getKindAsString() == "tune-cpu" ||
         A.getKindAsString() == "uniform-work-group-size"))
      Gone.addAttribute(A.getKindAsString());
  F.removeFnAttrs(Gone);
  F.addFnAttr("target-cpu", Processor.getTargetCPU());
  // A large frame must not skip the guard page below the stack.
  F.addFnAttr("probe-stack", "inline-asm");
}

/// The processor's code generator calls functions of libc by name, for
/// intrinsics above all. A GPU's library has its own functions of these names,
/// and optimisation may have removed parameters of them, such as those of a
/// `memset` that is called with only one size and value.
static void renameLibraryFunctions(ArrayRef<Function *> Functions,
                                   const Triple &Processor) {
  const TargetLibraryInfoImpl Library(Processor);
  for (Function *F : Functions) {
    LibFunc Found;
    if (!F->hasLocalLinkage() || !Library.getLibFunc(F->getName(), Found))
      continue;
    const bool IsInEveryProcess = F->getName().starts_with("mem");
    if (IsInEveryProcess || F->getCallingConv() != CallingConv::C ||
        !Library.getLibFunc(*F, Found))
      F->setName("gpu." + F->getName());
  }
}

/// Widens scopes, which the processor's code generator does not know.
static void widenScopes(Function &F) {
  for (Instruction &I : instructions(F))
    if (std::optional<SyncScope::ID> Scope = getAtomicSyncScopeID(&I);
        Scope && *Scope != SyncScope::SingleThread)
      setAtomicSyncScopeID(&I, SyncScope::System);
}

/// Lowers variadic functions as the GPU's code generator does, where a list of
/// arguments is an address.
static void lowerVariadicFunctions(Module &M) {
  ModuleAnalysisManager None;
  ExpandVariadicsPass(ExpandVariadicsMode::Lowering).run(M, None);
}

static Error verify(const Module &M) {
  std::string Text;
  raw_string_ostream Stream(Text);
  if (!verifyModule(M, &Stream))
    return Error::success();
  return createStringError("lowering to the virtual GPU made code that is "
                           "wrong: " +
                           Text);
}

Expected<std::unique_ptr<Module>>
lowerToProcessor(Module &M, const TargetMachine &Gpu,
                 const TargetMachine &Processor,
                 const VirtualGpuOptions &Options) {
  makeConstructorKernels(M);
  lowerVariadicFunctions(M);
  auto Flat = flatten(M, Processor);
  if (!Flat)
    return Flat.takeError();
  Module &To = *Flat->M;
  Operations Calls(To);
  SmallVector<Function *> Functions;
  for (Function &F : To)
    if (!F.isDeclaration())
      Functions.push_back(&F);

  const bool IsNvptx = Gpu.getTargetTriple().isNVPTX();
  for (Function *F : Functions) {
    if (!IsNvptx)
      unifyEnds(*F);
    simplifyLoops(*F);
  }

  ImageDescription Image{IsNvptx ? vgpu::Family::Nvptx : vgpu::Family::Amdgcn,
                         warpSizeOf(Gpu), Options.ChecksAccesses,
                         Flat->Kernels};
  // Only the program's own accesses are announced.
  Variables Known(To, Calls, Flat->Shared);
  for (Function *F : Functions) {
    if (Options.ChecksAccesses)
      announceAccesses(*F, Calls, Known);
    widenScopes(*F);
  }
  auto Shared = placeSharedMemory(To, Flat->Shared, Calls,
                                  Options.ChecksAccesses ? &Known : nullptr);
  if (!Shared)
    return Shared.takeError();
  Image.Shared = std::move(*Shared);

  // This comes before calls become indistinguishable.
  for (Function *F : Functions) {
    insertMeetings(*F, Calls);
    if (!IsNvptx)
      insertMeetingsAtBranches(*F, Calls);
  }
  if (Error E = lowerLibraryCalls(To, Calls))
    return E;
  IntrinsicLowering Intrinsics(Gpu.getTargetTriple(), Image.WarpSize, Calls);
  for (Function *F : Functions) {
    insertTicks(*F, Calls);
    if (Error E = Intrinsics.run(*F))
      return E;
  }
  exportImage(To, Image, Calls);
  // Messages have got the original names by now.
  renameLibraryFunctions(Functions, Processor.getTargetTriple());
  for (Function *F : Functions)
    setAttributes(*F, Processor);
  if (Error E = verify(To))
    return E;
  return std::move(Flat->M);
}

} // namespace ompjit
