//===- IndirectPrefetch.cpp - Reads of places that arrays say, ahead ------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Specialize/IndirectPrefetch.h"

#include "Prefetches.h"
#include "SearchPrefetch.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

#include <algorithm>

using namespace llvm;

namespace ompjit {

namespace {

/// Bytes that are fetched together, on most processors.
constexpr int64_t LineBytes = 64;

/// Lines of one target. When an inner loop has read so many in a row, the
/// processor reads ahead by itself.
constexpr size_t MaxLines = 10;

/// More are too many to pay, and would take long to find in large loops.
constexpr size_t MaxTargets = 16;

/// What a processor computes while it waits for memory, in instructions.
constexpr unsigned WaitInstructions = 256;

/// No more iterations ahead: the first ones of a loop gain nothing.
constexpr unsigned MaxDistance = 8;

/// Instructions that are looked at for one address; a long way back from there
/// must not take the stack of the thread that compiles.
constexpr unsigned MaxVisits = 64;

/// Fewer are mostly what is left over from a loop that was unrolled.
constexpr unsigned LeastTurns = 4;

/// Shorter iterations overlap by themselves.
constexpr unsigned LeastInstructions = 24;

/// Those of a function that was not inlined.
constexpr unsigned CallInstructions = 32;

/// The turns of an inner loop that are counted if nothing is known of them.
constexpr unsigned UsualTurns = 4;

/// A computation that is repeated for a later iteration.
struct Slice {
  SetVector<Instruction *> Copies; ///< Operands first.
  SetVector<Instruction *> Affine; ///< Known for each iteration number.
  unsigned NumLoads = 0;
  unsigned NumVisits = 0;
  bool IsGuess = false; ///< It is of an inner loop's first turn.
};

/// Reads of one object, near each other.
struct Target {
  SmallVector<LoadInst *, 4> Loads;  ///< The first one's address is computed.
  SmallVector<int64_t, 4> Distances; ///< Of the lines, from that address.
  Slice Address;
  unsigned Stages = 1; ///< With those that its values lead to.

  Value *address() const { return Loads.front()->getPointerOperand(); }
};

/// A later iteration.
struct Ahead {
  const SCEV *Number = nullptr;
  DenseMap<Value *, Value *> Copied; ///< What is computed for it.
};

class PrefetchedLoop {
public:
  PrefetchedLoop(Loop &L, ScalarEvolution &Evolution, AAResults &Aliases,
                 const DominatorTree &Tree, const LoopInfo &Loops,
                 SmallPtrSetImpl<const LoadInst *> &Done)
      : L(L), Evolution(Evolution), Aliases(Aliases), Tree(Tree), Loops(Loops),
        Done(Done), Expander(Evolution, "prefetch") {}

  /// Finds what to prefetch, but for reads in \p Done, to which it is added, as
  /// is what emit() makes; returns false if there is nothing. \p Always:
  /// whatever it costs.
  bool analyse(bool Always);
  /// \p Distance as the pass has it.
  void emit(unsigned Distance);

private:
  bool hasSuitableForm();
  bool completesIterations();
  unsigned sizeOf(const Loop &) const;
  void collectTargets();
  bool joinsTarget(LoadInst &);
  bool addToSlice(Value *, Slice &, bool IsRead) const;
  bool mayRepeat(const Instruction &, const Slice &) const;
  bool runsAlways(const Instruction &) const;
  bool isUnwritten(const LoadInst &) const;
  bool isAffine(Instruction &) const;
  SmallVector<int64_t, 4> linesOf(const Target &) const;
  void countStages();
  void keepAffordable();
  Ahead iterationAhead(unsigned Distance, Value *Number, Instruction *Place);
  void emitTarget(const Target &, Ahead &, Instruction *Place);

  Loop &L;
  ScalarEvolution &Evolution;
  AAResults &Aliases;
  const DominatorTree &Tree;
  const LoopInfo &Loops;
  SmallPtrSetImpl<const LoadInst *> &Done;
  SCEVExpander Expander;
  const SCEV *BackEdges = nullptr;
  unsigned Size = 0; ///< Instructions of an iteration.
  SmallVector<const Instruction *, 8> Writers;
  SmallVector<Target, 4> Targets;
};

//===----------------------------------------------------------------------===//
// Finding them
//===----------------------------------------------------------------------===//

/// Whether the instruction does nothing but tell the compiler or the cache.
bool onlyTells(const Instruction &I) {
  const auto *Call = dyn_cast<IntrinsicInst>(&I);
  return Call && (Call->isDebugOrPseudoInst() || Call->isLifetimeStartOrEnd() ||
                  isa<AssumeInst, NoAliasScopeDeclInst>(Call) ||
                  Call->getIntrinsicID() == Intrinsic::prefetch);
}

bool PrefetchedLoop::analyse(bool Always) {
  if (!hasSuitableForm() || !completesIterations())
    return false;
  Size = sizeOf(L);
  if (!Always && Size < LeastInstructions)
    return false;
  collectTargets();
  countStages();
  if (!Always)
    keepAffordable();
  for (const Target &Each : Targets)
    Done.insert_range(Each.Loads);
  return !Targets.empty();
}

/// One exit, at the end, so that each block that is always run is run in all of
/// a number of iterations that is known when the loop begins.
bool PrefetchedLoop::hasSuitableForm() {
  if (!L.isLoopSimplifyForm() || L.getExitingBlock() != L.getLoopLatch() ||
      getBooleanLoopAttribute(&L, "llvm.loop.isvectorized"))
    return false;
  BackEdges = Evolution.getBackedgeTakenCount(&L);
  if (isa<SCEVCouldNotCompute>(BackEdges) ||
      BackEdges->getType()->getIntegerBitWidth() > 64 ||
      !Expander.isSafeToExpandAt(BackEdges,
                                 L.getLoopPreheader()->getTerminator()))
    return false;
  const auto *Most =
      dyn_cast<SCEVConstant>(Evolution.getConstantMaxBackedgeTakenCount(&L));
  return !Most || Most->getAPInt().uge(LeastTurns);
}

/// Returns false if an iteration may end the program, wait for another thread,
/// or never end.
bool PrefetchedLoop::completesIterations() {
  for (const Loop *Inner : L.getLoopsInPreorder())
    if (Inner != &L && !isMustProgress(Inner) &&
        isa<SCEVCouldNotCompute>(Evolution.getBackedgeTakenCount(Inner)))
      return false;
  for (const BasicBlock *Block : L.blocks())
    for (const Instruction &I : *Block) {
      if (onlyTells(I))
        continue;
      if (!isGuaranteedToTransferExecutionToSuccessor(&I) || I.isAtomic() ||
          I.isVolatile())
        return false;
      if (const auto *Call = dyn_cast<CallBase>(&I);
          Call && !Call->doesNotAccessMemory() &&
          !Call->hasFnAttr(Attribute::NoSync))
        return false;
      if (I.mayWriteToMemory())
        Writers.push_back(&I);
    }
  return true;
}

unsigned PrefetchedLoop::sizeOf(const Loop &Of) const {
  unsigned Result = 0;
  for (const BasicBlock *Block : Of.blocks())
    if (Loops.getLoopFor(Block) == &Of) {
      Result += unsigned(Block->sizeWithoutDebug());
      for (const Instruction &I : *Block)
        if (isa<CallInst>(I) && !isa<IntrinsicInst>(I))
          Result += CallInstructions;
    }
  for (const Loop *Inner : Of) {
    const unsigned Turns = Evolution.getSmallConstantTripCount(Inner);
    Result +=
        sizeOf(*Inner) * (Turns ? std::min(Turns, UsualTurns) : UsualTurns);
  }
  return Result;
}

/// In all iterations, and in the loop itself.
bool PrefetchedLoop::runsAlways(const Instruction &I) const {
  return Loops.getLoopFor(I.getParent()) == &L &&
         Tree.dominates(I.getParent(), L.getLoopLatch());
}

bool PrefetchedLoop::isAffine(Instruction &I) const {
  if (!Evolution.isSCEVable(I.getType()))
    return false;
  const auto *Place = dyn_cast<SCEVAddRecExpr>(Evolution.getSCEV(&I));
  return Place && Place->getLoop() == &L && Place->isAffine() &&
         Expander.isSafeToExpand(Place->getStart()) &&
         Expander.isSafeToExpand(Place->getStepRecurrence(Evolution));
}

/// Whether no iteration writes to the object. Addresses of different iterations
/// are compared, so that only what is true of the whole object counts.
bool PrefetchedLoop::isUnwritten(const LoadInst &Load) const {
  auto ObjectOf = [&](const Instruction &I) {
    AAMDNodes Known;
    Known.TBAA = I.getMetadata(LLVMContext::MD_tbaa);
    const Value *Object =
        getUnderlyingObject(getLoadStorePointerOperand(&I), 0);
    return std::pair(Object, MemoryLocation::getBeforeOrAfter(Object, Known));
  };
  const auto [Object, Place] = ObjectOf(Load);
  if (!L.isLoopInvariant(Object))
    return false;
  return all_of(Writers, [&, Place = Place](const Instruction *I) {
    if (!isa<StoreInst>(I))
      return false;
    const auto [Written, To] = ObjectOf(*I);
    return L.isLoopInvariant(Written) && Aliases.isNoAlias(Place, To);
  });
}

/// Whether a copy for a later iteration, before that, has the same effect: it
/// computes what that iteration will, or anything if it cannot fail.
bool PrefetchedLoop::mayRepeat(const Instruction &I,
                               const Slice &Before) const {
  if (const auto *Load = dyn_cast<LoadInst>(&I)) {
    if (!Load->isSimple() || !runsAlways(I))
      return false;
    // Its place is one of the loop's whatever was written.
    const auto *Place = dyn_cast<Instruction>(Load->getPointerOperand());
    if (Place && Before.Affine.contains(const_cast<Instruction *>(Place)))
      return true;
    return all_of(Before.Copies, [&](const Instruction *Each) {
      const auto *Leading = dyn_cast<LoadInst>(Each);
      return !Leading || isUnwritten(*Leading);
    });
  }
  return (isa<BinaryOperator, CastInst, CmpInst, SelectInst, UnaryOperator,
              GetElementPtrInst, FreezeInst, ExtractElementInst>(I) ||
          isa<IntrinsicInst>(I)) &&
         !I.mayReadOrWriteMemory() && isSafeToSpeculativelyExecute(&I);
}

/// Adds what \p V needs. \p IsRead says that a copy reads from there.
bool PrefetchedLoop::addToSlice(Value *V, Slice &To, bool IsRead) const {
  if (L.isLoopInvariant(V))
    return true;
  if (++To.NumVisits > MaxVisits)
    return false;
  auto *I = cast<Instruction>(V);
  if (To.Affine.contains(I))
    return true;
  if (To.Copies.contains(I))
    return !IsRead || !To.IsGuess;
  if (isAffine(*I)) {
    To.Affine.insert(I);
    return true;
  }
  if (auto *Phi = dyn_cast<PHINode>(I)) {
    // What an inner loop begins with.
    const Loop *Inner = Loops.getLoopFor(Phi->getParent());
    if (IsRead || Inner == &L || Inner->getHeader() != Phi->getParent() ||
        !Inner->getLoopPreheader())
      return false;
    if (!addToSlice(Phi->getIncomingValueForBlock(Inner->getLoopPreheader()),
                    To, IsRead))
      return false;
    To.IsGuess = true;
    To.Copies.insert(I);
    return true;
  }
  const bool ReadsNow = IsRead || isa<LoadInst>(I);
  for (Value *Operand : I->operands())
    if (!addToSlice(Operand, To, ReadsNow))
      return false;
  if (!mayRepeat(*I, To))
    return false;
  To.NumLoads += isa<LoadInst>(I);
  To.Copies.insert(I);
  return true;
}

/// Whether the read is at a constant distance from one that is known.
bool PrefetchedLoop::joinsTarget(LoadInst &Load) {
  const SCEV *Place = Evolution.getSCEV(Load.getPointerOperand());
  for (Target &Each : Targets) {
    const auto *Distance = dyn_cast<SCEVConstant>(
        Evolution.getMinusSCEV(Place, Evolution.getSCEV(Each.address())));
    if (!Distance || !Distance->getAPInt().isSignedIntN(32))
      continue;
    const int64_t Begin = Distance->getAPInt().getSExtValue();
    const int64_t End = Begin + int64_t(Load.getDataLayout()
                                            .getTypeStoreSize(Load.getType())
                                            .getFixedValue());
    Each.Distances.append({Begin, End - 1});
    if (!is_contained(Each.Loads, &Load))
      Each.Loads.push_back(&Load);
    return true;
  }
  return false;
}

void PrefetchedLoop::collectTargets() {
  for (BasicBlock *Block : L.blocks())
    for (Instruction &I : *Block) {
      auto *Load = dyn_cast<LoadInst>(&I);
      if (!Load || Done.contains(Load) || !isWorthPrefetching(*Load) ||
          L.isLoopInvariant(Load->getPointerOperand()))
        continue;
      if (joinsTarget(*Load) || Targets.size() == MaxTargets)
        continue;
      Target New;
      New.Loads.push_back(Load);
      if (!addToSlice(Load->getPointerOperand(), New.Address, false) ||
          New.Address.NumLoads == 0)
        continue;
      // The longest chains come first.
      auto IsLonger = [](const Target &A, const Target &B) {
        return A.Address.NumLoads > B.Address.NumLoads;
      };
      Targets.insert(upper_bound(Targets, New, IsLonger), New);
      joinsTarget(*Load);
    }
  for (Target &Each : Targets)
    Each.Distances = linesOf(Each);
}

/// Those that are read at once, or by the first turns of an inner loop. Rows of
/// which a single array says where they begin mostly follow each other: the
/// processor reads ahead there by itself.
SmallVector<int64_t, 4> PrefetchedLoop::linesOf(const Target &Of) const {
  SmallVector<int64_t, 4> Bytes(Of.Distances);
  llvm::sort(Bytes);
  SmallVector<int64_t, 4> Lines;
  auto Add = [&](int64_t Distance) {
    if (Lines.empty() || Distance - Lines.back() >= LineBytes)
      Lines.push_back(Distance);
  };
  for (int64_t Each : Bytes)
    Add(Each);
  // The last bytes may begin another line.
  if (Bytes.back() - Lines.back() >= LineBytes / 2)
    Lines.push_back(Bytes.back());
  const auto *Place = dyn_cast<SCEVAddRecExpr>(Evolution.getSCEV(Of.address()));
  if (!Place || Place->getLoop() == &L || !L.contains(Place->getLoop()) ||
      Of.Address.NumLoads < 2)
    return Lines;
  const auto *Step =
      dyn_cast<SCEVConstant>(Place->getStepRecurrence(Evolution));
  const unsigned Turns =
      Evolution.getSmallConstantMaxTripCount(Place->getLoop());
  if (!Step || !Step->getAPInt().isSignedIntN(16) ||
      !Step->getAPInt().isStrictlyPositive())
    return Lines;
  for (int64_t Turn = 1; Lines.size() < MaxLines && (!Turns || Turn < Turns);
       ++Turn)
    for (int64_t Each : Bytes)
      Add(Each + Turn * Step->getAPInt().getSExtValue());
  if (Lines.size() > MaxLines)
    Lines.truncate(MaxLines);
  return Lines;
}

/// What leads to others has to be there when their addresses are computed.
void PrefetchedLoop::countStages() {
  for (Target &Each : Targets)
    for (const Target &Other : Targets)
      if (any_of(Each.Loads, [&](LoadInst *Load) {
            return Other.Address.Copies.contains(Load);
          }))
        Each.Stages = std::max(Each.Stages, Other.Stages + 1);
}

/// Drops what would make an iteration longer by more than an eighth, the
/// shortest chains first, which lead to the smaller arrays: where all that is
/// read is in the cache, prefetches cost and gain nothing.
void PrefetchedLoop::keepAffordable() {
  unsigned Left = Size / 8;
  SmallPtrSet<const Instruction *, 16> Paid;
  erase_if(Targets, [&](const Target &Each) {
    unsigned Costs = unsigned(Each.Distances.size());
    for (Instruction *I : Each.Address.Copies)
      Costs += !Paid.contains(I) && !isa<PHINode>(I);
    for (Instruction *I : Each.Address.Affine)
      Costs += Paid.contains(I) ? 0 : 2;
    if (Costs > Left)
      return true;
    Left -= Costs;
    Paid.insert_range(Each.Address.Copies);
    Paid.insert_range(Each.Address.Affine);
    return false;
  });
}

//===----------------------------------------------------------------------===//
// Reading ahead
//===----------------------------------------------------------------------===//

/// \p Number is the one of the iteration that begins at \p Place.
Ahead PrefetchedLoop::iterationAhead(unsigned Distance, Value *Number,
                                     Instruction *Place) {
  Type *const Type = Number->getType();
  Value *Last =
      Expander.expandCodeFor(Evolution.getNoopOrZeroExtend(BackEdges, Type),
                             Type, L.getLoopPreheader()->getTerminator());
  IRBuilder<> Builder(Place);
  Value *Later =
      Builder.CreateAdd(Number, ConstantInt::get(Type, Distance), "later");
  Later = Builder.CreateBinaryIntrinsic(Intrinsic::umin, Later, Last);
  // Not an expression of the loop's numbers, which the expander would build.
  Ahead Then;
  Then.Number = Evolution.getUnknown(Later);
  return Then;
}

void PrefetchedLoop::emitTarget(const Target &Of, Ahead &Then,
                                Instruction *Place) {
  auto CopyOf = [&](Value *Now) {
    Value *Known = Then.Copied.lookup(Now);
    return Known ? Known : Now;
  };
  for (Instruction *I : Of.Address.Affine) {
    Value *&Copy = Then.Copied[I];
    if (Copy)
      continue;
    const auto *Recurrence = cast<SCEVAddRecExpr>(Evolution.getSCEV(I));
    Copy = Expander.expandCodeFor(
        Recurrence->evaluateAtIteration(Then.Number, Evolution), I->getType(),
        Place);
  }
  for (Instruction *I : Of.Address.Copies) {
    if (Then.Copied.contains(I))
      continue;
    if (auto *Phi = dyn_cast<PHINode>(I)) {
      const Loop *Inner = Loops.getLoopFor(Phi->getParent());
      Value *Begin =
          CopyOf(Phi->getIncomingValueForBlock(Inner->getLoopPreheader()));
      Then.Copied[I] = Begin;
      continue;
    }
    Instruction *Copy = I->clone();
    makeSpeculative(*Copy);
    if (const auto *Load = dyn_cast<LoadInst>(Copy))
      Done.insert(Load);
    for (Use &Operand : Copy->operands())
      Operand.set(CopyOf(Operand.get()));
    Copy->insertBefore(Place->getIterator());
    Then.Copied[I] = Copy;
  }
  IRBuilder<> Builder(Place);
  Value *Begin = CopyOf(Of.address());
  for (int64_t Each : Of.Distances) {
    Value *Line = Builder.CreatePtrAdd(Begin, Builder.getInt64(uint64_t(Each)));
    createPrefetch(Builder, Line);
  }
}

void PrefetchedLoop::emit(unsigned Distance) {
  if (Distance == 0)
    Distance = std::clamp(WaitInstructions / Size, 1u, MaxDistance);
  Type *const Wide = Type::getInt64Ty(L.getHeader()->getContext());
  Value *Number = Expander.expandCodeFor(
      Evolution.getAddRecExpr(Evolution.getZero(Wide), Evolution.getOne(Wide),
                              &L, SCEV::FlagAnyWrap),
      Wide, L.getHeader()->getFirstInsertionPt());
  Instruction *Place = &*L.getHeader()->getFirstInsertionPt();
  DenseMap<unsigned, Ahead> ByStages;
  for (const Target &Each : Targets) {
    Ahead &Then = ByStages[Each.Stages];
    if (!Then.Number)
      Then = iterationAhead(Distance * Each.Stages, Number, Place);
    emitTarget(Each, Then, Place);
  }
}

} // namespace

PreservedAnalyses IndirectPrefetchPass::run(Function &F,
                                            FunctionAnalysisManager &Analyses) {
  if (F.getParent()->getTargetTriple().isGPU() || F.hasOptSize())
    return PreservedAnalyses::all();
  auto &Loops = Analyses.getResult<LoopAnalysis>(F);
  if (Loops.empty())
    return PreservedAnalyses::all();
  auto &Tree = Analyses.getResult<DominatorTreeAnalysis>(F);
  auto &Evolution = Analyses.getResult<ScalarEvolutionAnalysis>(F);
  auto &Aliases = Analyses.getResult<AAManager>(F);
  bool Changed = false;
  SmallPtrSet<const LoadInst *, 16> Done;
  SmallVector<Loop *, 8> All = Loops.getLoopsInPreorder();
  // Inner loops first, as their reads are ahead of their own iterations.
  for (Loop *L : reverse(All)) {
    Changed |= simplifyLoop(L, &Tree, &Loops, &Evolution, nullptr, nullptr,
                            /*PreserveLCSSA=*/false);
    Changed |= prefetchSearch(*L, Evolution);
    PrefetchedLoop Candidate(*L, Evolution, Aliases, Tree, Loops, Done);
    if (!Candidate.analyse(Distance != 0))
      continue;
    Candidate.emit(Distance);
    Changed = true;
  }
  return Changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace ompjit
