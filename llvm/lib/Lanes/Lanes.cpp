//===- Lanes.cpp - Gives loops lanes --------------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Lanes/Lanes.h"

#include "Candidate.h"
#include "Cost.h"
#include "Emitter.h"
#include "Mark.h"
#include "Rows.h"

#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/LowerSwitch.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;

namespace ompjit {

namespace {

using namespace lanes;

/// Puts the vector loop before the loop, and behind it the same with a mask for
/// the iterations that fill no vector. The loop itself remains for launches for
/// which an assumption does not hold.
class Transformation {
public:
  Transformation(Loop &L, const Shapes &Of, const Shapes::HeaderPhis &Phis,
                 const SCEV *BackedgesTaken, LoopInfo &Loops,
                 DominatorTree &Dominators, ScalarEvolution &Evolution,
                 unsigned Lanes)
      : L(L), Of(Of), Phis(Phis), BackedgesTaken(BackedgesTaken), Loops(Loops),
        Dominators(Dominators), Evolution(Evolution), Lanes(Lanes),
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
    for (auto [Index, Start_] : enumerate(Starts))
      Resumed[Index] = join(Start_, Start, Resumed[Index], End);
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
  using Values = DenseMap<PHINode *, Value *>;

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

/// What is needed to know of a function.
struct Facts {
  Function &F;
  LoopInfo &Loops;
  DominatorTree &Dominators;
  PostDominatorTree &Joins;
  ScalarEvolution &Evolution;
  const TargetLibraryInfo &Libraries;
  const TargetTransformInfo &Target;
  AssumptionCache &Assumed;
};

} // namespace

static bool canExpand(const Shapes &Of, const SCEV *BackedgesTaken, Loop &L,
                      ScalarEvolution &Evolution) {
  SCEVExpander Expander(Evolution, "lanes");
  const Instruction *At = L.getLoopPreheader()->getTerminator();
  return Expander.isSafeToExpandAt(BackedgesTaken, At) &&
         all_of(Of.assumptions(), [&](const Assumption &Each) {
           return Expander.isSafeToExpandAt(Each.First, At) &&
                  Expander.isSafeToExpandAt(Each.Last, At);
         });
}

/// Whether all iterations change the same variable, as those do that count for
/// a report of coverage. In a program only one iteration may.
static bool changesShared(const Loop &L, const Shapes &Of) {
  SmallPtrSet<const Value *, 8> Read;
  const auto ObjectOf = [](const Instruction &I) {
    return getUnderlyingObject(getLoadStorePointerOperand(&I), 0);
  };
  const auto IsShared = [&](const Instruction &I) {
    return Of.of(getLoadStorePointerOperand(&I)).K == Shape::Uniform;
  };
  for (BasicBlock *Block : L.blocks())
    for (Instruction &I : *Block)
      if (isa<LoadInst>(I) && IsShared(I))
        Read.insert(ObjectOf(I));
  return any_of(L.blocks(), [&](BasicBlock *Block) {
    return any_of(*Block, [&](Instruction &I) {
      return isa<StoreInst>(I) && IsShared(I) && Read.contains(ObjectOf(I));
    });
  });
}

/// Returns the reason why the loop was left alone, or null.
static const char *vectorize(Loop &L, Facts &Known,
                             const LaneOptions &Options) {
  Known.Joins.recalculate(Known.F);
  Shapes::HeaderPhis Phis;
  if (const char *Reason = examine(L, Known.Evolution, Known.Libraries, Phis))
    return Reason;
  const SCEV *Taken = Known.Evolution.getBackedgeTakenCount(&L);
  if (Taken->getType()->getScalarSizeInBits() > 64)
    return "it counts with too many bits";
  Shapes Of(L, Phis, Known.Loops, Known.Joins, Known.Evolution, Taken);
  if (const char *Reason = Of.analyze())
    return Reason;
  if (changesShared(L, Of))
    return "its iterations change a variable that they share";
  if (!canExpand(Of, Taken, L, Known.Evolution))
    return "the number of its iterations cannot be computed before it";
  const unsigned Lanes =
      Options.Lanes
          ? Options.Lanes
          : chooseLanes(L, Of, Known.Loops, Known.Evolution, Known.Target);
  if (Lanes < 2)
    return "it would gain nothing";
  Emitter Body(L, Of, Phis, Known.Loops, Known.Libraries, Lanes);
  Emitter Tail(L, Of, Phis, Known.Loops, Known.Libraries, Lanes);
  if (!Body.canEmit())
    return "its ways part and meet in a form that is not supported";
  Transformation(L, Of, Phis, Taken, Known.Loops, Known.Dominators,
                 Known.Evolution, Lanes)
      .run(Body, Tail);
  return nullptr;
}

/// Returns the first loop that is marked, in the form that the transformations
/// need.
static Loop *nextLoop(Facts &Known) {
  for (Loop *L : Known.Loops.getLoopsInPreorder()) {
    if (!isMarked(*L))
      continue;
    simplifyLoop(L, &Known.Dominators, &Known.Loops, &Known.Evolution,
                 &Known.Assumed, nullptr, /*PreserveLCSSA=*/false);
    formLCSSARecursively(*L, Known.Dominators, &Known.Loops, &Known.Evolution);
    return L;
  }
  return nullptr;
}

/// Whether a loop that is marked has a branch with several ways, which becomes
/// branches with two.
static bool lowerSwitches(Function &F, const LoopInfo &Loops,
                          FunctionAnalysisManager &Analyses) {
  for (const Loop *L : Loops)
    for (BasicBlock *Block : L->blocks())
      if (isa<SwitchInst>(Block->getTerminator())) {
        const bool IsWanted =
            any_of(Loops.getLoopsInPreorder(), [&](const Loop *Each) {
              return Each->contains(Block) && isMarked(*Each);
            });
        if (!IsWanted)
          continue;
        LowerSwitchPass().run(F, Analyses);
        return true;
      }
  return false;
}

static void tell(Function &F, const DebugLoc &Place, const BasicBlock *Header,
                 const char *Reason) {
  OptimizationRemarkEmitter Remarks(&F);
  if (Reason)
    Remarks.emit(
        OptimizationRemarkMissed("ompjit-lanes", "NotInLanes", Place, Header)
        << "iterations do not share vectors: " << Reason);
  else
    Remarks.emit(OptimizationRemark("ompjit-lanes", "InLanes", Place, Header)
                 << "iterations share vectors");
}

PreservedAnalyses LanesPass::run(Function &F,
                                 FunctionAnalysisManager &Analyses) {
  bool Changed =
      lowerSwitches(F, Analyses.getResult<LoopAnalysis>(F), Analyses);
  if (Changed)
    Analyses.invalidate(F, PreservedAnalyses::none());
  while (true) {
    Facts Known{F,
                Analyses.getResult<LoopAnalysis>(F),
                Analyses.getResult<DominatorTreeAnalysis>(F),
                Analyses.getResult<PostDominatorTreeAnalysis>(F),
                Analyses.getResult<ScalarEvolutionAnalysis>(F),
                Analyses.getResult<TargetLibraryAnalysis>(F),
                Analyses.getResult<TargetIRAnalysis>(F),
                Analyses.getResult<AssumptionAnalysis>(F)};
    Loop *L = nextLoop(Known);
    if (!L)
      break;
    Changed = true;
    if (!splitRows(*L, Known.Evolution, Known.Dominators)) {
      const DebugLoc Place = L->getStartLoc();
      const BasicBlock *Header = L->getHeader();
      unmark(*L);
      // The vectoriser of LLVM knows innermost loops better.
      if (L->isInnermost() && !Options.Lanes)
        relaxReductions(*L);
      else
        tell(F, Place, Header, vectorize(*L, Known, Options));
    }
    Analyses.invalidate(F, PreservedAnalyses::none());
  }
  return Changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace ompjit
