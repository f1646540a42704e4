//===- KeepDivisions.cpp - Divisions as the optimiser left them -----------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Specialize/KeepDivisions.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace ompjit {

/// Those of 64 bits are better taken apart: none of their parts is cheap.
static bool isShortDivision(const Instruction &I) {
  return (I.getOpcode() == Instruction::UDiv ||
          I.getOpcode() == Instruction::URem) &&
         I.getType()->isIntegerTy(32);
}

PreservedAnalyses KeepDivisionsPass::run(Function &F,
                                         FunctionAnalysisManager &Analyses) {
  const LoopInfo &Loops = Analyses.getResult<LoopAnalysis>(F);
  SmallVector<Instruction *> Found;
  for (Instruction &I : instructions(F))
    if (isShortDivision(I) && Loops.getLoopFor(I.getParent()))
      Found.push_back(&I);
  for (Instruction *Each : Found) {
    auto *Kept = new FreezeInst(Each, "", std::next(Each->getIterator()));
    Each->replaceUsesWithIf(Kept, [&](Use &U) { return U.getUser() != Kept; });
  }
  if (Found.empty())
    return PreservedAnalyses::all();
  PreservedAnalyses Same;
  Same.preserveSet<CFGAnalyses>();
  return Same;
}

} // namespace ompjit
