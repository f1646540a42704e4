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
#include "VectorLoop.h"

#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/LowerSwitch.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;

namespace ompjit {

namespace {

using namespace lanes;

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

static bool fillsInParts(const Loop &L, const Shapes &Of) {
  return any_of(L.blocks(), [&](BasicBlock *Block) {
    return any_of(*Block, [&](const Instruction &I) {
      const auto *Fill = dyn_cast<MemSetInst>(&I);
      return Fill && (Of.of(Fill->getLength()).K != Shape::Uniform ||
                      !Of.of(Fill->getDest()).isScalar());
    });
  });
}

/// Returns the reason why the loop was left alone, or null and
/// the number of lanes.
static const char *vectorize(Loop &L, Facts &Known, const LaneOptions &Options,
                             bool IsDecided, LaneChoice &Chosen) {
  Known.Joins.recalculate(Known.F);
  expandCopies(L, Known.Dominators);
  const Locals Own(L, Known.Dominators);
  Shapes::HeaderPhis Phis;
  if (const char *Reason =
          examine(L, Known.Evolution, Known.Libraries, Own, Phis))
    return Reason;
  const SCEV *Taken = Known.Evolution.getBackedgeTakenCount(&L);
  if (Taken->getType()->getScalarSizeInBits() > 64)
    return "it counts with too many bits";
  Shapes Of(L, Phis, Own, Known.Loops, Known.Joins, Known.Evolution, Taken);
  if (const char *Reason = Of.analyze())
    return Reason;
  if (changesShared(L, Of))
    return "its iterations change a variable that they share";
  if (fillsInParts(L, Of))
    return "it fills local arrays up to places that vary";
  if (!canExpand(Of, Taken, L, Known.Evolution))
    return "the number of its iterations cannot be computed before it";
  if (Options.Lanes)
    Chosen.Lanes = Options.Lanes;
  else
    Chosen = chooseLanes(L, Of, Known.Loops, Known.Evolution, Known.Target,
                         IsDecided);
  const unsigned Lanes = Chosen.Lanes;
  if (Lanes < 2)
    return Chosen.HasVectorsInside ? "a loop in it has vectors anyway"
                                   : "it would gain nothing";
  if (Chosen.IsInDoubt && Options.OnlySure)
    return "it is in doubt whether it would gain";
  LaneCopies Copies(Lanes);
  Emitter Body(L, Of, Phis, Copies, Known.Loops, Known.Libraries, Lanes);
  Emitter Tail(L, Of, Phis, Copies, Known.Loops, Known.Libraries, Lanes);
  if (!Body.canEmit())
    return "its ways part and meet in a form that is not supported";
  addVectorLoop({L, Of, Phis, Taken, Lanes}, Body, Tail, Known.Loops,
                Known.Dominators, Known.Evolution);
  return nullptr;
}

/// Whether nothing but the cost may keep an innermost loop from having lanes.
static bool canHaveLanes(Loop &L, Facts &Known) {
  const Locals Own(L, Known.Dominators);
  Shapes::HeaderPhis Phis;
  return L.isInnermost() &&
         !examine(L, Known.Evolution, Known.Libraries, Own, Phis);
}

static bool hasUpdates(const Loop &L) {
  return any_of(L.blocks(), [](const BasicBlock *Block) {
    return any_of(*Block, IsaPred<AtomicRMWInst>);
  });
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
                 const char *Reason, unsigned Lanes = 0) {
  OptimizationRemarkEmitter Remarks(&F);
  if (Reason)
    Remarks.emit(
        OptimizationRemarkMissed(LanesRemarks, "NotInLanes", Place, Header)
        << "iterations do not share vectors: " << Reason);
  else
    Remarks.emit(OptimizationRemark(LanesRemarks, "InLanes", Place, Header)
                 << "iterations share vectors, " << ore::NV("Lanes", Lanes)
                 << " at a time");
}

PreservedAnalyses LanesPass::run(Function &F,
                                 FunctionAnalysisManager &Analyses) {
  const StringRef Asked = F.getFnAttribute(LanesAttribute).getValueAsString();
  const bool IsForbidden = Asked == "off";
  LaneOptions Wanted = Options;
  if (!Wanted.Lanes)
    (void)Asked.getAsInteger(10, Wanted.Lanes);
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
    if (IsForbidden) {
      tell(F, L->getStartLoc(), L->getHeader(), "-fno-openmp-target-lanes");
      unmark(*L);
      continue;
    }
    if (!splitRows(*L, Known.Evolution, Known.Dominators,
                   canHaveLanes(*L, Known))) {
      const DebugLoc Place = L->getStartLoc();
      const BasicBlock *Header = L->getHeader();
      const bool IsDecided = hasRows(*L);
      unmark(*L);
      // The vectoriser of LLVM knows innermost loops better, if it takes them.
      if (L->isInnermost() && !Wanted.Lanes && !hasUpdates(*L))
        relaxReductions(*L);
      else {
        LaneChoice Chosen;
        const char *Reason = vectorize(*L, Known, Wanted, IsDecided, Chosen);
        tell(F, Place, Header, Reason, Chosen.Lanes);
      }
    }
    Analyses.invalidate(F, PreservedAnalyses::none());
  }
  return Changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace ompjit
