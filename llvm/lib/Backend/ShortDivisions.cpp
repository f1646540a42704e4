//===- ShortDivisions.cpp - Divisions as the optimiser left them ----------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `collapse` numbers the iterations of all its loops, and divides the number to
// find those of each. Where it fits 32 bits, the optimiser divides 32 bits,
// once. LLVM 22's loop strength reduction takes the quotient apart again: it
// forms addresses from the loop's counter, which has 64 bits, and divides that
// several times. It does not look behind a `freeze`.
//
//===----------------------------------------------------------------------===//

#include "ompjit/Backend/Backend.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Pass.h"

using namespace llvm;

namespace ompjit {

namespace {

/// Those of 64 bits are better taken apart: none of their forms is cheap.
bool isShortDivision(const Instruction &I) {
  return (I.getOpcode() == Instruction::UDiv ||
          I.getOpcode() == Instruction::URem) &&
         I.getType()->isIntegerTy(32);
}

class ShortDivisions : public FunctionPass {
public:
  static char ID;
  ShortDivisions() : FunctionPass(ID) {}

  StringRef getPassName() const override { return "Short divisions in loops"; }

  void getAnalysisUsage(AnalysisUsage &Use) const override {
    Use.addRequired<LoopInfoWrapperPass>();
    Use.setPreservesCFG();
  }

  bool runOnFunction(Function &F) override {
    if (skipFunction(F))
      return false;
    const LoopInfo &Loops = getAnalysis<LoopInfoWrapperPass>().getLoopInfo();
    SmallVector<Instruction *> Found;
    for (Instruction &I : instructions(F))
      if (isShortDivision(I) && Loops.getLoopFor(I.getParent()))
        Found.push_back(&I);
    for (Instruction *Each : Found) {
      auto *Kept = new FreezeInst(Each, "", std::next(Each->getIterator()));
      Kept->setDebugLoc(Each->getDebugLoc());
      Each->replaceUsesWithIf(Kept,
                              [&](Use &U) { return U.getUser() != Kept; });
    }
    return !Found.empty();
  }
};

char ShortDivisions::ID = 0;

} // namespace

FunctionPass *createShortDivisionsPass() { return new ShortDivisions(); }

} // namespace ompjit
