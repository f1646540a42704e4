//===- ChunkBounds.cpp - Loops over chunks of one iteration ---------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Specialize/ChunkBounds.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace ompjit {

namespace {

/// The bounds of a loop's chunks, and the test after each turn.
struct Bounds {
  PHINode *First, *Last;
  Value *End;
  bool IsSigned;
  /// The test: Left <= Right, or Left < Right + 1. Right is the minimum of
  /// something and End.
  Value *Left, *Right;
  BranchInst *Branch;
  bool GoesOnIfTrue;
  /// Right + 1, if that is compared; else null.
  Value *Behind;
};

} // namespace

/// Returns the value of \p Phi in the first turn if it has \p Next in the next
/// ones; else null.
static Value *startOf(PHINode *Phi, const Loop &L, const Value *Next) {
  if (!Phi || Phi->getParent() != L.getHeader() ||
      Phi->getNumIncomingValues() != 2)
    return nullptr;
  const int FromLatch = Phi->getBasicBlockIndex(L.getLoopLatch());
  return FromLatch >= 0 && Phi->getIncomingValue(FromLatch) == Next
             ? Phi->getIncomingValue(1 - FromLatch)
             : nullptr;
}

/// Finds what the branch at the end of a turn of \p L compares. Returns the
/// comparison; null if it is another one.
static const ICmpInst *findTest(const Loop &L, Bounds &Found) {
  BasicBlock *Latch = L.getLoopLatch();
  Found.Branch = Latch ? dyn_cast<BranchInst>(Latch->getTerminator()) : nullptr;
  if (!Found.Branch || !Found.Branch->isConditional())
    return nullptr;
  auto *Test = dyn_cast<ICmpInst>(Found.Branch->getCondition());
  if (!Test)
    return nullptr;
  Found.GoesOnIfTrue = Found.Branch->getSuccessor(0) == L.getHeader();
  CmpInst::Predicate How =
      Found.GoesOnIfTrue ? Test->getPredicate() : Test->getInversePredicate();
  Found.Left = Test->getOperand(0);
  Found.Right = Test->getOperand(1);
  if (ICmpInst::isGT(How) || ICmpInst::isGE(How)) {
    std::swap(Found.Left, Found.Right);
    How = CmpInst::getSwappedPredicate(How);
  }
  Found.Behind = nullptr;
  if (ICmpInst::isLE(How))
    return Test;
  Found.Behind = Found.Right;
  return How == CmpInst::ICMP_ULT &&
                 match(Found.Behind, m_Add(m_Value(Found.Right), m_One()))
             ? Test
             : nullptr;
}

/// Whether \p Sum is \p Base + \p Stride.
static bool isSum(Value *Sum, const Value *Base, const Value *Stride) {
  return match(Sum, m_c_Add(m_Specific(Base), m_Specific(Stride)));
}

/// Finds the first and the last iteration of a chunk, if Right is the minimum
/// of \p Inside and End: Left and Right are the next chunk's, or to be these
/// when the stride has been added, as LLVM has it where it knows End.
static bool findPhis(const Loop &L, Bounds &Found, Value *Inside) {
  for (PHINode &First : L.getHeader()->phis()) {
    Value *Stride;
    Value *const NextFirst = First.getIncomingValueForBlock(L.getLoopLatch());
    const Value *const Start = startOf(&First, L, NextFirst);
    if (!Start ||
        !match(NextFirst, m_c_Add(m_Specific(&First), m_Value(Stride))) ||
        !L.isLoopInvariant(Stride))
      continue;
    for (PHINode &Last : L.getHeader()->phis()) {
      Value *const NextLast = Last.getIncomingValueForBlock(L.getLoopLatch());
      const bool AreNext = Found.Left == NextFirst && Found.Right == NextLast &&
                           isSum(Inside, &Last, Stride);
      const bool AreBefore = !Found.Behind && Found.Left == &First &&
                             Inside == &Last &&
                             isSum(NextLast, Found.Right, Stride);
      if ((!AreNext && !AreBefore) || startOf(&Last, L, NextLast) != Start)
        continue;
      Found.First = &First;
      Found.Last = &Last;
      return true;
    }
  }
  return false;
}

/// Returns bounds that are the same in each turn of \p L.
static std::optional<Bounds> findSameBounds(const Loop &L) {
  Bounds Found;
  const ICmpInst *Test = findTest(L, Found);
  if (!Test)
    return std::nullopt;
  Value *One, *Other;
  Found.IsSigned = match(Found.Right, m_SMin(m_Value(One), m_Value(Other)));
  if (!Found.IsSigned &&
      !match(Found.Right, m_UMin(m_Value(One), m_Value(Other))))
    return std::nullopt;
  // What is the minimum has to be what is less to the test.
  if (Found.IsSigned != Test->isSigned() &&
      (Found.Behind || !Test->hasSameSign()))
    return std::nullopt;
  for (const auto &[Inside, End] : {std::pair(One, Other), {Other, One}}) {
    Found.End = End;
    if (findPhis(L, Found, Inside))
      return Found;
  }
  return std::nullopt;
}

/// LLVM may carry Right + 1 from turn to turn as well.
static void uniteBehind(const Bounds &B, const Loop &L, const Value *Behind) {
  BasicBlock *Header = L.getHeader();
  const Value *Start =
      B.First->getIncomingValueForBlock(L.getLoopPredecessor());
  for (PHINode &Each : make_early_inc_range(Header->phis())) {
    Value *Other = startOf(&Each, L, Behind);
    if (!Other || !match(Other, m_Add(m_Specific(Start), m_One())))
      continue;
    IRBuilder<> Builder(Header, Header->getFirstInsertionPt());
    Each.replaceAllUsesWith(
        Builder.CreateAdd(B.First, ConstantInt::get(Each.getType(), 1)));
    Each.eraseFromParent();
  }
}

/// Makes one of both bounds.
static void unite(const Bounds &B, const Loop &L) {
  IRBuilder<> Builder(B.Branch);
  Value *End = B.End;
  // A test for a place behind the largest number fails.
  if (B.Behind) {
    const APInt Largest =
        APInt::getMaxValue(End->getType()->getIntegerBitWidth());
    End = Builder.CreateBinaryIntrinsic(
        Intrinsic::umin, End, ConstantInt::get(End->getType(), Largest - 1));
    uniteBehind(B, L, B.Behind);
  }
  const CmpInst::Predicate How =
      B.IsSigned ? CmpInst::ICMP_SLE : CmpInst::ICMP_ULE;
  Value *const Test = B.Branch->getCondition();
  B.Branch->setCondition(Builder.CreateICmp(
      B.GoesOnIfTrue ? How : CmpInst::getInversePredicate(How), B.Left, End));
  SmallVector<WeakTrackingVH> Unused = {
      Test, B.Last->getIncomingValueForBlock(L.getLoopLatch())};
  B.Last->replaceAllUsesWith(B.First);
  B.Last->eraseFromParent();
  RecursivelyDeleteTriviallyDeadInstructionsPermissive(Unused);
}

PreservedAnalyses ChunkBoundsPass::run(Function &F,
                                       FunctionAnalysisManager &Analyses) {
  bool Changed = false;
  for (const Loop *Each :
       Analyses.getResult<LoopAnalysis>(F).getLoopsInPreorder())
    if (const std::optional<Bounds> Same = findSameBounds(*Each)) {
      unite(*Same, *Each);
      Changed = true;
    }
  return Changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace ompjit
