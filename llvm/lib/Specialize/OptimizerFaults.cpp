//===- OptimizerFaults.cpp - What LLVM gets wrong -------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Specialize/OptimizerFaults.h"

#include "GuardedRegions.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/ModRef.h"

using namespace llvm;

namespace ompjit {

static void forgetArgumentMemory(Function &F) {
  const MemoryEffects Promised = F.getMemoryEffects();
  const ModRefInfo OfArguments = Promised.getModRef(IRMemLocation::ArgMem);
  if (!F.isDeclaration() && isModOrRefSet(OfArguments))
    F.setMemoryEffects(Promised |
                       MemoryEffects(IRMemLocation::Other, OfArguments));
}

static void keepRoundingOfRoots(Function &F) {
  if (!F.hasFnAttribute(Attribute::StrictFP))
    return;
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallBase>(&I); Call && Call->isStrictFP())
      if (const Function *Callee = Call->getCalledFunction();
          Callee && Callee->getName().starts_with("sqrt"))
        Call->addFnAttr(Attribute::NoBuiltin);
}

/// LLVM has no other way to say so than its option.
static bool forbidCopies() {
  constexpr StringLiteral Name = "openmp-opt-disable-internalization";
  cl::Option *Option = cl::getRegisteredOptions().lookup(Name);
  return Option && !Option->addOccurrence(0, Name, "true");
}

void avoidOptimizerFaults(Module &M) {
  [[maybe_unused]] static const bool IsForbidden = forbidCopies();
  for (Function &F : M) {
    forgetArgumentMemory(F);
    keepRoundingOfRoots(F);
  }
  waitBeforeGuardedRegions(M);
}

PreservedAnalyses MendGuardedRegionsPass::run(Module &M,
                                              ModuleAnalysisManager &) {
  return waitBeforeGuardedRegions(M) ? PreservedAnalyses::none()
                                     : PreservedAnalyses::all();
}

/// What the callee goes through, and how that is told from others of its kind.
static constexpr Intrinsic::ID Veil = Intrinsic::strip_invariant_group;
static constexpr StringLiteral VeilMark = "ompjit.veil";

PreservedAnalyses HideCalleesPass::run(Module &M, ModuleAnalysisManager &) {
  bool Changed = false;
  for (Function &F : M)
    for (Instruction &I : instructions(F)) {
      auto *Call = dyn_cast<CallBase>(&I);
      if (!Call || !Call->isIndirectCall())
        continue;
      Value *Callee = Call->getCalledOperand();
      CallInst *Hidden = IRBuilder<>(Call).CreateIntrinsic(
          Veil, {Callee->getType()}, {Callee});
      Hidden->setMetadata(VeilMark, MDNode::get(M.getContext(), {}));
      Call->setCalledOperand(Hidden);
      Changed = true;
    }
  return Changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

PreservedAnalyses ShowCalleesPass::run(Module &M, ModuleAnalysisManager &) {
  bool Changed = false;
  for (Function &F : M) {
    if (F.getIntrinsicID() != Veil)
      continue;
    for (User *Each : make_early_inc_range(F.users())) {
      auto *Hidden = cast<IntrinsicInst>(Each);
      if (!Hidden->hasMetadata(VeilMark))
        continue;
      Hidden->replaceAllUsesWith(Hidden->getArgOperand(0));
      Hidden->eraseFromParent();
      Changed = true;
    }
  }
  return Changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

void addBeforeOptimizer(ModulePassManager &Passes) {
  Passes.addPass(HideCalleesPass());
  Passes.addPass(CopiesAsStoresPass());
  Passes.addPass(HideRecursiveVariablesPass());
}

void addBehindOptimizer(ModulePassManager &Passes) {
  Passes.addPass(ShowRecursiveVariablesPass());
  Passes.addPass(StoresAsCopiesPass());
  Passes.addPass(ShowCalleesPass());
  Passes.addPass(MendGuardedRegionsPass());
}

void surroundOptimizer(PassBuilder &Builder) {
  Builder.registerPipelineStartEPCallback(
      [](ModulePassManager &Passes, OptimizationLevel) {
        addBeforeOptimizer(Passes);
      });
  // Right behind the OpenMP optimiser.
  Builder.registerPipelineEarlySimplificationEPCallback(
      [](ModulePassManager &Passes, OptimizationLevel, ThinOrFullLTOPhase) {
        addBehindOptimizer(Passes);
      });
}

} // namespace ompjit
