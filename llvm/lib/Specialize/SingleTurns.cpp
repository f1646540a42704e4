//===- SingleTurns.cpp - Loops that take one turn at most -----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The proof: no number is negative and no sum overflows, so that sums are those
// of integers; Last <= First + Width holds at the start and after each turn of
// the outer loop; the second turn of the inner one would begin at First +
// Thread + Step, which is more than Last.
//
//===----------------------------------------------------------------------===//

#include "ompjit/Specialize/SingleTurns.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace ompjit {

namespace {

/// A phi of a loop, with its values in the first and in the next turn.
struct Carried {
  PHINode *Phi = nullptr;
  Value *Start = nullptr, *Next = nullptr;

  static Carried of(Value *V, const Loop &Around) {
    auto *Phi = dyn_cast<PHINode>(V);
    BasicBlock *Latch = Around.getLoopLatch();
    if (!Phi || !Latch || Phi->getParent() != Around.getHeader() ||
        Phi->getNumIncomingValues() != 2)
      return {};
    const unsigned FromLatch = Phi->getIncomingBlock(0) == Latch ? 0 : 1;
    if (Phi->getIncomingBlock(FromLatch) != Latch)
      return {};
    return {Phi, Phi->getIncomingValue(1 - FromLatch),
            Phi->getIncomingValue(FromLatch)};
  }
  explicit operator bool() const { return Phi; }
};

/// Does the proof for one function.
class Prover {
public:
  explicit Prover(Function &F) : Layout(F.getParent()->getDataLayout()) {}

  /// Returns the condition that leads back into \p Inner if it never holds;
  /// else null.
  ICmpInst *findNeverTrue(const Loop &Inner, bool &IsBackOnTrue) const;

private:
  struct Sum {
    Value *Left = nullptr, *Right = nullptr;
    explicit operator bool() const { return Left; }
    /// Returns the other operand if \p Base is one of the sum; else null.
    Value *addedTo(const Value *Base) const {
      return Left == Base ? Right : Right == Base ? Left : nullptr;
    }
  };
  Sum sum(Value *V) const;
  Sum boundedSum(Value *V, const APInt &Most, const Value *Stride) const;
  bool isNotNegative(const Value *V) const {
    return computeKnownBits(V, Layout).isNonNegative();
  }
  APInt most(const Value *V) const {
    return computeKnownBits(V, Layout).getMaxValue();
  }
  bool keepsWidth(const Carried &First, const Carried &Last,
                  uint64_t &Width) const;
  bool startsWithin(const Carried &First, const Carried &Last,
                    uint64_t &Width) const;

  const DataLayout &Layout;
};

/// Matches the minimum of \p A and \p B, both of which are not negative.
template <typename Left, typename Right> auto anyMin(Left A, Right B) {
  return m_CombineOr(m_c_SMin(A, B), m_c_UMin(A, B));
}

/// Returns \p V as a sum that does not overflow if its parts are not negative.
Prover::Sum Prover::sum(Value *V) const {
  Value *Left, *Right;
  if (match(V, m_DisjointOr(m_Value(Left), m_Value(Right))) ||
      match(V, m_NSWAdd(m_Value(Left), m_Value(Right))))
    return {Left, Right};
  return {};
}

/// The same for a stride and another part, neither of which exceeds half of the
/// range.
Prover::Sum Prover::boundedSum(Value *V, const APInt &Most,
                               const Value *Stride) const {
  if (Sum Whole = sum(V))
    return Whole;
  Value *Left, *Right;
  if (!match(V, m_Add(m_Value(Left), m_Value(Right))))
    return {};
  const APInt Half = APInt::getSignedMaxValue(Most.getBitWidth()).lshr(1);
  return Most.ule(Half) && most(Stride).ule(Half) ? Sum{Left, Right} : Sum();
}

bool Prover::startsWithin(const Carried &First, const Carried &Last,
                          uint64_t &Width) const {
  Value *Start = Last.Start, *Cut;
  // Cut already, where few iterations are.
  if (match(Start, anyMin(m_Value(Cut), m_Value())))
    for (Value *Each : cast<User>(Start)->operands())
      if (sum(Each).addedTo(First.Start))
        Start = Each;
  Value *More = sum(Start).addedTo(First.Start);
  return More && match(More, m_ConstantInt(Width)) &&
         isNotNegative(First.Start);
}

/// Whether Last never exceeds First + Width.
bool Prover::keepsWidth(const Carried &First, const Carried &Last,
                        uint64_t &Width) const {
  if (!startsWithin(First, Last, Width) || !isNotNegative(Last.Start))
    return false;
  const Value *Stride = sum(First.Next).addedTo(First.Phi);
  if (!Stride || !isNotNegative(Stride))
    return false;
  Value *Inside, *End;
  // min(Last, End) + Stride
  if (Value *Cut = sum(Last.Next).addedTo(Stride))
    return match(Cut, anyMin(m_Specific(Last.Phi), m_Value(End))) &&
           isNotNegative(End);
  // min(Last + Stride, End)
  if (!match(Last.Next, anyMin(m_Value(Inside), m_Value(End))))
    return false;
  if (!isa<BinaryOperator>(Inside))
    std::swap(Inside, End);
  const APInt EndMost = most(End), StartMost = most(Last.Start);
  const Sum Next =
      boundedSum(Inside, EndMost.ugt(StartMost) ? EndMost : StartMost, Stride);
  return Next.addedTo(Last.Phi) == Stride && isNotNegative(End);
}

ICmpInst *Prover::findNeverTrue(const Loop &Inner, bool &IsBackOnTrue) const {
  const Loop *Outer = Inner.getParentLoop();
  BasicBlock *Latch = Inner.getLoopLatch();
  auto *Branch = Latch ? dyn_cast<BranchInst>(Latch->getTerminator()) : nullptr;
  if (!Outer || !Branch || !Branch->isConditional())
    return nullptr;
  IsBackOnTrue = Branch->getSuccessor(0) == Inner.getHeader();
  auto *Compare = dyn_cast<ICmpInst>(Branch->getCondition());
  if (!Compare)
    return nullptr;
  // "Next is not more than Last" leads back.
  CmpInst::Predicate How =
      IsBackOnTrue ? Compare->getPredicate() : Compare->getInversePredicate();
  Value *Next = Compare->getOperand(0), *Bound = Compare->getOperand(1);
  if (ICmpInst::isGT(How) || ICmpInst::isGE(How)) {
    std::swap(Next, Bound);
    How = CmpInst::getSwappedPredicate(How);
  }
  if (!ICmpInst::isLT(How) && !ICmpInst::isLE(How))
    return nullptr;
  // The first turn's index is not negative, as is proved below, so that the
  // step after it cannot wrap as an unsigned number.
  auto *Step = dyn_cast<BinaryOperator>(Next);
  const APInt *Size;
  if (!Step || !match(Step, m_Add(m_Value(), m_APInt(Size))) ||
      !(Step->hasNoSignedWrap() || CmpInst::isUnsigned(How)))
    return nullptr;
  const Carried Index = Carried::of(Step->getOperand(0), Inner);
  if (!Index || Index.Next != Step)
    return nullptr;
  const Sum Start = sum(Index.Start);
  if (!Start)
    return nullptr;
  const Carried Last = Carried::of(Bound, *Outer);
  for (const auto &[Base, Thread] :
       {std::pair(Start.Left, Start.Right), {Start.Right, Start.Left}}) {
    const Carried First = Carried::of(Base, *Outer);
    uint64_t Width;
    if (First && Last && isNotNegative(Thread) &&
        keepsWidth(First, Last, Width) && Size->isStrictlyPositive() &&
        Size->ugt(Width))
      return Compare;
  }
  return nullptr;
}

} // namespace

PreservedAnalyses SingleTurnsPass::run(Function &F,
                                       FunctionAnalysisManager &Analyses) {
  const Prover Known(F);
  bool Changed = false;
  for (const Loop *Each :
       Analyses.getResult<LoopAnalysis>(F).getLoopsInPreorder()) {
    bool IsBackOnTrue = false;
    if (Known.findNeverTrue(*Each, IsBackOnTrue)) {
      cast<BranchInst>(Each->getLoopLatch()->getTerminator())
          ->setCondition(ConstantInt::getBool(F.getContext(), !IsBackOnTrue));
      Changed = true;
    }
  }
  if (!Changed)
    return PreservedAnalyses::all();
  // The control flow did not change.
  PreservedAnalyses Kept;
  Kept.preserveSet<CFGAnalyses>();
  return Kept;
}

} // namespace ompjit
