//===- RowNest.cpp - Rows of a collapsed loop side by side ----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowNest.h"

#include "Mark.h"

#include "llvm/Analysis/IVDescriptors.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace ompjit::lanes {

std::optional<Steps> stepsForRows(const Loop &L, ScalarEvolution &Evolution) {
  if (!L.isInnermost())
    return std::nullopt;
  const auto AtEnd = [&](const PHINode &Phi) {
    return Phi.getIncomingValueForBlock(L.getLoopLatch());
  };
  const auto IsHandedOn = [&](const Value *V) {
    return any_of(L.getHeader()->phis(),
                  [&](const PHINode &Phi) { return AtEnd(Phi) == V; });
  };
  for (PHINode &Phi : L.getExitBlock()->phis())
    if (!L.isLoopInvariant(AtEnd(Phi)) && !IsHandedOn(AtEnd(Phi)))
      return std::nullopt;
  Steps All;
  for (PHINode &Phi : L.getHeader()->phis()) {
    InductionDescriptor Induction;
    const ConstantInt *Step =
        InductionDescriptor::isInductionPHI(&Phi, &L, &Evolution, Induction)
            ? Induction.getConstIntStepValue()
            : nullptr;
    if (!Step || Step->getBitWidth() > 64 ||
        !(Phi.getType()->isIntegerTy() || Phi.getType()->isPointerTy()))
      return std::nullopt;
    All[&Phi] = Step->getSExtValue();
  }
  return All;
}

Value *advance(IRBuilderBase &Builder, Value *From, int64_t Step,
               Value *Iterations) {
  Value *Way = Builder.CreateMul(Iterations, Builder.getInt64(Step));
  return From->getType()->isPointerTy()
             ? Builder.CreatePtrAdd(From, Way)
             : Builder.CreateAdd(
                   From, Builder.CreateZExtOrTrunc(Way, From->getType()));
}

namespace {

class NestMaker {
public:
  NestMaker(Loop &L, const Quotient &Of, const WholeRows &Rows, const Steps &By)
      : L(L), Of(Of), Rows(Rows), By(By), F(*L.getHeader()->getParent()),
        Builder(F.getContext()) {}

  RowNest run() {
    BasicBlock *Begin = newBlock("rows"), *Head = newBlock("rows.row"),
               *Next = newBlock("rows.next"), *End = newBlock("rows.end");
    copy();
    BasicBlock *Header = copyOf(L.getHeader());

    Builder.SetInsertPoint(Begin);
    Length = Builder.CreateZExtOrTrunc(Of.Length, Builder.getInt64Ty());
    Builder.CreateBr(Head);

    Builder.SetInsertPoint(Head);
    PHINode *Row = Builder.CreatePHI(Builder.getInt64Ty(), 2, "row");
    Row->addIncoming(Builder.getInt64(0), Begin);
    Value *Index = Builder.CreateAdd(
        Rows.First, Builder.CreateZExtOrTrunc(Row, Rows.First->getType()),
        "index",
        /*HasNUW=*/!Of.IsSigned, /*HasNSW=*/Of.IsSigned);
    Value *Passed = Builder.CreateMul(Row, Length, "", true, true);
    for (auto [Each, Phi] : enumerate(L.getHeader()->phis())) {
      auto *Copy = cast<PHINode>(Map[&Phi]);
      Value *Start =
          advance(Builder, Rows.Starts[Each], By.lookup(&Phi), Passed);
      const unsigned FromBefore =
          Copy->getBasicBlockIndex(copyOf(L.getLoopLatch())) == 0 ? 1 : 0;
      Copy->setIncomingBlock(FromBefore, Head);
      Copy->setIncomingValue(FromBefore, Start);
    }
    Builder.CreateBr(Header);

    Value *Column = countColumns(Head, Header, Next);
    replace(Index, Column);

    Builder.SetInsertPoint(Next);
    Value *Following =
        Builder.CreateAdd(Row, Builder.getInt64(1), "", true, true);
    Row->addIncoming(Following, Next);
    markRows(*Builder.CreateCondBr(Builder.CreateICmpEQ(Following, Rows.Count),
                                   End, Head),
             L);
    return {Begin, End};
  }

private:
  BasicBlock *newBlock(const Twine &Name) {
    return BasicBlock::Create(F.getContext(), Name, &F, L.getHeader());
  }
  BasicBlock *copyOf(const BasicBlock *Block) {
    return cast<BasicBlock>(Map[Block]);
  }

  void copy() {
    SmallVector<BasicBlock *> Copies;
    for (BasicBlock *Block : L.blocks()) {
      BasicBlock *Copy = CloneBasicBlock(Block, Map, ".rows", &F);
      Copy->moveBefore(L.getHeader());
      Map[Block] = Copy;
      Copies.push_back(Copy);
    }
    remapInstructionsInBlocks(Copies, Map);
  }

  /// Ends the copy with the row.
  Value *countColumns(BasicBlock *Head, BasicBlock *Header, BasicBlock *Next) {
    PHINode *Column = PHINode::Create(Builder.getInt64Ty(), 2, "column",
                                      Header->getFirstNonPHIIt());
    BasicBlock *Latch = copyOf(L.getLoopLatch());
    Instruction *Old = Latch->getTerminator();
    Builder.SetInsertPoint(Old);
    Value *Following =
        Builder.CreateAdd(Column, Builder.getInt64(1), "", true, true);
    Column->addIncoming(Builder.getInt64(0), Head);
    Column->addIncoming(Following, Latch);
    Builder.CreateCondBr(Builder.CreateICmpEQ(Following, Length), Next, Header);
    Old->eraseFromParent();
    return Column;
  }

  void replace(Value *Index, Value *Column) {
    SmallVector<Instruction *> Dead;
    for (BasicBlock *Block : L.blocks())
      for (Instruction &I : *Block) {
        auto *Copy = dyn_cast_or_null<Instruction>(Map.lookup(&I));
        if (!Copy)
          continue;
        if (quotientOf(I) == Of)
          Copy->replaceAllUsesWith(Index);
        else if (isRemainder(I, Of)) {
          Builder.SetInsertPoint(Copy);
          Copy->replaceAllUsesWith(
              Builder.CreateZExtOrTrunc(Column, I.getType()));
        } else
          continue;
        Dead.push_back(Copy);
      }
    for (Instruction *I : Dead)
      I->eraseFromParent();
  }

  Loop &L;
  const Quotient &Of;
  const WholeRows &Rows;
  const Steps &By;
  Function &F;
  IRBuilder<> Builder;
  ValueToValueMapTy Map;
  Value *Length = nullptr;
};

} // namespace

RowNest makeRowNest(Loop &L, const Quotient &Of, const WholeRows &Rows,
                    const Steps &By) {
  return NestMaker(L, Of, Rows, By).run();
}

} // namespace ompjit::lanes
