//===- Rows.cpp - Loops over rows of collapsed loops ----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Rows.h"

#include "RowNest.h"
#include "Slopes.h"

#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;

namespace ompjit::lanes {

/// Rows of fewer iterations are not worth a loop of their own.
static constexpr unsigned ShortestRow = 8;
/// Rows are side by side in multiples of this, which fill vectors.
static constexpr unsigned RowsAtOnce = 8;

namespace {

class Splitter {
public:
  Splitter(Loop &L, ScalarEvolution &Evolution, const DominatorTree &Dominators,
           bool MayNest)
      : L(L), Evolution(Evolution), Dominators(Dominators), MayNest(MayNest),
        Builder(L.getHeader()->getContext()) {}

  bool run() {
    const std::optional<Quotient> Found = find();
    if (!Found)
      return false;
    if (MayNest && !hasOther(*Found) && areRowsBetter(L, *Found, Evolution))
      NestBy = stepsForRows(L, Evolution);
    split(*Found);
    return true;
  }

private:
  /// Whether rows are made of rows.
  bool hasOther(const Quotient &Than) const {
    return any_of(L.blocks(), [&](BasicBlock *Block) {
      return any_of(*Block, [&](Instruction &I) {
        const std::optional<Quotient> Of = quotientOf(I);
        return Of && Of != Than && L.isLoopInvariant(Of->Length) &&
               !L.isLoopInvariant(Of->Number);
      });
    });
  }

  std::optional<Quotient> find() {
    for (BasicBlock *Block : L.blocks()) {
      // In each iteration, so that it may as well be computed before.
      if (!Dominators.dominates(Block, L.getLoopLatch()))
        continue;
      for (Instruction &I : *Block) {
        const std::optional<Quotient> Of = quotientOf(I);
        if (!Of || I.getType()->getIntegerBitWidth() > 64 ||
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
    BasicBlock *Row = newBlock("row", Header),
               *RowEnd = newBlock("row.end", Exit);
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
    SmallVector<Carried> All;
    for (PHINode &Phi : Header->phis())
      All.push_back(carry(Phi, Before, Row, Latch, RowEnd));
    for (PHINode &Phi : Exit->phis()) {
      Value *Inside = Phi.getIncomingValueForBlock(Latch);
      const auto *HandedOn = find_if(All, [&](const Carried &Each) {
        return Each.Phi->getIncomingValueForBlock(Latch) == Inside;
      });
      Phi.replaceIncomingBlockWith(Latch, RowEnd);
      Phi.setIncomingValueForBlock(RowEnd, HandedOn != All.end()
                                               ? HandedOn->After
                                               : outOf(Inside, Latch, RowEnd));
    }
    const Measures Of = measure(By, First, Total, Left);
    Value *Turns = Of.Turns;
    if (NestBy)
      Turns = nest(By, Of, All, Row, RowEnd);
    else
      Builder.CreateBr(Header);
    replace(By, Of.Quotient);
    count(Of.Turns, RowEnd);

    Builder.SetInsertPoint(RowEnd);
    Value *Rest = Builder.CreateSub(Left, Turns);
    Left->addIncoming(Rest, RowEnd);
    Builder.CreateCondBr(Builder.CreateICmpEQ(Rest, Builder.getInt64(0)), Exit,
                         Row);
  }

  BasicBlock *newBlock(const Twine &Name, BasicBlock *Following) {
    return BasicBlock::Create(Builder.getContext(), Name,
                              Following->getParent(), Following);
  }

  /// A header's phi, and its values where a row begins and where it ends.
  struct Carried {
    PHINode *Phi;
    Value *Start, *After;
  };

  /// Hands on what a header's phi is to the next row.
  Carried carry(PHINode &Phi, BasicBlock *Before, BasicBlock *Row,
                BasicBlock *Latch, BasicBlock *RowEnd) {
    PHINode *Made = PHINode::Create(Phi.getType(), 2, Phi.getName(),
                                    Row->getFirstNonPHIIt());
    Value *After = outOf(Phi.getIncomingValueForBlock(Latch), Latch, RowEnd);
    Made->addIncoming(Phi.getIncomingValueForBlock(Before), Before);
    Made->addIncoming(After, RowEnd);
    Phi.replaceIncomingBlockWith(Before, Row);
    Phi.setIncomingValueForBlock(Row, Made);
    return {&Phi, Made, After};
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
    Value *Whole;    ///< How many rows are whole from here on.
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
    Value *Room = Builder.CreateSub(ConstantInt::get(T, Most), Number);
    Value *Part =
        Builder.CreateSub(Number, Builder.CreateMul(Whole, By.Length));
    Value *More = Builder.CreateBinaryIntrinsic(
        Intrinsic::umin,
        Builder.CreateSub(Builder.CreateSub(By.Length, Part),
                          ConstantInt::get(T, 1)),
        Room);
    Value *Turns = Builder.CreateBinaryIntrinsic(
        Intrinsic::umin,
        Builder.CreateAdd(Builder.CreateZExtOrTrunc(More, Long),
                          Builder.getInt64(1)),
        Left);
    Constant *const Zero = ConstantInt::get(T, 0);
    Value *IsUsual = Builder.getTrue();
    if (By.IsSigned) {
      IsUsual = Builder.CreateAnd(Builder.CreateICmpSGE(Number, Zero),
                                  Builder.CreateICmpSGT(By.Length, Zero));
      Turns = Builder.CreateSelect(IsUsual, Turns, Builder.getInt64(1));
    }
    if (!NestBy)
      return {Turns, Whole, nullptr};
    Value *Rows = Builder.CreateUDiv(
        Builder.CreateBinaryIntrinsic(Intrinsic::umin, Left,
                                      Builder.CreateZExtOrTrunc(Room, Long)),
        Builder.CreateZExtOrTrunc(By.Length, Long));
    Value *Begins =
        Builder.CreateAnd(IsUsual, Builder.CreateICmpEQ(Part, Zero));
    return {Turns, Whole,
            Builder.CreateSelect(Begins, Rows, Builder.getInt64(0), "rows")};
  }

  /// Whole rows are executed side by side, if enough come next. Returns how
  /// many iterations are done where a row ends.
  PHINode *nest(const Quotient &By, const Measures &Of, ArrayRef<Carried> All,
                BasicBlock *Row, BasicBlock *RowEnd) {
    BasicBlock *Header = L.getHeader(),
               *Single = newBlock("row.single", Header);
    Value *Count =
        Builder.CreateAnd(Of.Whole, Builder.getInt64(-int64_t(RowsAtOnce)));
    WholeRows Rows{Of.Quotient, Count, {}};
    for (const Carried &Each : All)
      Rows.Starts.push_back(Each.Start);
    const RowNest Made = makeRowNest(L, By, Rows, *NestBy);
    Builder.CreateCondBr(Builder.CreateICmpNE(Count, Builder.getInt64(0)),
                         Made.Begin, Single);
    Builder.SetInsertPoint(Single);
    Builder.CreateBr(Header);
    Header->replacePhiUsesWith(Row, Single);

    Builder.SetInsertPoint(Made.End);
    Value *Done = Builder.CreateMul(
        Count, Builder.CreateZExtOrTrunc(By.Length, Builder.getInt64Ty()), "",
        /*HasNUW=*/true, /*HasNSW=*/true);
    for (const Carried &Each : All)
      cast<PHINode>(Each.After)
          ->addIncoming(
              advance(Builder, Each.Start, NestBy->lookup(Each.Phi), Done),
              Made.End);
    Builder.CreateBr(RowEnd);
    PHINode *Turns = PHINode::Create(Builder.getInt64Ty(), 2, "",
                                     RowEnd->getFirstNonPHIIt());
    Turns->addIncoming(Of.Turns, L.getLoopLatch());
    Turns->addIncoming(Done, Made.End);
    return Turns;
  }

  /// Replaces the quotient, and remainders that go with it.
  void replace(const Quotient &By, Value *Whole) {
    SmallVector<Instruction *> Dead;
    for (BasicBlock *Block : L.blocks())
      for (Instruction &I : *Block) {
        if (quotientOf(I) == By) {
          I.replaceAllUsesWith(Whole);
          Dead.push_back(&I);
          continue;
        }
        if (!isRemainder(I, By))
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
  void count(Value *Turns, BasicBlock *RowEnd) {
    BasicBlock *Header = L.getHeader(), *Latch = L.getLoopLatch();
    Type *const Long = Builder.getInt64Ty();
    PHINode *Counter =
        PHINode::Create(Long, 2, "turn", Header->getFirstNonPHIIt());
    auto *Old = cast<BranchInst>(Latch->getTerminator());
    Builder.SetInsertPoint(Old);
    Value *Next = Builder.CreateAdd(Counter, Builder.getInt64(1), "",
                                    /*HasNUW=*/true);
    Counter->addIncoming(Builder.getInt64(0), L.getLoopPredecessor());
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
  const bool MayNest;
  std::optional<Steps> NestBy; ///< If whole rows are executed side by side.
  IRBuilder<> Builder;
};

} // namespace

bool splitRows(Loop &L, ScalarEvolution &Evolution,
               const DominatorTree &Dominators, bool MayNest) {
  return L.isLoopSimplifyForm() && L.getExitingBlock() == L.getLoopLatch() &&
         L.getExitBlock() && Splitter(L, Evolution, Dominators, MayNest).run();
}

} // namespace ompjit::lanes
