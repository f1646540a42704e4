//===- NontemporalStores.cpp - Stores past the cache ----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Specialize/NontemporalStores.h"

#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/MemoryLocation.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsX86.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;

namespace ompjit {

namespace {

/// The size and alignment of the stores. All x86-64 processors have these, and
/// four of them fill a line.
constexpr uint64_t PieceBytes = 16;

/// An iteration writes half a line at least. What is left over from loops that
/// were unrolled mostly writes less.
constexpr uint64_t LeastStepBytes = 32;

/// Stores that write all bytes from one address to another while the loop runs.
struct Stream {
  SmallVector<StoreInst *, 4> Stores; ///< Ascending by address.
  const SCEV *Begin = nullptr;        ///< Where the first iteration writes.
  uint64_t StepBytes = 0;             ///< What an iteration writes.
};

class StreamingLoop {
public:
  StreamingLoop(Loop &L, ScalarEvolution &Evolution, AAResults &Aliases,
                uint64_t LeastBytes)
      : L(L), Evolution(Evolution), Aliases(Aliases), LeastBytes(LeastBytes) {}

  /// Fills Streams. Returns false if there are none.
  bool analyse();
  /// Makes the other version.
  void emit(LoopInfo &, DominatorTree &);

private:
  bool hasSuitableForm() const;
  bool collect();
  void addStream(ArrayRef<StoreInst *>);
  bool meetsOthers(ArrayRef<StoreInst *>) const;
  const SCEVAddRecExpr *placeOf(const StoreInst &) const;
  Value *emitCondition(Instruction *Before) const;
  void emitStores(const ValueToValueMapTy &Cloned) const;

  Loop &L;
  ScalarEvolution &Evolution;
  AAResults &Aliases;
  const uint64_t LeastBytes;
  const SCEV *BackEdges = nullptr;
  SmallVector<Stream, 2> Streams;
};

/// Whether the store can be made of pieces.
bool isVectorOfPieces(const StoreInst &Store, const DataLayout &Layout) {
  const auto *Type =
      dyn_cast<FixedVectorType>(Store.getValueOperand()->getType());
  if (!Type || !Store.isSimple() || Store.getPointerAddressSpace() != 0 ||
      Store.hasMetadata(LLVMContext::MD_nontemporal))
    return false;
  const uint64_t Element = Layout.getTypeSizeInBits(Type->getElementType());
  return Element % 8 == 0 && PieceBytes * 8 % Element == 0 &&
         Element * Type->getNumElements() % (PieceBytes * 8) == 0;
}

//===----------------------------------------------------------------------===//
// Finding them
//===----------------------------------------------------------------------===//

bool StreamingLoop::analyse() {
  if (!hasSuitableForm() || !collect())
    return false;
  BackEdges = Evolution.getBackedgeTakenCount(&L);
  if (isa<SCEVCouldNotCompute>(BackEdges))
    return false;
  // The rest of a vectorised loop has few iterations.
  const unsigned CountBits = BackEdges->getType()->getIntegerBitWidth();
  const auto *Most =
      dyn_cast<SCEVConstant>(Evolution.getConstantMaxBackedgeTakenCount(&L));
  erase_if(Streams, [&](const Stream &Each) {
    const uint64_t Least = LeastBytes / Each.StepBytes;
    return !isUIntN(CountBits, Least) ||
           (Most && Most->getAPInt().getLimitedValue() < Least);
  });
  if (Streams.empty())
    return false;
  SCEVExpander Expander(Evolution, "nontemporal");
  const Instruction *End = L.getLoopPreheader()->getTerminator();
  return Expander.isSafeToExpandAt(BackEdges, End) &&
         all_of(Streams, [&](const Stream &Each) {
           return Expander.isSafeToExpandAt(Each.Begin, End);
         });
}

/// Vectorised loops are one block. Nothing in it may order memory, as stores
/// past the cache are ordered by a fence only.
bool StreamingLoop::hasSuitableForm() const {
  const BasicBlock *Body = L.getHeader();
  if (L.getNumBlocks() != 1 || !L.isLoopSimplifyForm() || !L.getExitBlock())
    return false;
  return none_of(*Body, [](const Instruction &I) {
    if (isa<StoreInst>(I) || isa<LoadInst>(I))
      return I.isAtomic() || I.isVolatile();
    if (isa<AssumeInst>(I))
      return false;
    return I.mayHaveSideEffects() || I.mayReadFromMemory() ||
           I.getType()->isTokenTy();
  });
}

const SCEVAddRecExpr *StreamingLoop::placeOf(const StoreInst &Store) const {
  const auto *Place = dyn_cast<SCEVAddRecExpr>(
      Evolution.getSCEV(const_cast<Value *>(Store.getPointerOperand())));
  return Place && Place->getLoop() == &L && Place->isAffine() ? Place : nullptr;
}

/// Groups the stores whose addresses differ by constants.
bool StreamingLoop::collect() {
  SmallVector<SmallVector<StoreInst *, 4>, 4> Groups;
  for (Instruction &I : *L.getHeader()) {
    auto *Store = dyn_cast<StoreInst>(&I);
    if (!Store)
      continue;
    const SCEVAddRecExpr *Place = placeOf(*Store);
    auto IsNear = [&](const SmallVector<StoreInst *, 4> &Group) {
      const SCEVAddRecExpr *Other = placeOf(*Group.front());
      return Other && isa<SCEVConstant>(Evolution.getMinusSCEV(Place, Other));
    };
    auto *Found = Place ? find_if(Groups, IsNear) : Groups.end();
    if (Found != Groups.end())
      Found->push_back(Store);
    else
      Groups.push_back({Store});
  }
  for (const auto &Group : Groups)
    addStream(Group);
  return !Streams.empty();
}

/// Adds a stream if the stores of an iteration write each byte up to the next
/// iteration's once, and nothing else of the loop reads or writes there.
void StreamingLoop::addStream(ArrayRef<StoreInst *> Stores) {
  const DataLayout &Layout = Stores.front()->getDataLayout();
  if (!all_of(Stores,
              [&](const StoreInst *Each) {
                return isVectorOfPieces(*Each, Layout) && placeOf(*Each);
              }) ||
      meetsOthers(Stores))
    return;
  const SCEVAddRecExpr *First = placeOf(*Stores.front());
  SmallVector<std::pair<int64_t, StoreInst *>, 4> Sorted;
  for (StoreInst *Each : Stores) {
    const auto *Distance =
        cast<SCEVConstant>(Evolution.getMinusSCEV(placeOf(*Each), First));
    Sorted.emplace_back(Distance->getAPInt().getSExtValue(), Each);
  }
  llvm::sort(Sorted, llvm::less_first());
  Stream New;
  int64_t End = Sorted.front().first;
  for (const auto &[Distance, Store] : Sorted) {
    if (Distance != End)
      return;
    End +=
        int64_t(Layout.getTypeStoreSize(Store->getValueOperand()->getType()));
    New.Stores.push_back(Store);
  }
  New.StepBytes = uint64_t(End - Sorted.front().first);
  const auto *Step =
      dyn_cast<SCEVConstant>(First->getStepRecurrence(Evolution));
  if (New.StepBytes < LeastStepBytes || !Step ||
      Step->getAPInt().getSExtValue() != int64_t(New.StepBytes))
    return;
  New.Begin = placeOf(*Sorted.front().second)->getStart();
  Streams.push_back(std::move(New));
}

/// What was read is in the cache, so that nothing is saved; what is written in
/// another way as well would not be written in order.
bool StreamingLoop::meetsOthers(ArrayRef<StoreInst *> Stores) const {
  auto PlaceOf = [](const Instruction &I) {
    return MemoryLocation::getBeforeOrAfter(getLoadStorePointerOperand(&I),
                                            I.getAAMetadata());
  };
  return any_of(*L.getHeader(), [&](const Instruction &I) {
    return I.mayReadOrWriteMemory() && getLoadStorePointerOperand(&I) &&
           !is_contained(Stores, &I) &&
           any_of(Stores, [&](const StoreInst *Each) {
             return !Aliases.isNoAlias(PlaceOf(*Each), PlaceOf(I));
           });
  });
}

//===----------------------------------------------------------------------===//
// The other version
//===----------------------------------------------------------------------===//

/// Whether the loop writes enough, to places that are aligned.
Value *StreamingLoop::emitCondition(Instruction *Before) const {
  SCEVExpander Expander(Evolution, "nontemporal");
  IRBuilder<> Builder(Before);
  Type *const Count = BackEdges->getType();
  Value *Turns = Expander.expandCodeFor(BackEdges, Count, Before);
  Value *All = nullptr;
  for (const Stream &Each : Streams) {
    Value *Begin =
        Expander.expandCodeFor(Each.Begin, Each.Begin->getType(), Before);
    Value *Address = Builder.CreatePtrToInt(Begin, Builder.getInt64Ty());
    Value *IsAligned =
        Builder.CreateIsNull(Builder.CreateAnd(Address, PieceBytes - 1));
    Value *IsMuch = Builder.CreateICmpUGE(
        Turns, ConstantInt::get(Count, LeastBytes / Each.StepBytes));
    Value *Both = Builder.CreateAnd(IsMuch, IsAligned);
    All = All ? Builder.CreateAnd(All, Both) : Both;
  }
  return All;
}

void StreamingLoop::emitStores(const ValueToValueMapTy &Cloned) const {
  for (const Stream &Written : Streams)
    for (const StoreInst *Each : Written.Stores) {
      auto *Store = cast<StoreInst>(Cloned.lookup(Each));
      IRBuilder<> Builder(Store);
      Value *Whole = Store->getValueOperand();
      auto *Type = cast<FixedVectorType>(Whole->getType());
      const unsigned NumElements = unsigned(
          PieceBytes * 8 /
          Store->getDataLayout().getTypeSizeInBits(Type->getElementType()));
      for (unsigned I = 0; I != Type->getNumElements(); I += NumElements) {
        Value *Piece = Builder.CreateShuffleVector(
            Whole, createSequentialMask(I, NumElements, 0));
        Value *Place = Builder.CreateConstInBoundsGEP1_64(
            Type->getElementType(), Store->getPointerOperand(), I);
        StoreInst *New =
            Builder.CreateAlignedStore(Piece, Place, Align(PieceBytes));
        New->setAAMetadata(Store->getAAMetadata());
        New->setMetadata(
            LLVMContext::MD_nontemporal,
            MDNode::get(Store->getContext(),
                        ConstantAsMetadata::get(Builder.getInt32(1))));
      }
      Store->eraseFromParent();
    }
}

void StreamingLoop::emit(LoopInfo &Loops, DominatorTree &Tree) {
  BasicBlock *Before = L.getLoopPreheader();
  BasicBlock *Exit = L.getExitBlock();
  Value *Condition = emitCondition(Before->getTerminator());
  BasicBlock *Start = SplitBlock(Before, Before->getTerminator(), &Tree, &Loops,
                                 nullptr, "ordinary");
  ValueToValueMapTy Cloned;
  SmallVector<BasicBlock *, 2> Blocks;
  Loop *Other = cloneLoopWithPreheader(Start, Before, &L, Cloned,
                                       ".nontemporal", &Loops, &Tree, Blocks);
  remapInstructionsInBlocks(Blocks, Cloned);
  emitStores(Cloned);
  Before->getTerminator()->eraseFromParent();
  BranchInst::Create(Other->getLoopPreheader(), Start, Condition, Before);
  // The fence comes between the loop and its exit.
  BasicBlock *Body = Other->getHeader();
  BasicBlock *Fence =
      BasicBlock::Create(Body->getContext(), "fence", Body->getParent(), Exit);
  IRBuilder<> Builder(Fence);
  Builder.CreateIntrinsic(Intrinsic::x86_sse_sfence, {});
  Builder.CreateBr(Exit);
  Body->getTerminator()->replaceSuccessorWith(Exit, Fence);
  for (PHINode &Phi : Exit->phis()) {
    Value *Ordinary = Phi.getIncomingValueForBlock(L.getHeader());
    Value *Own = Cloned.lookup(Ordinary);
    Phi.addIncoming(Own ? Own : Ordinary, Fence);
  }
}

} // namespace

static bool hasVectorStores(const Loop &L) {
  return any_of(*L.getHeader(), [](const Instruction &I) {
    const auto *Store = dyn_cast<StoreInst>(&I);
    return Store && isVectorOfPieces(*Store, I.getDataLayout());
  });
}

PreservedAnalyses
NontemporalStoresPass::run(Function &F, FunctionAnalysisManager &Analyses) {
  if (!F.getParent()->getTargetTriple().isX86() || F.hasOptSize())
    return PreservedAnalyses::all();
  bool Changed = false;
  // Each version changes the function's loops, so they are found anew; a loop
  // is looked at once, because its other version has no ordinary streams.
  SmallPtrSet<const BasicBlock *, 8> Done;
  for (bool HasMore = true; std::exchange(HasMore, false);) {
    auto &Loops = Analyses.getResult<LoopAnalysis>(F);
    auto &Tree = Analyses.getResult<DominatorTreeAnalysis>(F);
    auto &Evolution = Analyses.getResult<ScalarEvolutionAnalysis>(F);
    auto &Aliases = Analyses.getResult<AAManager>(F);
    for (Loop *L : Loops.getLoopsInPreorder()) {
      if (!Done.insert(L->getHeader()).second || L->getNumBlocks() != 1 ||
          !hasVectorStores(*L))
        continue;
      Changed |= simplifyLoop(L, &Tree, &Loops, &Evolution, nullptr, nullptr,
                              /*PreserveLCSSA=*/false);
      Changed |= formLCSSA(*L, Tree, &Loops, &Evolution);
      StreamingLoop Candidate(*L, Evolution, Aliases, Bytes);
      if (!Candidate.analyse())
        continue;
      Candidate.emit(Loops, Tree);
      Changed = HasMore = true;
      break;
    }
    if (HasMore)
      Analyses.invalidate(F, PreservedAnalyses::none());
  }
  return Changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace ompjit
