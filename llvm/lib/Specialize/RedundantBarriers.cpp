//===- RedundantBarriers.cpp - Barriers that order nothing ----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Specialize/RedundantBarriers.h"

#include "GuardedRegions.h"

#include "ompjit/Specialize/KernelEnvironment.h"
#include "ompjit/Specialize/LaunchBounds.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/CycleAnalysis.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsAMDGPU.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"

#include <set>
#include <tuple>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace ompjit {

namespace {

/// The address spaces of both vendors; one of any kind is generic.
enum Space : unsigned {
  Generic = 0,
  Global = 1,
  Shared = 3,
  Constant = 4,
  Private = 5
};

/// What an access may be for, and who does it.
struct Access {
  const GlobalVariable *Variable; ///< Null: unknown.
  Space Where;                    ///< Generic: unknown.
  bool Writes;
  bool IsOfFirst; ///< Only the first thread does it.

  bool operator<(const Access &Other) const {
    return std::tie(Variable, Where, Writes, IsOfFirst) <
           std::tie(Other.Variable, Other.Where, Other.Writes, Other.IsOfFirst);
  }

  bool mayBeWhere(const Access &Other) const {
    if (Variable && Other.Variable)
      return Variable == Other.Variable;
    return Where == Generic || Other.Where == Generic || Where == Other.Where;
  }

  /// Whether two threads that do these have to do them in order.
  bool meets(const Access &Other) const {
    return (Writes || Other.Writes) && !(IsOfFirst && Other.IsOfFirst) &&
           mayBeWhere(Other);
  }
};

using Accesses = std::set<Access>;

/// A barrier, or accesses.
struct Step {
  Instruction *Barrier;
  SmallVector<Access, 2> All;
};

class Kernel {
public:
  Kernel(Function &F, FunctionAnalysisManager &Analyses)
      : F(F), Dominators(Analyses.getResult<DominatorTreeAnalysis>(F)),
        PostDominators(Analyses.getResult<PostDominatorTreeAnalysis>(F)),
        Cycles(Analyses.getResult<CycleAnalysis>(F)) {}

  bool simplify();

private:
  void findBranches();
  void findSteps();
  bool isOfFirst(const BasicBlock &Block) const;
  bool isForAll(const Instruction &Barrier) const;

  Accesses before(const Instruction &Barrier);
  Accesses behind(const Instruction &Barrier);
  bool isNeeded(const Instruction &Barrier);

  bool sinkLoads(const BasicBlockEdge &Edge);
  bool isOnlyUsedIn(const Instruction &I, const BasicBlockEdge &Edge) const;

  Function &F;
  DominatorTree &Dominators;
  PostDominatorTree &PostDominators;
  CycleInfo &Cycles;
  /// Where the first thread goes another way than the others.
  SmallVector<BasicBlockEdge> FirstGoes;
  SmallVector<Instruction *> Barriers;
  /// Blocks that all threads run as often as each other.
  SmallVector<const BasicBlock *> Common;
  DenseMap<const BasicBlock *, SmallVector<Step>> Steps;
};

} // namespace

//===----------------------------------------------------------------------===//
// Barriers and accesses
//===----------------------------------------------------------------------===//

/// Whether all threads of the block wait there.
static bool isFullBarrier(const Instruction &I) {
  const auto *Call = dyn_cast<IntrinsicInst>(&I);
  if (!Call)
    return false;
  switch (Call->getIntrinsicID()) {
  case Intrinsic::nvvm_barrier_cta_sync_aligned_all:
  case Intrinsic::nvvm_barrier_cta_sync_all:
    return match(Call->getArgOperand(0), m_ZeroInt());
  case Intrinsic::amdgcn_s_barrier:
    return true;
  default:
    return false;
  }
}

/// Whether all threads of the block come to this very barrier. What OpenMP's
/// constructs make of s_barrier in the kernels in question is of this kind.
static bool isAligned(const Instruction &Barrier) {
  return cast<IntrinsicInst>(Barrier).getIntrinsicID() !=
         Intrinsic::nvvm_barrier_cta_sync_all;
}

static Space spaceOf(const Value &Pointer, const Value &Object) {
  unsigned Number = Pointer.getType()->getPointerAddressSpace();
  if (Number == Generic)
    Number = Object.getType()->getPointerAddressSpace();
  switch (Number) {
  case Global:
  case Constant: // The host sees these as one.
    return Global;
  case Shared:
  case Private:
    return Space(Number);
  default:
    // The host gives a kernel addresses of its own memory only.
    return Number == Generic && isa<Argument>(Object) ? Global : Generic;
  }
}

/// Adds an access unless it is to the thread's own memory. If it \p Orders, it
/// may tell other teams, or what they tell: it meets all of its kind of memory.
static void add(SmallVectorImpl<Access> &To, const Value *Pointer, bool Writes,
                bool Orders, bool IsOfFirst) {
  const Value *Object = getUnderlyingObject(Pointer, /*MaxLookup=*/0);
  const Space Where = spaceOf(*Pointer, *Object);
  if (isa<AllocaInst>(Object) || Where == Private)
    return;
  // All variables of unknown size begin at the same place of shared memory.
  const auto *Variable = dyn_cast<GlobalVariable>(Object);
  if (Orders || (Variable && Variable->isDeclaration()))
    Variable = nullptr;
  To.push_back({Variable, Where, Writes || Orders, IsOfFirst});
}

static bool isOfBlock(const FenceInst &Fence) {
  return Fence.getSyncScopeID() ==
         Fence.getContext().getOrInsertSyncScopeID("workgroup");
}

static SmallVector<Access, 2> accessesOf(const Instruction &I, bool IsOfFirst) {
  SmallVector<Access, 2> Found;
  if (!I.mayReadOrWriteMemory() ||
      I.hasMetadata(LLVMContext::MD_invariant_load))
    return Found;
  const bool Orders = I.isAtomic() || I.isVolatile();
  if (const auto *Fence = dyn_cast<FenceInst>(&I)) {
    if (!isOfBlock(*Fence))
      Found.push_back({nullptr, Global, /*Writes=*/true, IsOfFirst});
  } else if (const auto *Load = dyn_cast<LoadInst>(&I)) {
    add(Found, Load->getPointerOperand(), false, Orders, IsOfFirst);
  } else if (const auto *Store = dyn_cast<StoreInst>(&I)) {
    add(Found, Store->getPointerOperand(), true, Orders, IsOfFirst);
  } else if (const auto *Update = dyn_cast<AtomicRMWInst>(&I)) {
    add(Found, Update->getPointerOperand(), true, Orders, IsOfFirst);
  } else if (const auto *Exchange = dyn_cast<AtomicCmpXchgInst>(&I)) {
    add(Found, Exchange->getPointerOperand(), true, Orders, IsOfFirst);
  } else if (const auto *Copy = dyn_cast<AnyMemIntrinsic>(&I)) {
    add(Found, Copy->getRawDest(), true, Orders, IsOfFirst);
    if (const auto *Transfer = dyn_cast<AnyMemTransferInst>(Copy))
      add(Found, Transfer->getRawSource(), false, Orders, IsOfFirst);
  } else {
    const auto *Call = dyn_cast<CallBase>(&I);
    const auto *Known = dyn_cast<IntrinsicInst>(&I);
    if (!(Known && Known->isAssumeLikeIntrinsic()) &&
        !(Call && Call->onlyAccessesInaccessibleMemory()))
      Found.push_back({nullptr, Generic, /*Writes=*/true, IsOfFirst});
  }
  return Found;
}

void Kernel::findBranches() {
  for (BasicBlock &Block : F) {
    auto *Branch = dyn_cast<BranchInst>(Block.getTerminator());
    if (!Branch || !Branch->isConditional() ||
        Branch->getSuccessor(0) == Branch->getSuccessor(1))
      continue;
    for (const auto &[Number, Is] :
         {std::pair(0u, CmpInst::ICMP_EQ), {1u, CmpInst::ICMP_NE}})
      if (isFirstThread(*Branch->getCondition(), Is))
        FirstGoes.emplace_back(&Block, Branch->getSuccessor(Number));
  }
}

bool Kernel::isOfFirst(const BasicBlock &Block) const {
  return any_of(FirstGoes, [&](const BasicBlockEdge &Each) {
    return Dominators.dominates(Each, &Block);
  });
}

void Kernel::findSteps() {
  Steps.clear();
  Barriers.clear();
  for (BasicBlock &Block : F) {
    const bool IsFirst = isOfFirst(Block);
    SmallVector<Step> &Here = Steps[&Block];
    for (Instruction &I : Block) {
      if (isFullBarrier(I)) {
        Barriers.push_back(&I);
        Here.push_back({&I, {}});
      } else if (auto Found = accessesOf(I, IsFirst); !Found.empty()) {
        Here.push_back({nullptr, std::move(Found)});
      }
    }
  }
}

/// Whether all threads come to this very barrier: it is of this kind, or in
/// code that they run as often as a barrier of the kind.
bool Kernel::isForAll(const Instruction &Barrier) const {
  const BasicBlock *Block = Barrier.getParent();
  return isAligned(Barrier) || any_of(Common, [&](const BasicBlock *Each) {
           return Cycles.getCycle(Each) == Cycles.getCycle(Block) &&
                  Dominators.dominates(Each, Block) &&
                  PostDominators.dominates(Block, Each);
         });
}

//===----------------------------------------------------------------------===//
// What is between barriers
//===----------------------------------------------------------------------===//

/// Adds what the steps do, up to a barrier. \returns whether there is none.
static bool addUntilBarrier(auto &&Steps, Accesses &Found) {
  for (const Step &Each : Steps) {
    if (Each.Barrier)
      return false;
    Found.insert(Each.All.begin(), Each.All.end());
  }
  return true;
}

/// Follows all ways from \p Start, whose part on the way is \p First.
/// \p Next(Block) are the blocks that follow on the way.
static Accesses follow(const BasicBlock *Start, auto &&First, auto &&StepsOf,
                       auto &&Next) {
  Accesses Found;
  SmallPtrSet<const BasicBlock *, 16> Seen;
  SmallVector<const BasicBlock *> Work;
  if (addUntilBarrier(First, Found))
    append_range(Work, Next(Start));
  while (!Work.empty()) {
    const BasicBlock *Block = Work.pop_back_val();
    if (Seen.insert(Block).second && addUntilBarrier(StepsOf(Block), Found))
      append_range(Work, Next(Block));
  }
  return Found;
}

static size_t placeOf(ArrayRef<Step> Steps, const Instruction &Barrier) {
  return size_t(
      find_if(Steps,
              [&](const Step &Each) { return Each.Barrier == &Barrier; }) -
      Steps.begin());
}

Accesses Kernel::before(const Instruction &Barrier) {
  const BasicBlock *Block = Barrier.getParent();
  const ArrayRef<Step> Here = Steps[Block];
  return follow(
      Block, reverse(Here.take_front(placeOf(Here, Barrier))),
      [&](const BasicBlock *Each) { return reverse(ArrayRef(Steps[Each])); },
      [](const BasicBlock *Each) { return predecessors(Each); });
}

Accesses Kernel::behind(const Instruction &Barrier) {
  const BasicBlock *Block = Barrier.getParent();
  const ArrayRef<Step> Here = Steps[Block];
  return follow(
      Block, Here.drop_front(placeOf(Here, Barrier) + 1),
      [&](const BasicBlock *Each) { return ArrayRef(Steps[Each]); },
      [](const BasicBlock *Each) { return successors(Each); });
}

bool Kernel::isNeeded(const Instruction &Barrier) {
  const Accesses Before = before(Barrier), Behind = behind(Barrier);
  return any_of(Before, [&](const Access &One) {
    return any_of(Behind,
                  [&](const Access &Other) { return One.meets(Other); });
  });
}

//===----------------------------------------------------------------------===//
// Changes
//===----------------------------------------------------------------------===//

bool Kernel::isOnlyUsedIn(const Instruction &I,
                          const BasicBlockEdge &Edge) const {
  return !I.use_empty() && all_of(I.uses(), [&](const Use &Each) {
    return Dominators.dominates(Edge, Each);
  });
}

/// Moves loads of the team's memory into the code of the first thread behind
/// \p Edge, if it alone uses them. Other teams may wait for other loads.
bool Kernel::sinkLoads(const BasicBlockEdge &Edge) {
  auto *From = const_cast<BasicBlock *>(Edge.getStart());
  auto *To = const_cast<BasicBlock *>(Edge.getEnd());
  if (To->getSinglePredecessor() != From)
    return false;
  bool Changed = false;
  Accesses Behind;
  for (Instruction &I : make_early_inc_range(reverse(*From))) {
    if (isFullBarrier(I)) {
      for (const Access &Each : behind(I))
        if (Each.Writes && !Each.IsOfFirst)
          Behind.insert(Each);
      continue;
    }
    if (const auto *Fence = dyn_cast<FenceInst>(&I); Fence && isOfBlock(*Fence))
      continue;
    if (I.mayWriteToMemory())
      break;
    auto *Load = dyn_cast<LoadInst>(&I);
    if (!Load || !Load->isSimple() || !isOnlyUsedIn(*Load, Edge))
      continue;
    const SmallVector<Access, 2> Reads = accessesOf(*Load, /*IsOfFirst=*/true);
    if (!all_of(Reads, [&](const Access &Read) {
          return Read.Where == Shared &&
                 none_of(Behind, [&](const Access &Written) {
                   return Written.mayBeWhere(Read);
                 });
        }))
      continue;
    Load->moveBefore(To->getFirstInsertionPt());
    Changed = true;
  }
  return Changed;
}

/// Removes the barrier and its fences: one behind it, and one before it that is
/// not that of another barrier.
static void erase(Instruction &Barrier) {
  const auto FenceAt = [](Instruction *At) {
    auto *Fence = dyn_cast_or_null<FenceInst>(At);
    return Fence && isOfBlock(*Fence) ? Fence : nullptr;
  };
  if (FenceInst *Before = FenceAt(Barrier.getPrevNode());
      Before && Before->getOrdering() == AtomicOrdering::Release)
    Before->eraseFromParent();
  if (FenceInst *Behind = FenceAt(Barrier.getNextNode()))
    Behind->eraseFromParent();
  Barrier.eraseFromParent();
}

bool Kernel::simplify() {
  const auto NumBarriers = size_t(count_if(instructions(F), isFullBarrier));
  if (NumBarriers == 0)
    return false;
  findBranches();
  // The walks would take too long.
  constexpr size_t MostSteps = 1 << 20;
  if ((NumBarriers + FirstGoes.size()) * F.size() > MostSteps)
    return false;
  findSteps();
  Common.push_back(&F.getEntryBlock());
  for (const Instruction *Each : Barriers)
    if (isAligned(*Each))
      Common.push_back(Each->getParent());
  bool Changed = false;
  for (const BasicBlockEdge &Each : FirstGoes)
    Changed |= sinkLoads(Each);
  if (Changed)
    findSteps();
  for (Instruction *Each : SmallVector<Instruction *>(Barriers)) {
    if (!isForAll(*Each) || isNeeded(*Each))
      continue;
    SmallVector<Step> &Here = Steps[Each->getParent()];
    Here.erase(Here.begin() + ptrdiff_t(placeOf(Here, *Each)));
    erase(*Each);
    Changed = true;
  }
  return Changed;
}

PreservedAnalyses
RedundantBarriersPass::run(Function &F, FunctionAnalysisManager &Analyses) {
  if (!isGpuKernel(F) || !(launchBounds(F).Mode & SpmdMode) ||
      !Kernel(F, Analyses).simplify())
    return PreservedAnalyses::all();
  PreservedAnalyses Kept;
  Kept.preserveSet<CFGAnalyses>();
  return Kept;
}

FunctionPassManager redundantBarriersPasses() {
  FunctionPassManager Passes;
  Passes.addPass(RedundantBarriersPass());
  Passes.addPass(SimplifyCFGPass());
  Passes.addPass(EarlyCSEPass());
  return Passes;
}

} // namespace ompjit
