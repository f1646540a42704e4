//===- Locals.cpp - Local arrays of which each lane has its own -----------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Locals.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Support/KnownBits.h"

using namespace llvm;

namespace ompjit::lanes {

/// Of all arrays of an iteration, in bytes: lanes take as many times as much of
/// the stack.
static constexpr uint64_t LargestArrays = 4096;
/// Larger copies remain calls.
static constexpr uint64_t LargestCopy = 128;

/// Follows the pointers into a variable, and into others that pointers choose
/// between, as the parts of an array do that became variables.
class UseFinder {
public:
  UseFinder(AllocaInst &Variable, const Loop &L,
            const DominatorTree &Dominators)
      : L(L), Dominators(Dominators) {
    add(Variable);
  }

  /// Whether nothing but accesses in the loop uses them, after their life has
  /// begun in the iteration.
  bool run() {
    while (!Next.empty()) {
      const Value *Pointer = Next.pop_back_val();
      for (const Use &Each : Pointer->uses())
        if (!follow(Each))
          return false;
    }
    return all_of(Uses, [&](const Use *Each) { return hasBegun(*Each); });
  }

  /// Returns the size that all accesses have, whose places are multiples of it;
  /// or 0.
  uint64_t element() const {
    uint64_t Size = 0;
    for (const Use *Each : Uses) {
      const uint64_t Of = sizeOf(*cast<Instruction>(Each->getUser()));
      if (Of == 0)
        continue;
      if (Size != 0 && Size != Of)
        return 0;
      Size = Of;
    }
    return Size != 0 && all_of(Pointers,
                               [&](const Value *Each) {
                                 const auto *Address =
                                     dyn_cast<GetElementPtrInst>(Each);
                                 return !Address || isMultiple(*Address, Size);
                               })
               ? Size
               : 0;
  }

  const SmallSetVector<const Value *, 8> &pointers() const { return Pointers; }

  const SmallSetVector<AllocaInst *, 2> &variables() const { return Variables; }

private:
  void add(AllocaInst &Variable) {
    Variables.insert(&Variable);
    addPointer(Variable);
  }

  void addPointer(const Value &Pointer) {
    if (Pointers.insert(&Pointer))
      Next.push_back(&Pointer);
  }

  bool follow(const Use &Each) {
    const auto *By = cast<Instruction>(Each.getUser());
    if (By->isLifetimeStartOrEnd()) {
      if (cast<IntrinsicInst>(By)->getIntrinsicID() ==
              Intrinsic::lifetime_start &&
          L.contains(By))
        Begins.push_back(By);
      return true;
    }
    if (!L.contains(By) && !isa<GetElementPtrInst>(By))
      return false;
    Uses.push_back(&Each);
    if (isa<PHINode, SelectInst, ICmpInst>(By) && !addOthers(*By))
      return false;
    if (!isa<GetElementPtrInst, PHINode, SelectInst>(By))
      return isAccess(Each);
    if (!By->getType()->isPointerTy())
      return false;
    addPointer(*By);
    return true;
  }

  /// Whether all pointers that are chosen between lead into variables, and none
  /// comes from the iteration before.
  bool addOthers(const Instruction &I) {
    if (isa<PHINode>(I) && I.getParent() == L.getHeader())
      return false;
    SmallVector<const Value *, 4> Objects;
    for (const Value *Each : I.operands())
      if (Each->getType()->isPointerTy())
        getUnderlyingObjects(Each, Objects, nullptr, /*MaxLookup=*/0);
    return all_of(Objects, [&](const Value *Each) {
      auto *Variable = dyn_cast<AllocaInst>(const_cast<Value *>(Each));
      if (Variable)
        add(*Variable);
      return Variable;
    });
  }

  static bool isAccess(const Use &Each) {
    const auto *By = cast<Instruction>(Each.getUser());
    if (const auto *Load = dyn_cast<LoadInst>(By))
      return Load->isSimple();
    if (const auto *Store = dyn_cast<StoreInst>(By))
      return Store->isSimple() &&
             Each.getOperandNo() == StoreInst::getPointerOperandIndex();
    if (const auto *Fill = dyn_cast<MemSetInst>(By))
      return !Fill->isVolatile();
    if (const auto *Copy = dyn_cast<MemTransferInst>(By))
      return !Copy->isVolatile();
    return isa<ICmpInst>(By);
  }

  bool hasBegun(const Use &Access) const {
    return isa<GetElementPtrInst>(Access.getUser()) ||
           all_of(Variables, [&](const AllocaInst *Variable) {
             return any_of(Begins, [&](const Instruction *Begin) {
               return Begin->getOperand(0) == Variable &&
                      Dominators.dominates(Begin, Access);
             });
           });
  }

  static uint64_t sizeOf(const Instruction &I) {
    if (!isa<LoadInst, StoreInst>(I))
      return 0;
    return I.getDataLayout()
        .getTypeStoreSize(getLoadStoreType(&I))
        .getFixedValue();
  }

  static bool isMultiple(const GetElementPtrInst &I, uint64_t Size) {
    const DataLayout &Layout = I.getDataLayout();
    for (auto Each = gep_type_begin(I), End = gep_type_end(I); Each != End;
         ++Each) {
      if (const StructType *T = Each.getStructTypeOrNull()) {
        const auto *Index = cast<ConstantInt>(Each.getOperand());
        if (Layout.getStructLayout(const_cast<StructType *>(T))
                    ->getElementOffset(Index->getZExtValue())
                    .getFixedValue() %
                Size !=
            0)
          return false;
        continue;
      }
      const uint64_t Stride =
          Each.getSequentialElementStride(Layout).getFixedValue();
      if (Stride % Size == 0)
        continue;
      // Offsets in bytes.
      const KnownBits Index = computeKnownBits(Each.getOperand(), Layout);
      const unsigned Zeros =
          Index.countMinTrailingZeros() + countr_zero(Stride);
      if (Zeros < 64 && (uint64_t(1) << Zeros) % Size != 0)
        return false;
    }
    return true;
  }

  const Loop &L;
  const DominatorTree &Dominators;
  SmallSetVector<AllocaInst *, 2> Variables;
  SmallSetVector<const Value *, 8> Pointers;
  SmallVector<const Value *> Next;
  SmallVector<const Use *> Uses;
  SmallVector<const Instruction *, 2> Begins;
};

Locals::Locals(const Loop &L, const DominatorTree &Dominators) {
  SmallPtrSet<const AllocaInst *, 8> Seen;
  for (Instruction &I : L.getHeader()->getParent()->getEntryBlock()) {
    auto *Variable = dyn_cast<AllocaInst>(&I);
    if (!Variable || Seen.contains(Variable))
      continue;
    UseFinder Finder(*Variable, L, Dominators);
    const bool IsOwn = Finder.run();
    Seen.insert(Finder.variables().begin(), Finder.variables().end());
    if (IsOwn)
      add(Finder);
  }
  uint64_t Total = 0;
  for (const LocalArray &Each : Arrays)
    Total += Each.Size;
  if (Total > LargestArrays)
    Pointers.clear();
}

void Locals::add(const UseFinder &Found) {
  const uint64_t Element = Found.element();
  const size_t Before = Arrays.size();
  for (AllocaInst *Each : Found.variables()) {
    const std::optional<TypeSize> Size =
        Each->getAllocationSize(Each->getDataLayout());
    if (!Each->isStaticAlloca() || !Size || Size->isScalable())
      return Arrays.truncate(Before);
    const uint64_t Unit =
        Element ? Element : std::max<uint64_t>(Each->getAlign().value(), 8);
    Arrays.push_back({Each, alignTo(Size->getFixedValue(), Unit), Element});
    // A pointer has one distance from lane to lane.
    if (Arrays.back().stride() != Arrays[Before].stride())
      return Arrays.truncate(Before);
  }
  for (const Value *Each : Found.pointers())
    Pointers[Each] = Before;
  for (size_t Index = Before; Index != Arrays.size(); ++Index)
    Pointers[Arrays[Index].Variable] = Index;
}

const LocalArray *Locals::at(const Value *Pointer) const {
  const auto Found = Pointers.find(Pointer);
  return Found == Pointers.end() ? nullptr : &Arrays[Found->second];
}

bool Locals::canFill(const MemSetInst &I) const {
  const LocalArray *Into = at(I.getDest());
  if (!Into || !Into->Element || !isa<ConstantInt>(I.getValue()))
    return false;
  const unsigned Zeros = computeKnownBits(I.getLength(), I.getDataLayout())
                             .countMinTrailingZeros();
  return Zeros >= 64 || (uint64_t(1) << Zeros) % Into->Element == 0;
}

AllocaInst *LaneCopies::of(const LocalArray &Array) {
  AllocaInst *&Copies = Made[Array.Variable];
  if (Copies)
    return Copies;
  IRBuilder<> Builder(Array.Variable);
  Copies = Builder.CreateAlloca(
      ArrayType::get(Builder.getInt8Ty(), Array.Size * Lanes), nullptr,
      Array.Variable->getName() + ".lanes");
  // A vector in a cache line where that is possible.
  constexpr uint64_t CacheLine = 64;
  Copies->setAlignment(
      std::max(Array.Variable->getAlign(),
               Align(bit_ceil(std::min<uint64_t>(
                   CacheLine, uint64_t(Array.stride()) * Lanes)))));
  return Copies;
}

void expandCopies(Loop &L, const DominatorTree &Dominators) {
  SmallVector<MemTransferInst *> Copies;
  for (BasicBlock *Block : L.blocks())
    for (Instruction &I : *Block)
      if (auto *Copy = dyn_cast<MemTransferInst>(&I))
        Copies.push_back(Copy);
  if (Copies.empty())
    return;
  const Locals Own(L, Dominators);
  for (MemTransferInst *Copy : Copies) {
    const LocalArray *Into = Own.at(Copy->getDest());
    const LocalArray *From = Own.at(Copy->getSource());
    const auto *Length = dyn_cast<ConstantInt>(Copy->getLength());
    const uint64_t Element = Into ? Into->Element : From ? From->Element : 0;
    if (!Element || !Length || Length->getValue().ugt(LargestCopy) ||
        Length->getZExtValue() % Element != 0)
      continue;
    IRBuilder<> Builder(Copy);
    Type *const T = Builder.getIntNTy(unsigned(Element) * 8);
    SmallVector<Value *> Parts;
    const auto Place = [&](Value *Start, uint64_t Offset) {
      return Builder.CreateConstInBoundsGEP1_64(Builder.getInt8Ty(), Start,
                                                Offset);
    };
    // All of them before the first one is written, as the places may overlap.
    for (uint64_t At = 0; At != Length->getZExtValue(); At += Element)
      Parts.push_back(Builder.CreateAlignedLoad(
          T, Place(Copy->getSource(), At),
          commonAlignment(Copy->getSourceAlign().valueOrOne(), At)));
    for (auto [Index, Part] : enumerate(Parts))
      Builder.CreateAlignedStore(
          Part, Place(Copy->getDest(), Index * Element),
          commonAlignment(Copy->getDestAlign().valueOrOne(), Index * Element));
    Copy->eraseFromParent();
  }
}

} // namespace ompjit::lanes
