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
  /// Their values in the next turn, of which the latter is a minimum.
  Value *NextFirst, *NextLast;
  Value *End;
  bool IsSigned;
  /// The test: NextFirst <= NextLast, or NextFirst < NextLast + 1.
  BranchInst *Branch;
  bool GoesOnIfTrue;
  /// NextLast + 1, if that is compared; else null.
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

/// Finds the phi to which \p Stride is added.
static PHINode *baseOf(Value *Sum, const Value *Stride) {
  Value *Base;
  return match(Sum, m_c_Add(m_Specific(Stride), m_Value(Base)))
             ? dyn_cast<PHINode>(Base)
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
  Found.NextFirst = Test->getOperand(0);
  Found.NextLast = Test->getOperand(1);
  if (ICmpInst::isGT(How) || ICmpInst::isGE(How)) {
    std::swap(Found.NextFirst, Found.NextLast);
    How = CmpInst::getSwappedPredicate(How);
  }
  Found.Behind = nullptr;
  if (ICmpInst::isLE(How))
    return Test;
  Found.Behind = Found.NextLast;
  return How == CmpInst::ICMP_ULT &&
                 match(Found.Behind, m_Add(m_Value(Found.NextLast), m_One()))
             ? Test
             : nullptr;
}

/// Returns bounds that are the same in each turn of \p L.
static std::optional<Bounds> findSameBounds(const Loop &L) {
  Bounds Found;
  const ICmpInst *Test = findTest(L, Found);
  if (!Test)
    return std::nullopt;
  Value *Left, *Right;
  Found.IsSigned = match(Found.NextLast, m_SMin(m_Value(Left), m_Value(Right)));
  if (!Found.IsSigned &&
      !match(Found.NextLast, m_UMin(m_Value(Left), m_Value(Right))))
    return std::nullopt;
  // What is the minimum has to be what is less to the test.
  if (Found.IsSigned != Test->isSigned() &&
      (Found.Behind || !Test->hasSameSign()))
    return std::nullopt;
  Value *Base, *Stride;
  if (!match(Found.NextFirst, m_Add(m_Value(Base), m_Value(Stride))))
    return std::nullopt;
  if (!isa<PHINode>(Base))
    std::swap(Base, Stride);
  Found.First = dyn_cast<PHINode>(Base);
  const Value *Start = startOf(Found.First, L, Found.NextFirst);
  if (!Start || !L.isLoopInvariant(Stride))
    return std::nullopt;
  for (const auto &[Inside, End] : {std::pair(Left, Right), {Right, Left}}) {
    Found.Last = baseOf(Inside, Stride);
    Found.End = End;
    if (startOf(Found.Last, L, Found.NextLast) == Start)
      return Found;
  }
  return std::nullopt;
}

/// LLVM may carry NextLast + 1 from turn to turn as well.
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
      B.GoesOnIfTrue ? How : CmpInst::getInversePredicate(How), B.NextFirst,
      End));
  B.Last->replaceAllUsesWith(B.First);
  B.Last->eraseFromParent();
  RecursivelyDeleteTriviallyDeadInstructions(Test);
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
