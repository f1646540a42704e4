//===- SingleLaneStores.cpp - Masked stores of one element ----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM 22's code generator for x86 turns a masked store whose mask has one
// element into a plain store. If a truncation precedes it and the processor has
// AVX-512, that store is as wide as the element was before the truncation, so
// it writes beyond the end. The vectoriser ends loops in such stores when it
// knows how often they run. So they become stores of an element here.
//
//===----------------------------------------------------------------------===//

#include "ompjit/Backend/Backend.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Pass.h"

using namespace llvm;

namespace ompjit {

namespace {

/// Returns the element if a constant mask selects only one. Undefined elements
/// may be taken for false.
std::optional<unsigned> onlyElement(const Value *Mask) {
  auto *Known = dyn_cast<Constant>(Mask);
  auto *Type = dyn_cast<FixedVectorType>(Mask->getType());
  if (!Known || !Type)
    return std::nullopt;
  std::optional<unsigned> Only;
  for (unsigned I = 0; I != Type->getNumElements(); ++I) {
    const Constant *Element = Known->getAggregateElement(I);
    if (!Element)
      return std::nullopt;
    if (Element->isNullValue() || isa<UndefValue>(Element))
      continue;
    if (Only || !Element->isOneValue())
      return std::nullopt;
    Only = I;
  }
  return Only;
}

bool storeOneElement(IntrinsicInst &Masked) {
  Value *Vector = Masked.getArgOperand(0), *Pointer = Masked.getArgOperand(1);
  const std::optional<unsigned> Only = onlyElement(Masked.getArgOperand(2));
  Type *const ElementType = Vector->getType()->getScalarType();
  const DataLayout &Layout = Masked.getDataLayout();
  // These lie without a gap, as elements of a vector do.
  if (!Only || Layout.getTypeSizeInBits(ElementType) !=
                   Layout.getTypeAllocSizeInBits(ElementType))
    return false;
  IRBuilder<> Builder(&Masked);
  Value *const Element = Builder.CreateExtractElement(Vector, *Only);
  const uint64_t Offset = *Only * Layout.getTypeAllocSize(ElementType);
  Value *const Place =
      Builder.CreateConstInBoundsGEP1_64(Builder.getInt8Ty(), Pointer, Offset);
  const Align Known = Masked.getParamAlign(1).valueOrOne();
  StoreInst *const Store = Builder.CreateAlignedStore(
      Element, Place, commonAlignment(Known, Offset));
  Store->setAAMetadata(Masked.getAAMetadata());
  Store->setDebugLoc(Masked.getDebugLoc());
  return true;
}

class SingleLaneStores : public FunctionPass {
public:
  static char ID;
  SingleLaneStores() : FunctionPass(ID) {}

  StringRef getPassName() const override {
    return "Masked stores of one element";
  }

  bool runOnFunction(Function &F) override {
    SmallVector<IntrinsicInst *> Replaced;
    for (Instruction &I : instructions(F))
      if (auto *Call = dyn_cast<IntrinsicInst>(&I);
          Call && Call->getIntrinsicID() == Intrinsic::masked_store &&
          storeOneElement(*Call))
        Replaced.push_back(Call);
    for (IntrinsicInst *Each : Replaced)
      Each->eraseFromParent();
    return !Replaced.empty();
  }
};

char SingleLaneStores::ID = 0;

} // namespace

FunctionPass *createSingleLaneStoresPass() { return new SingleLaneStores(); }

} // namespace ompjit
