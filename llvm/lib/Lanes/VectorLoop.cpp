//===- VectorLoop.cpp - Puts a loop with lanes before another -------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VectorLoop.h"

#include "Candidate.h"

#include "llvm/IR/Dominators.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;

namespace ompjit::lanes {

namespace {

class Transformation {
public:
  Transformation(const LaneLoop &Loop, LoopInfo &Loops,
                 DominatorTree &Dominators, ScalarEvolution &Evolution)
      : L(Loop.L), Of(Loop.Of), Phis(Loop.Phis),
        BackedgesTaken(Loop.BackedgesTaken), Loops(Loops),
        Dominators(Dominators), Evolution(Evolution), Lanes(Loop.Lanes),
        F(*L.getHeader()->getParent()), Builder(F.getContext()) {}

  void run(Emitter &Body, Emitter &Tail) {
    BasicBlock *Before = L.getLoopPreheader(), *Exit = L.getExitBlock();
    Rest = SplitEdge(Before, L.getHeader(), &Dominators, &Loops);
    BasicBlock *Start = newBlock("start"), *First = newBlock("first"),
               *End = newBlock("end"), *Remaining = newBlock("remaining"),
               *Some = newBlock("some"), *SomeEnd = newBlock("some.end"),
               *Done = newBlock("done");
    branchBefore(Before, Start);

    Builder.SetInsertPoint(Start);
    SmallVector<Value *> Starts;
    for (const auto &[Phi, Role] : Phis) {
      Value *Value = Phi->getIncomingValueForBlock(Rest);
      Starts.push_back(Role.K == HeaderPhi::Induction
                           ? Value
                           : firstLanes(Builder, Role, Value, Lanes));
    }
    Builder.CreateCondBr(Builder.CreateICmpNE(Count, Builder.getInt64(0)),
                         First, Remaining);

    Body.emitLoop(First, End, Count, Starts);
    SmallVector<Value *> Resumed;
    for (const auto &[Phi, Role] : Phis)
      Resumed.push_back(Body.atEnd(Phi));
    Value *const LastLane = Builder.getInt64(Lanes - 1);
    const Values FromLoop = valuesAfter(Body, LastLane, Exit);
    Builder.SetInsertPoint(End);
    Builder.CreateBr(Remaining);

    Builder.SetInsertPoint(Remaining);
    for (auto [Index, Value] : enumerate(Starts))
      Resumed[Index] = join(Value, Start, Resumed[Index], End);
    Values Last;
    for (auto [Phi, Value] : FromLoop)
      Last[Phi] = join(PoisonValue::get(Value->getType()), Start, Value, End);
    Value *Left = Builder.CreateSub(Iterations, Count);
    Builder.CreateCondBr(Builder.CreateICmpNE(Left, Builder.getInt64(0)), Some,
                         Done);

    Builder.SetInsertPoint(Some);
    Value *Mask = Builder.CreateICmpULT(
        Builder.CreateStepVector(FixedVectorType::get(Left->getType(), Lanes)),
        Builder.CreateVectorSplat(Lanes, Left));
    Value *LeftLane = Builder.CreateSub(Left, Builder.getInt64(1));
    Tail.emitSome(Some, SomeEnd, Mask, Resumed);
    SmallVector<Value *> Final;
    for (const auto &[Phi, Role] : Phis)
      Final.push_back(Tail.atEnd(Phi));
    const Values FromSome = valuesAfter(Tail, LeftLane, Exit);
    Builder.SetInsertPoint(SomeEnd);
    Builder.CreateBr(Done);

    Builder.SetInsertPoint(Done);
    for (auto [Index, Value] : enumerate(Resumed))
      Final[Index] = join(Value, Remaining, Final[Index], SomeEnd);
    for (auto [Phi, Value] : FromSome)
      Last[Phi] = join(Last[Phi], Remaining, Value, SomeEnd);
    leave(Done, Exit, Final, Last);
    Dominators.recalculate(F);
    Body.finish(Dominators);
    Tail.finish(Dominators);
  }

private:
  using Values = MapVector<PHINode *, Value *>;

  BasicBlock *newBlock(const Twine &Name) {
    return BasicBlock::Create(F.getContext(), "lanes." + Name, &F, Rest);
  }

  PHINode *join(Value *A, BasicBlock *FromA, Value *B, BasicBlock *FromB) {
    PHINode *Made = PHINode::Create(
        A->getType(), 2, "", Builder.GetInsertBlock()->getFirstNonPHIIt());
    Made->addIncoming(A, FromA);
    Made->addIncoming(B, FromB);
    return Made;
  }

  void branchBefore(BasicBlock *Before, BasicBlock *Start) {
    Instruction *Old = Before->getTerminator();
    Builder.SetInsertPoint(Old);
    SCEVExpander Expander(Evolution, "lanes");
    Iterations = Builder.CreateAdd(
        Builder.CreateZExtOrTrunc(
            Expander.expandCodeFor(BackedgesTaken, nullptr, Old),
            Builder.getInt64Ty()),
        Builder.getInt64(1), "iterations");
    Count = Builder.CreateAnd(Iterations, -uint64_t(Lanes));
    // There are too many if their number has no representation.
    Value *Holds = Builder.CreateICmpNE(Iterations, Builder.getInt64(0));
    for (const Assumption &Each : Of.assumptions())
      Holds = Builder.CreateAnd(Holds, holds(Expander, Each, Old));
    ReplaceInstWithInst(Old, BranchInst::Create(Start, Rest, Holds));
  }

  Value *holds(SCEVExpander &Expander, const Assumption &Each,
               Instruction *Before) {
    Type *const Long = Builder.getInt64Ty();
    Value *First = Expander.expandCodeFor(Each.First, Long, Before);
    Value *Last = Expander.expandCodeFor(Each.Last, Long, Before);
    if (Each.Bits == 64)
      return Builder.CreateICmpSLE(First, Last);
    const auto Fits = [&](Value *V) {
      return Builder.CreateICmpULT(
          Builder.CreateAdd(V,
                            Builder.getInt64(uint64_t(1) << (Each.Bits - 1))),
          Builder.getInt64(uint64_t(1) << Each.Bits));
    };
    return Builder.CreateAnd(Fits(First), Fits(Last));
  }

  /// Returns what the phis behind the loop get, other than from reductions.
  Values valuesAfter(Emitter &From, Value *Lane, BasicBlock *Exit) {
    Values All;
    for (PHINode &Phi : Exit->phis()) {
      auto *I =
          dyn_cast<Instruction>(Phi.getIncomingValueForBlock(L.getLoopLatch()));
      if (I && L.contains(I) && !reductionOf(I))
        All[&Phi] = From.inLane(I, Lane);
    }
    return All;
  }

  const PHINode *reductionOf(const Value *V) const {
    for (const auto &[Phi, Role] : Phis)
      if (Role.K == HeaderPhi::Reduction &&
          Phi->getIncomingValueForBlock(L.getLoopLatch()) == V)
        return Phi;
    return nullptr;
  }

  void leave(BasicBlock *Done, BasicBlock *Exit, ArrayRef<Value *> Final,
             const Values &Last) {
    Builder.SetInsertPoint(Done);
    DenseMap<const PHINode *, Value *> Joined;
    unsigned Next = 0;
    for (const auto &[Phi, Role] : Phis) {
      Value *Value = Final[Next++];
      if (Role.K == HeaderPhi::Reduction)
        Joined[Phi] = joinLanes(Builder, Role, Value);
    }
    for (PHINode &Phi : Exit->phis()) {
      Value *Inside = Phi.getIncomingValueForBlock(L.getLoopLatch());
      Value *After = Last.lookup(&Phi);
      if (const PHINode *Reduction = reductionOf(Inside))
        After = Joined.lookup(Reduction);
      Phi.addIncoming(After ? After : Inside, Done);
    }
    Builder.CreateBr(Exit);
  }

  Loop &L;
  const Shapes &Of;
  const Shapes::HeaderPhis &Phis;
  const SCEV *const BackedgesTaken;
  LoopInfo &Loops;
  DominatorTree &Dominators;
  ScalarEvolution &Evolution;
  const unsigned Lanes;
  Function &F;
  IRBuilder<> Builder;
  BasicBlock *Rest = nullptr; ///< Before the original loop.
  Value *Iterations = nullptr;
  Value *Count = nullptr; ///< Of iterations in full vectors.
};

} // namespace

void addVectorLoop(const LaneLoop &Loop, Emitter &Body, Emitter &Tail,
                   LoopInfo &Loops, DominatorTree &Dominators,
                   ScalarEvolution &Evolution) {
  Transformation(Loop, Loops, Dominators, Evolution).run(Body, Tail);
}

} // namespace ompjit::lanes
