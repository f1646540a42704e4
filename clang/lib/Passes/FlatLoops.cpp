//===- FlatLoops.cpp - Loops over the threads of all teams ----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Without chunks of the program's own, clang makes `distribute parallel for`
// two loops: one over chunks of as many iterations as a team has threads, which
// teams take in turns, and in a parallel region the loop over a chunk, of which
// each thread has one iteration. Here the region gets all iterations at once,
// and takes every one that is as far from the thread's first one as there are
// threads in all teams. Each thread still has the same iterations, in the same
// order, if num_threads leaves all of the team's threads in the region; but the
// region is started once, and the optimiser sees one loop, of which it can have
// several iterations in flight.
//
//===----------------------------------------------------------------------===//

#include "Passes.h"
#include "Region.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace ompjit::passes;

namespace {

/// Arguments of the calls that start loops.
enum LoopStart { Kind = 2, HasLast, Lower, Upper, Stride, Step, Chunk };

/// Values of `enum sched_type` (openmp's kmp.h).
enum Schedule : uint64_t {
  StaticChunked = 33,
  Static = 34,
  DistributeChunked = 91,
  DistributeForChunked = 93,
  ScheduleBits = 0xffff // The others are modifiers.
};

/// The loop of a region's threads.
struct ThreadLoop {
  CallInst *Start = nullptr;
  /// With `schedule(static)`, each thread has a piece of its own: what stores
  /// the end of the region's part, and what adds one to the variable.
  StoreInst *End = nullptr;
  Instruction *Next = nullptr;
};

/// Parameters of a region's body for its part of the teams' loop.
enum BodyParameter { FirstOfPart = 2, LastOfPart };

} // namespace

static bool isNumber(const Value *V, uint64_t Number) {
  const auto *C = dyn_cast<ConstantInt>(V);
  return C && C->getZExtValue() == Number;
}

static bool hasKind(const CallInst &Start, Schedule Wanted) {
  const auto *C = dyn_cast<ConstantInt>(Start.getArgOperand(Kind));
  return C && (C->getZExtValue() & ScheduleBits) == Wanted;
}

static Value *withoutCasts(Value *V) {
  while (auto *Cast = dyn_cast<CastInst>(V))
    V = Cast->getOperand(0);
  return V;
}

/// Whether the chunks of the teams' loop are what clang chose, of one iteration
/// for each thread of the block.
static bool hasDefaultChunks(const CallInst &Start) {
  return hasKind(Start, DistributeChunked) &&
         isNumber(Start.getArgOperand(Step), 1) &&
         isCallOf(withoutCasts(Start.getArgOperand(Chunk)),
                  "__kmpc_get_hardware_num_threads_in_block");
}

/// Whether every number that is stored at \p Offset of \p Memory was read from
/// \p Source.
static bool holds(Value *Memory, uint64_t Offset, Value *Source,
                  const DataLayout &Layout) {
  const auto Stores = storesTo(Memory, Layout, int64_t(Offset));
  return !Stores.empty() && all_of(Stores, [&](StoreInst *Store) {
    auto *Load = dyn_cast<LoadInst>(withoutCasts(Store->getValueOperand()));
    return Load && baseOf(Load->getPointerOperand()) == Source;
  });
}

/// Returns the region to which the teams' loop hands its parts; none if that is
/// not certain, or if it may have other numbers of threads in other teams.
static std::optional<RegionStart> regionOf(const CallInst &Start,
                                           ArrayRef<RegionStart> Regions) {
  const DataLayout &Layout = Start.getDataLayout();
  std::optional<RegionStart> Found;
  for (RegionStart Region : Regions) {
    if (Region.Call->getFunction() != Start.getFunction() || !Region.array() ||
        !holds(Region.array(), 0, baseOf(Start.getArgOperand(Lower)), Layout))
      continue;
    constexpr unsigned If = 2, NumThreads = 3;
    if (Found || Region.isForWorkers() ||
        !isa<Constant>(Region.Call->getArgOperand(If)) ||
        !isa<Constant>(Region.Call->getArgOperand(NumThreads)) ||
        !holds(Region.array(), Layout.getPointerSize(),
               baseOf(Start.getArgOperand(Upper)), Layout))
      return std::nullopt;
    Found = Region;
  }
  return Found;
}

/// Returns what stores the parameter in \p Variable, directly or by way of the
/// parameter's own variable.
static StoreInst *storeOf(Value *Variable, Argument &Parameter,
                          const DataLayout &Layout) {
  for (StoreInst *Store : storesTo(Variable, Layout, 0)) {
    Value *Stored = withoutCasts(Store->getValueOperand());
    if (auto *Load = dyn_cast<LoadInst>(Stored)) {
      const auto Own = storesTo(baseOf(Load->getPointerOperand()), Layout, 0);
      if (Own.size() == 1)
        Stored = Own[0]->getValueOperand();
    }
    if (Stored == &Parameter)
      return Store;
  }
  return nullptr;
}

/// Returns what adds one to the variable of the loop: the one that is set to
/// the lower bound.
static Instruction *findNext(const CallInst &Start, const DataLayout &Layout) {
  SmallPtrSet<Value *, 2> Variables;
  forEachUse(baseOf(Start.getArgOperand(Lower)), Layout, [&](Use &U, int64_t) {
    if (isa<LoadInst>(U.getUser()))
      for (User *Each : U.getUser()->users())
        if (auto *Store = dyn_cast<StoreInst>(Each))
          Variables.insert(baseOf(Store->getPointerOperand()));
  });
  if (Variables.size() != 1)
    return nullptr;
  const auto Stores = storesTo(*Variables.begin(), Layout, 0);
  Instruction *Found = nullptr;
  for (StoreInst *Store : Stores)
    if (auto *Add = dyn_cast<BinaryOperator>(Store->getValueOperand());
        Add && Add->getOpcode() == Instruction::Add &&
        isNumber(Add->getOperand(1), 1))
      if (auto *Load = dyn_cast<LoadInst>(Add->getOperand(0));
          Load && baseOf(Load->getPointerOperand()) == *Variables.begin())
        Found = Add;
  return Stores.size() == 2 ? Found : nullptr;
}

/// Returns the only loop in \p Body; none if its threads do not have the part
/// that the teams' loop passes.
static ThreadLoop threadLoopIn(Function &Body) {
  CallInst *Start = nullptr;
  for (Instruction &I : instructions(Body)) {
    auto *Call = dyn_cast<CallInst>(&I);
    const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
    if (!Callee)
      continue;
    if (Callee->getName().starts_with("__kmpc_dispatch_"))
      return {};
    if (!Callee->getName().starts_with("__kmpc_for_static_init_"))
      continue;
    if (Start)
      return {};
    Start = Call;
  }
  const DataLayout &Layout = Body.getDataLayout();
  if (!Start || !isNumber(Start->getArgOperand(Step), 1) ||
      !isNumber(Start->getArgOperand(Chunk), 1) ||
      isRead(baseOf(Start->getArgOperand(HasLast)), Layout) ||
      Body.arg_size() <= LastOfPart)
    return {};
  const auto StoreOfPart = [&](unsigned Bound, unsigned Parameter) {
    return storeOf(baseOf(Start->getArgOperand(Bound)), *Body.getArg(Parameter),
                   Layout);
  };
  StoreInst *End = StoreOfPart(Upper, LastOfPart);
  if (!StoreOfPart(Lower, FirstOfPart) || !End)
    return {};
  if (hasKind(*Start, StaticChunked))
    return {Start};
  Instruction *Next = findNext(*Start, Layout);
  if (!hasKind(*Start, Static) || !Next ||
      End->getParent() != Start->getParent())
    return {};
  return {Start, End, Next};
}

/// Makes the loop one over the threads of all teams.
static void shareAmongTeams(const ThreadLoop &Loop) {
  CallInst &Start = *Loop.Start;
  auto *Before = cast<ConstantInt>(Start.getArgOperand(Kind));
  Start.setArgOperand(
      Kind, ConstantInt::get(Before->getType(), (Before->getZExtValue() &
                                                 ~uint64_t(ScheduleBits)) |
                                                    DistributeForChunked));
  if (!Loop.Next)
    return;
  IRBuilder<> B(Start.getNextNode());
  B.SetCurrentDebugLocation(Start.getDebugLoc());
  B.CreateStore(Loop.End->getValueOperand(), Start.getArgOperand(Upper));
  B.SetInsertPoint(Loop.Next);
  Loop.Next->setOperand(
      1, B.CreateLoad(Loop.Next->getType(), Start.getArgOperand(Stride)));
}

/// Whether all that \p I does is to compute where the next turn begins.
static bool isStep(const Instruction &I) {
  if (const auto *Store = dyn_cast<StoreInst>(&I))
    return isa<AllocaInst>(Store->getPointerOperand()->stripPointerCasts());
  return !I.mayHaveSideEffects();
}

/// Leaves the loop around \p Start behind its first turn, if nothing but the
/// next one comes behind it.
static bool leaveAfterFirst(CallInst &Start) {
  Function &F = *Start.getFunction();
  DominatorTree Tree(F);
  LoopInfo Loops(Tree);
  const Loop *Around = Loops.getLoopFor(Start.getParent());
  BasicBlock *Exit = Around ? Around->getUniqueExitBlock() : nullptr;
  if (!Exit || !Exit->phis().empty())
    return false;
  for (const BasicBlock *Block : Around->blocks())
    for (const Instruction &I : *Block)
      if (Tree.dominates(&Start, &I) && &I != &Start && !isStep(I))
        return false;
  BasicBlock *Before = Start.getParent();
  SplitBlock(Before, Start.getNextNode());
  Instruction *Old = Before->getTerminator();
  BranchInst::Create(Exit, Old->getIterator())->setDebugLoc(Old->getDebugLoc());
  Old->eraseFromParent();
  removeUnreachableBlocks(F);
  return true;
}

static bool flatten(CallInst &Start, ArrayRef<RegionStart> Regions) {
  if (!hasDefaultChunks(Start) ||
      isRead(baseOf(Start.getArgOperand(HasLast)), Start.getDataLayout()))
    return false;
  const std::optional<RegionStart> Region = regionOf(Start, Regions);
  Function *Body = Region ? Region->body() : nullptr;
  if (!Body || !Body->hasOneUse())
    return false;
  if (CallInst *Inner = findInnerBody(*Body))
    Body = Inner->getCalledFunction();
  const ThreadLoop Threads = threadLoopIn(*Body);
  if (!Threads.Start || !leaveAfterFirst(*Region->Call))
    return false;
  shareAmongTeams(Threads);
  Start.eraseFromParent();
  return true;
}

PreservedAnalyses FlatLoopsPass::run(Module &M, ModuleAnalysisManager &) {
  const SmallVector<RegionStart> Regions = regionsOf(M);
  bool IsChanged = false;
  for (CallInst *Start : callsOfAll(M, "__kmpc_distribute_static_init"))
    IsChanged |= flatten(*Start, Regions);
  return IsChanged ? PreservedAnalyses::none() : PreservedAnalyses::all();
}
