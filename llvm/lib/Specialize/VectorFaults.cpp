//===- VectorFaults.cpp - Faults of vectorised code -----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Specialize/VectorFaults.h"

#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassInstrumentation.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace ompjit {

/// Analyses that passes share learn of this like of any other replacement.
static void freeze(Instruction &I) {
  auto *Frozen = new FreezeInst(PoisonValue::get(I.getType()), "",
                                std::next(I.getIterator()));
  Frozen->setDebugLoc(I.getDebugLoc());
  I.replaceAllUsesWith(Frozen);
  Frozen->setOperand(0, &I);
}

/// Whether the fold might move the load behind a write: it takes loads with one
/// use, from which the choice may be some shuffles away.
static bool mayMove(const Instruction &I) {
  const auto *Load = dyn_cast<IntrinsicInst>(&I);
  if (!Load || Load->getIntrinsicID() != Intrinsic::masked_load ||
      !Load->hasOneUse() || isa<FreezeInst>(Load->user_back()))
    return false;
  if (Load->user_back()->getParent() != Load->getParent())
    return true;
  for (const Instruction *Next = Load->getNextNode(); Next;
       Next = Next->getNextNode())
    if (Next->mayWriteToMemory())
      return true;
  return false;
}

static void keepMaskedLoads(Function &F) {
  SmallVector<Instruction *> Found;
  for (Instruction &I : instructions(F))
    if (mayMove(I))
      Found.push_back(&I);
  for (Instruction *Load : Found)
    freeze(*Load);
}

/// Whether it is a number modulo a power of two.
static bool repeats(const Instruction &I) {
  const APInt *Mask;
  return I.getType()->isIntegerTy() &&
         match(&I, m_And(m_Value(), m_APInt(Mask))) && Mask->isMask() &&
         !Mask->isAllOnes();
}

static void hideRepeatingIndices(Function &F) {
  SmallVector<Instruction *> Found;
  for (Instruction &I : instructions(F))
    if (repeats(I))
      Found.push_back(&I);
  if (Found.empty())
    return;
  DominatorTree Dominators(F);
  LoopInfo Loops(Dominators);
  if (Loops.empty())
    return;
  TargetLibraryInfoImpl Known(F.getParent()->getTargetTriple());
  TargetLibraryInfo Libraries(Known, &F);
  AssumptionCache Assumptions(F);
  {
    ScalarEvolution Evolution(F, Libraries, Assumptions, Dominators, Loops);
    erase_if(Found, [&](Instruction *I) {
      const Loop *Around = Loops.getLoopFor(I->getParent());
      return !Around || !Around->isInnermost() ||
             !isa<SCEVCouldNotCompute>(
                 Evolution.getBackedgeTakenCount(Around)) ||
             Evolution.isLoopInvariant(Evolution.getSCEV(I), Around);
    });
  }
  for (Instruction *Index : Found)
    freeze(*Index);
}

/// The code is not constant, although callbacks get it so.
void avoidVectorFaults(PassInstrumentationCallbacks &Callbacks) {
  Callbacks.registerBeforeNonSkippedPassCallback([](StringRef Pass, Any Code) {
    const auto *Given = any_cast<const Function *>(&Code);
    if (!Given)
      return;
    auto &F = const_cast<Function &>(**Given);
    if (Pass == "InstCombinePass")
      keepMaskedLoads(F);
    else if (Pass == "LoopVectorizePass")
      hideRepeatingIndices(F);
  });
}

bool VectorFaultsGate::shouldRunPass(StringRef Pass,
                                     StringRef Description) const {
  if (Usual.isEnabled() && !Usual.shouldRunPass(Pass, Description))
    return false;
  const bool IsFold = Pass == "instcombine";
  if (!IsFold && Pass != "loop-vectorize")
    return true;
  if (Function *F = M.getFunction(Description))
    IsFold ? keepMaskedLoads(*F) : hideRepeatingIndices(*F);
  return true;
}

} // namespace ompjit
