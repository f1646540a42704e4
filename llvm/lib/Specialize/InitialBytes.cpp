//===- InitialBytes.cpp - What a variable is set to -----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InitialBytes.h"

#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace ompjit {

/// Larger ones are not worth the time that it takes to look at each byte.
static constexpr uint64_t MaxBytes = 4096;

bool InitialBytes::setByte(int64_t Offset, const Constant *Byte) {
  const auto *Value = dyn_cast_or_null<ConstantInt>(Byte);
  if (!Value || Offset < 0 || uint64_t(Offset) >= Bytes.size())
    return false;
  std::optional<uint8_t> &Known = Bytes[Offset];
  const auto New = uint8_t(Value->getZExtValue());
  if (Known && *Known != New)
    return false;
  Known = New;
  return true;
}

bool InitialBytes::set(Constant *From, uint64_t FromOffset, uint64_t Size,
                       int64_t Offset, const DataLayout &Layout) {
  if (Size > MaxBytes)
    return false;
  Type *Byte = Type::getInt8Ty(From->getContext());
  for (uint64_t I = 0; I < Size; ++I)
    if (!setByte(Offset + int64_t(I),
                 ConstantFoldLoadFromConst(From, Byte,
                                           APInt(64, FromOffset + I), Layout)))
      return false;
  return true;
}

bool InitialBytes::write(const Instruction &I, const Use &U, int64_t Offset,
                         const DataLayout &Layout) {
  if (const auto *Store = dyn_cast<StoreInst>(&I)) {
    auto *Value =
        const_cast<Constant *>(dyn_cast<Constant>(Store->getValueOperand()));
    return Value && Store->isSimple() &&
           U.getOperandNo() == StoreInst::getPointerOperandIndex() &&
           set(Value, 0, Layout.getTypeStoreSize(Value->getType()), Offset,
               Layout);
  }
  const auto *Memory = dyn_cast<MemIntrinsic>(&I);
  const auto *Size =
      Memory ? dyn_cast<ConstantInt>(Memory->getLength()) : nullptr;
  if (!Size || Memory->isVolatile() || &U != &Memory->getRawDestUse())
    return false;
  const uint64_t Length = Size->getZExtValue();
  if (const auto *Fill = dyn_cast<MemSetInst>(Memory)) {
    for (uint64_t At = 0; At < Length; ++At)
      if (At == MaxBytes ||
          !setByte(Offset + int64_t(At), dyn_cast<Constant>(Fill->getValue())))
        return false;
    return true;
  }
  const Value *Source = cast<MemTransferInst>(Memory)->getRawSource();
  APInt Begin(Layout.getIndexTypeSizeInBits(Source->getType()), 0);
  const auto *Template =
      dyn_cast<GlobalVariable>(Source->stripAndAccumulateConstantOffsets(
          Layout, Begin, /*AllowNonInbounds=*/true));
  return Template && Template->isConstant() &&
         Template->hasDefinitiveInitializer() &&
         set(const_cast<Constant *>(Template->getInitializer()),
             Begin.getZExtValue(), Length, Offset, Layout);
}

Constant *InitialBytes::value(Type *Type, const DataLayout &Layout,
                              uint64_t Offset) const {
  SmallVector<Constant *> Elements;
  if (auto *Struct = dyn_cast<StructType>(Type)) {
    for (auto [I, Each] : enumerate(Struct->elements())) {
      const uint64_t At = Layout.getStructLayout(Struct)->getElementOffset(I);
      Elements.push_back(value(Each, Layout, Offset + At));
    }
    return is_contained(Elements, nullptr)
               ? nullptr
               : ConstantStruct::get(Struct, Elements);
  }
  if (auto *Array = dyn_cast<ArrayType>(Type)) {
    llvm::Type *Each = Array->getElementType();
    const uint64_t Step = Layout.getTypeAllocSize(Each);
    for (uint64_t I = 0; I < Array->getNumElements(); ++I)
      Elements.push_back(value(Each, Layout, Offset + I * Step));
    return is_contained(Elements, nullptr)
               ? nullptr
               : ConstantArray::get(Array, Elements);
  }
  SmallVector<uint8_t, 16> Scalar;
  const uint64_t Size = Layout.getTypeStoreSize(Type);
  for (uint64_t I = Offset; I < Offset + Size; ++I) {
    if (I >= Bytes.size() || !Bytes[I])
      return nullptr;
    Scalar.push_back(*Bytes[I]);
  }
  return ConstantFoldLoadFromConst(
      ConstantDataArray::get(Type->getContext(), Scalar), Type, APInt(64, 0),
      Layout);
}

} // namespace ompjit
