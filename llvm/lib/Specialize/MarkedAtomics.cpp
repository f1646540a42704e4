//===- MarkedAtomics.cpp - Threads that meet without a barrier ------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each atomic access gets an empty call in front of it, which might wait for
// other threads as far as the optimiser knows. The call has assumptions that it
// needs no guard and begins no region, so kernels still become SPMD.
//
//===----------------------------------------------------------------------===//

#include "ompjit/Specialize/OptimizerFaults.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/ModRef.h"

using namespace llvm;

namespace ompjit {

static constexpr StringLiteral Mark = "ompjit.atomic";

static void addMark(Instruction &Atomic) {
  IRBuilder<> B(&Atomic);
  auto *Type = FunctionType::get(B.getVoidTy(), false);
  CallInst *Call =
      B.CreateCall(InlineAsm::get(Type, "", "", /*hasSideEffects=*/true));
  Call->setMemoryEffects(MemoryEffects::inaccessibleMemOnly());
  Call->addFnAttr(Attribute::NoUnwind);
  Call->addFnAttr(
      Attribute::get(B.getContext(), "llvm.assume",
                     "ompx_spmd_amenable,ompx_no_call_asm,omp_no_openmp"));
  Call->setMetadata(Mark, MDNode::get(B.getContext(), {}));
}

PreservedAnalyses MarkAtomicsPass::run(Module &M, ModuleAnalysisManager &) {
  if (!M.getTargetTriple().isGPU())
    return PreservedAnalyses::all();
  SmallVector<Instruction *> Atomics;
  for (Function &F : M)
    for (Instruction &I : instructions(F))
      if (I.isAtomic() && !isa<FenceInst>(I))
        Atomics.push_back(&I);
  for (Instruction *I : Atomics)
    addMark(*I);
  return Atomics.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
}

PreservedAnalyses UnmarkAtomicsPass::run(Module &M, ModuleAnalysisManager &) {
  bool Changed = false;
  for (Function &F : M)
    for (Instruction &I : make_early_inc_range(instructions(F)))
      if (I.hasMetadata(Mark)) {
        I.eraseFromParent();
        Changed = true;
      }
  return Changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace ompjit
