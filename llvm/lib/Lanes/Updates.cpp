//===- Updates.cpp - Atomic updates in lanes ------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Updates.h"

#include "Emitter.h"

#include "llvm/Analysis/VectorUtils.h"

using namespace llvm;

namespace ompjit::lanes {

namespace {

/// How the operands of updates become one, and what changes nothing.
struct Combination {
  Intrinsic::ID Reduction;
  APInt Neutral;
};

} // namespace

static std::optional<Combination> combinationFor(const AtomicRMWInst &I) {
  const auto *T = dyn_cast<IntegerType>(I.getValOperand()->getType());
  if (!T)
    return std::nullopt;
  const unsigned Bits = T->getBitWidth();
  switch (I.getOperation()) {
  case AtomicRMWInst::Add:
  case AtomicRMWInst::Sub:
    return Combination{Intrinsic::vector_reduce_add, APInt::getZero(Bits)};
  case AtomicRMWInst::And:
    return Combination{Intrinsic::vector_reduce_and, APInt::getAllOnes(Bits)};
  case AtomicRMWInst::Or:
    return Combination{Intrinsic::vector_reduce_or, APInt::getZero(Bits)};
  case AtomicRMWInst::Xor:
    return Combination{Intrinsic::vector_reduce_xor, APInt::getZero(Bits)};
  case AtomicRMWInst::Max:
    return Combination{Intrinsic::vector_reduce_smax,
                       APInt::getSignedMinValue(Bits)};
  case AtomicRMWInst::Min:
    return Combination{Intrinsic::vector_reduce_smin,
                       APInt::getSignedMaxValue(Bits)};
  case AtomicRMWInst::UMax:
    return Combination{Intrinsic::vector_reduce_umax, APInt::getZero(Bits)};
  case AtomicRMWInst::UMin:
    return Combination{Intrinsic::vector_reduce_umin, APInt::getMaxValue(Bits)};
  default:
    return std::nullopt;
  }
}

bool canShareUpdate(const AtomicRMWInst &I, const Shapes &Of) {
  return Of.of(I.getPointerOperand()).K == Shape::Uniform && combinationFor(I);
}

void Emitter::addUpdate(AtomicRMWInst &I, Value *Place, Value *Operand) {
  AtomicRMWInst *Made =
      Builder.CreateAtomicRMW(I.getOperation(), Place, Operand, I.getAlign(),
                              I.getOrdering(), I.getSyncScopeID());
  Made->copyMetadata(I, {LLVMContext::MD_tbaa, LLVMContext::MD_alias_scope,
                         LLVMContext::MD_noalias});
}

bool Emitter::emitCommonUpdate(AtomicRMWInst &I, Value *Mask) {
  if (!canShareUpdate(I, Of))
    return false;
  const std::optional<Combination> How = combinationFor(I);
  Value *Operands = vector(I.getValOperand());
  if (Mask)
    Operands = Builder.CreateSelect(
        Mask, Operands, ConstantInt::get(Operands->getType(), How->Neutral));
  addUpdate(I, scalar(I.getPointerOperand()),
            Builder.CreateUnaryIntrinsic(How->Reduction, Operands));
  return true;
}

/// A variable that nobody reads.
Value *Emitter::unusedPlace(const AtomicRMWInst &I) {
  IRBuilderBase::InsertPointGuard Guard(Builder);
  Builder.SetInsertPoint(&F.getEntryBlock(),
                         F.getEntryBlock().getFirstInsertionPt());
  AllocaInst *Made = Builder.CreateAlloca(I.getValOperand()->getType(),
                                          /*ArraySize=*/nullptr, "unused");
  Made->setAlignment(std::max(Made->getAlign(), I.getAlign()));
  return Made;
}

void Emitter::emitUpdate(AtomicRMWInst &I, Value *Mask) {
  if (emitCommonUpdate(I, Mask))
    return;
  Value *Place = I.getPointerOperand(), *Operand = I.getValOperand();
  Value *Unused = Mask ? unusedPlace(I) : nullptr;
  const auto InLane = [&](Value *V, unsigned Lane) {
    return Of.of(V).K == Shape::Uniform
               ? scalar(V)
               : Builder.CreateExtractElement(vector(V), uint64_t(Lane));
  };
  for (unsigned Lane = 0; Lane != Lanes; ++Lane) {
    Value *At = InLane(Place, Lane);
    if (Mask)
      At = Builder.CreateSelect(
          Builder.CreateExtractElement(Mask, uint64_t(Lane)), At, Unused);
    addUpdate(I, At, InLane(Operand, Lane));
  }
}

} // namespace ompjit::lanes
