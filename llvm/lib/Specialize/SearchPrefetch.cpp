//===- SearchPrefetch.cpp - Both ways that a search may go ----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SearchPrefetch.h"

#include "Prefetches.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"

using namespace llvm;

namespace ompjit {

namespace {

/// Instructions of the search that a place may depend on.
constexpr size_t MaxInstructions = 16;

/// The place where the next turn reads, if what this one reads makes all
/// selects with one condition choose the same side.
class NextPlace {
public:
  NextPlace(const Loop &L, LoadInst &Read, bool Side)
      : L(L), Read(Read), Side(Side) {
    SmallVector<const Instruction *> Left = {&Read};
    while (!Left.empty())
      for (const User *Each : Left.pop_back_val()->users())
        if (const auto *I = dyn_cast<Instruction>(Each);
            I && L.contains(I) && !isa<PHINode>(I) && Later.insert(I).second)
          Left.push_back(I);
  }

  /// Computes it before the read. Returns null if it is not known then; there
  /// may be instructions, which have no users.
  Value *emit() {
    Value *Place = next(Read.getPointerOperand());
    return Condition ? Place : nullptr;
  }

private:
  Value *next(Value *);
  Value *now(Value *);
  template <typename ValueOfT>
  Value *copy(Instruction &, DenseMap<Value *, Value *> &, ValueOfT ValueOf);

  const Loop &L;
  LoadInst &Read;
  const bool Side;
  const Value *Condition = nullptr;
  SmallPtrSet<const Instruction *, 16> Later; ///< What needs what is read.
  DenseMap<Value *, Value *> Next, Now;
  size_t NumVisits = 0;
};

/// A value in the next turn.
Value *NextPlace::next(Value *V) {
  if (L.isLoopInvariant(V))
    return V;
  if (auto *Phi = dyn_cast<PHINode>(V))
    return now(Phi->getIncomingValueForBlock(L.getLoopLatch()));
  return copy(*cast<Instruction>(V), Next,
              [this](Value *Operand) { return next(Operand); });
}

/// A value in this turn.
Value *NextPlace::now(Value *V) {
  if (L.isLoopInvariant(V) || isa<PHINode>(V))
    return V;
  auto &I = *cast<Instruction>(V);
  if (!Later.contains(&I) && &I != &Read && I.comesBefore(&Read))
    return V;
  if (auto *Choice = dyn_cast<SelectInst>(&I);
      Choice && isa<Instruction>(Choice->getCondition()) &&
      Later.contains(cast<Instruction>(Choice->getCondition()))) {
    if ((Condition && Condition != Choice->getCondition()) ||
        ++NumVisits > MaxInstructions)
      return nullptr;
    Condition = Choice->getCondition();
    return now(Side ? Choice->getTrueValue() : Choice->getFalseValue());
  }
  return copy(I, Now, [this](Value *Operand) { return now(Operand); });
}

template <typename ValueOfT>
Value *NextPlace::copy(Instruction &I, DenseMap<Value *, Value *> &Known,
                       ValueOfT ValueOf) {
  if (Value *Copy = Known.lookup(&I))
    return Copy;
  if (I.mayReadOrWriteMemory() || !isSafeToSpeculativelyExecute(&I) ||
      ++NumVisits > MaxInstructions)
    return nullptr;
  SmallVector<Value *, 4> Operands;
  for (Value *Operand : I.operands()) {
    Operands.push_back(ValueOf(Operand));
    if (!Operands.back())
      return nullptr;
  }
  Instruction *Copy = I.clone();
  makeSpeculative(*Copy);
  for (unsigned Number = 0; Number != Operands.size(); ++Number)
    Copy->setOperand(Number, Operands[Number]);
  Copy->insertBefore(Read.getIterator());
  return Known[&I] = Copy;
}

/// Erases what was made for nothing, from \p After to the read.
void eraseUnused(Instruction *After, LoadInst &Read) {
  while (Read.getPrevNode() != After)
    Read.getPrevNode()->eraseFromParent();
}

/// Whether each search begins as all others do. Where arrays say how it begins,
/// they have narrowed it down: it takes few turns, in few lines.
bool beginsWithAll(const Loop &L) {
  const Loop *Outermost = L.getOutermostLoop();
  return all_of(L.getHeader()->phis(), [&](const PHINode &Phi) {
    return Outermost->isLoopInvariant(
        Phi.getIncomingValueForBlock(L.getLoopPreheader()));
  });
}

} // namespace

bool prefetchSearch(Loop &L, ScalarEvolution &Evolution) {
  if (L.getNumBlocks() != 1 || !L.isLoopSimplifyForm() || !beginsWithAll(L) ||
      !isa<SCEVCouldNotCompute>(Evolution.getBackedgeTakenCount(&L)))
    return false;
  SmallVector<LoadInst *, 4> Reads;
  for (Instruction &I : *L.getHeader())
    if (auto *Load = dyn_cast<LoadInst>(&I);
        Load && isWorthPrefetching(*Load) &&
        !L.isLoopInvariant(Load->getPointerOperand()))
      Reads.push_back(Load);
  bool Changed = false;
  for (LoadInst *Read : Reads) {
    Instruction *const Before = Read->getPrevNode();
    Value *IfTrue = NextPlace(L, *Read, true).emit();
    Value *IfFalse = IfTrue ? NextPlace(L, *Read, false).emit() : nullptr;
    if (!IfFalse) {
      eraseUnused(Before, *Read);
      continue;
    }
    IRBuilder<> Builder(Read);
    createPrefetch(Builder, IfTrue);
    createPrefetch(Builder, IfFalse);
    Changed = true;
  }
  return Changed;
}

} // namespace ompjit
