//===- Rows.cpp - Loops over rows of collapsed loops ----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Rows.h"

#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace ompjit::lanes {

/// Rows of fewer iterations are not worth a loop of their own.
static constexpr unsigned ShortestRow = 8;

namespace {

/// Number / Length, where Number grows by one from iteration to iteration.
struct Quotient {
  Value *Number;
  Value *Length;
  bool IsSigned;
};

class Splitter {
public:
  Splitter(Loop &L, ScalarEvolution &Evolution, const DominatorTree &Dominators)
      : L(L), Evolution(Evolution), Dominators(Dominators),
        Builder(L.getHeader()->getContext()) {}

  bool run() {
    const std::optional<Quotient> Found = find();
    if (!Found)
      return false;
    split(*Found);
    return true;
  }

private:
  static std::optional<Quotient> quotientOf(Instruction &I) {
    const APInt *Shift;
    Value *Number;
    if (I.getOpcode() == Instruction::SDiv ||
        I.getOpcode() == Instruction::UDiv)
      return Quotient{I.getOperand(0), I.getOperand(1),
                      I.getOpcode() == Instruction::SDiv};
    if (match(&I, m_LShr(m_Value(Number), m_APInt(Shift))) &&
        I.getType()->isIntegerTy() &&
        Shift->ult(I.getType()->getIntegerBitWidth() - 1))
      return Quotient{
          Number,
          ConstantInt::get(I.getType(), uint64_t(1) << Shift->getZExtValue()),
          false};
    return std::nullopt;
  }

  std::optional<Quotient> find() {
    for (BasicBlock *Block : L.blocks()) {
      // In each iteration, so that it may as well be computed before.
      if (!Dominators.dominates(Block, L.getLoopLatch()))
        continue;
      for (Instruction &I : *Block) {
        const std::optional<Quotient> Of = quotientOf(I);
        if (!Of || !I.getType()->isIntegerTy() ||
            I.getType()->getIntegerBitWidth() > 64 ||
            !L.isLoopInvariant(Of->Length))
          continue;
        const auto *Constant = dyn_cast<ConstantInt>(Of->Length);
        if (Constant && Constant->getValue().ult(ShortestRow))
          continue;
        const auto *Number =
            dyn_cast<SCEVAddRecExpr>(Evolution.getSCEV(Of->Number));
        if (Number && Number->getLoop() == &L && Number->isAffine() &&
            Number->getStepRecurrence(Evolution)->isOne() &&
            canExpand(Number->getStart()) &&
            canExpand(Evolution.getBackedgeTakenCount(&L)))
          return Of;
      }
    }
    return std::nullopt;
  }

  bool canExpand(const SCEV *S) {
    return !isa<SCEVCouldNotCompute>(S) &&
           S->getType()->getScalarSizeInBits() <= 64 &&
           SCEVExpander(Evolution, "rows")
               .isSafeToExpandAt(S, L.getLoopPreheader()->getTerminator());
  }

  void split(const Quotient &By) {
    BasicBlock *Before = L.getLoopPreheader(), *Header = L.getHeader(),
               *Latch = L.getLoopLatch(), *Exit = L.getExitBlock();
    Function *F = Header->getParent();
    BasicBlock *Row = BasicBlock::Create(F->getContext(), "row", F, Header);
    BasicBlock *RowEnd =
        BasicBlock::Create(F->getContext(), "row.end", F, Exit);
    Type *const Long = Builder.getInt64Ty();

    SCEVExpander Expander(Evolution, "rows");
    Instruction *Old = Before->getTerminator();
    Builder.SetInsertPoint(Old);
    Value *Total = Builder.CreateAdd(
        Builder.CreateZExtOrTrunc(
            Expander.expandCodeFor(Evolution.getBackedgeTakenCount(&L), nullptr,
                                   Old),
            Long),
        Builder.getInt64(1));
    Value *First = Expander.expandCodeFor(
        cast<SCEVAddRecExpr>(Evolution.getSCEV(By.Number))->getStart(), nullptr,
        Old);
    Old->replaceSuccessorWith(Header, Row);

    Builder.SetInsertPoint(Row);
    PHINode *Left = Builder.CreatePHI(Long, 2, "left");
    Left->addIncoming(Total, Before);
    for (PHINode &Phi : Header->phis())
      carry(Phi, Before, Row, Latch, RowEnd);
    const auto [Turns, Whole] = measure(By, First, Total, Left);
    Builder.CreateBr(Header);

    replace(By, Whole);
    count(Turns, Row, Header, Latch, RowEnd);

    for (PHINode &Phi : Exit->phis()) {
      Value *Inside = Phi.getIncomingValueForBlock(Latch);
      Phi.replaceIncomingBlockWith(Latch, RowEnd);
      Phi.setIncomingValueForBlock(RowEnd, outOf(Inside, Latch, RowEnd));
    }
    Builder.SetInsertPoint(RowEnd);
    Value *Rest = Builder.CreateSub(Left, Turns);
    Left->addIncoming(Rest, RowEnd);
    Builder.CreateCondBr(Builder.CreateICmpEQ(Rest, Builder.getInt64(0)), Exit,
                         Row);
  }

  /// Hands on what a header's phi is to the next row.
  void carry(PHINode &Phi, BasicBlock *Before, BasicBlock *Row,
             BasicBlock *Latch, BasicBlock *RowEnd) {
    PHINode *Made = PHINode::Create(Phi.getType(), 2, Phi.getName(),
                                    Row->getFirstNonPHIIt());
    Made->addIncoming(Phi.getIncomingValueForBlock(Before), Before);
    Made->addIncoming(outOf(Phi.getIncomingValueForBlock(Latch), Latch, RowEnd),
                      RowEnd);
    Phi.replaceIncomingBlockWith(Before, Row);
    Phi.setIncomingValueForBlock(Row, Made);
  }

  Value *outOf(Value *Inside, BasicBlock *Latch, BasicBlock *RowEnd) {
    auto *I = dyn_cast<Instruction>(Inside);
    if (!I || !L.contains(I))
      return Inside;
    PHINode *Made =
        PHINode::Create(I->getType(), 1, "", RowEnd->getFirstNonPHIIt());
    Made->addIncoming(I, Latch);
    return Made;
  }

  struct Measures {
    Value *Turns;    ///< How many iterations the row has, one at least.
    Value *Quotient; ///< In all of them.
  };

  /// Where a number or a length has the wrong sign each iteration is a row, as
  /// quotients are rounded towards zero.
  Measures measure(const Quotient &By, Value *First, Value *Total,
                   Value *Left) {
    Type *const Long = Builder.getInt64Ty();
    Type *const T = By.Number->getType();
    Value *Number = Builder.CreateAdd(
        First, Builder.CreateZExtOrTrunc(Builder.CreateSub(Total, Left), T));
    Value *Whole = By.IsSigned ? Builder.CreateSDiv(Number, By.Length, "whole")
                               : Builder.CreateUDiv(Number, By.Length, "whole");
    // A row ends where the number comes around, too.
    const APInt Most = By.IsSigned
                           ? APInt::getSignedMaxValue(T->getIntegerBitWidth())
                           : APInt::getMaxValue(T->getIntegerBitWidth());
    Value *Part =
        Builder.CreateSub(Number, Builder.CreateMul(Whole, By.Length));
    Value *More = Builder.CreateBinaryIntrinsic(
        Intrinsic::umin,
        Builder.CreateSub(Builder.CreateSub(By.Length, Part),
                          ConstantInt::get(T, 1)),
        Builder.CreateSub(ConstantInt::get(T, Most), Number));
    Value *Turns = Builder.CreateBinaryIntrinsic(
        Intrinsic::umin,
        Builder.CreateAdd(Builder.CreateZExtOrTrunc(More, Long),
                          Builder.getInt64(1)),
        Left);
    if (By.IsSigned) {
      Constant *const Zero = ConstantInt::get(T, 0);
      Value *IsUsual =
          Builder.CreateAnd(Builder.CreateICmpSGE(Number, Zero),
                            Builder.CreateICmpSGT(By.Length, Zero));
      Turns = Builder.CreateSelect(IsUsual, Turns, Builder.getInt64(1));
    }
    return {Turns, Whole};
  }

  /// Replaces the quotient, and remainders that go with it.
  void replace(const Quotient &By, Value *Whole) {
    SmallVector<Instruction *> Dead;
    for (BasicBlock *Block : L.blocks())
      for (Instruction &I : *Block) {
        const std::optional<Quotient> Of = quotientOf(I);
        if (Of && Of->Number == By.Number && Of->Length == By.Length &&
            Of->IsSigned == By.IsSigned) {
          I.replaceAllUsesWith(Whole);
          Dead.push_back(&I);
          continue;
        }
        const APInt *Mask;
        const auto *Length = dyn_cast<ConstantInt>(By.Length);
        const bool IsRemainder =
            I.getOpcode() ==
                (By.IsSigned ? Instruction::SRem : Instruction::URem) &&
            I.getOperand(0) == By.Number && I.getOperand(1) == By.Length;
        const bool IsMasked =
            !By.IsSigned && Length &&
            match(&I, m_And(m_Specific(By.Number), m_APInt(Mask))) &&
            *Mask + 1 == Length->getValue();
        if (!IsRemainder && !IsMasked)
          continue;
        Builder.SetInsertPoint(&I);
        I.replaceAllUsesWith(
            Builder.CreateSub(By.Number, Builder.CreateMul(Whole, By.Length)));
        Dead.push_back(&I);
      }
    for (Instruction *I : Dead)
      I->eraseFromParent();
  }

  /// Gives the loop a counter that ends it with the row.
  void count(Value *Turns, BasicBlock *Row, BasicBlock *Header,
             BasicBlock *Latch, BasicBlock *RowEnd) {
    Type *const Long = Builder.getInt64Ty();
    PHINode *Counter =
        PHINode::Create(Long, 2, "turn", Header->getFirstNonPHIIt());
    auto *Old = cast<BranchInst>(Latch->getTerminator());
    Builder.SetInsertPoint(Old);
    Value *Next = Builder.CreateAdd(Counter, Builder.getInt64(1), "",
                                    /*HasNUW=*/true);
    Counter->addIncoming(Builder.getInt64(0), Row);
    Counter->addIncoming(Next, Latch);
    BranchInst *New =
        Builder.CreateCondBr(Builder.CreateICmpEQ(Next, Turns), RowEnd, Header);
    New->copyMetadata(*Old, {LLVMContext::MD_loop});
    Value *Condition = Old->getCondition();
    Old->eraseFromParent();
    RecursivelyDeleteTriviallyDeadInstructions(Condition);
  }

  Loop &L;
  ScalarEvolution &Evolution;
  const DominatorTree &Dominators;
  IRBuilder<> Builder;
};

} // namespace

bool splitRows(Loop &L, ScalarEvolution &Evolution,
               const DominatorTree &Dominators) {
  return L.isLoopSimplifyForm() && L.getExitingBlock() == L.getLoopLatch() &&
         L.getExitBlock() && Splitter(L, Evolution, Dominators).run();
}

} // namespace ompjit::lanes
