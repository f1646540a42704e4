//===- ConstantBytes.cpp - Memory that holds constants --------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ConstantBytes.h"

#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace ompjit {

/// Larger variables are not worth the time that it takes to look at each byte.
static constexpr uint64_t MaxBytes = 4096;

bool ConstantBytes::isInside(int64_t Offset, uint64_t Size) const {
  return Offset >= 0 && Size <= MaxBytes && uint64_t(Offset) <= Bytes.size() &&
         Size <= Bytes.size() - uint64_t(Offset);
}

/// Forgets addresses that overlap these bytes.
void ConstantBytes::forget(int64_t Offset, uint64_t Size) {
  constexpr int64_t AddressBytes = 8;
  Addresses.erase(Addresses.lower_bound(Offset - AddressBytes + 1),
                  Addresses.lower_bound(Offset + int64_t(Size)));
}

Constant *ConstantBytes::load(Type *Type, int64_t Offset,
                              const DataLayout &Layout) const {
  if (Type->isPointerTy()) {
    auto Known = Addresses.find(Offset);
    return Known == Addresses.end() ? nullptr : Known->second;
  }
  const uint64_t Size = Layout.getTypeStoreSize(Type);
  if (!isInside(Offset, Size))
    return nullptr;
  SmallVector<uint8_t, 16> Known;
  for (uint64_t I = 0; I < Size; ++I) {
    if (!Bytes[Offset + I])
      return nullptr;
    Known.push_back(*Bytes[Offset + I]);
  }
  return ConstantFoldLoadFromConst(
      ConstantDataArray::get(Type->getContext(), Known), Type, APInt(64, 0),
      Layout);
}

std::optional<ByteRange> ConstantBytes::knownAround(ByteRange Wanted) const {
  if (Wanted.Begin < 0 || Wanted.End > int64_t(Bytes.size()) ||
      Wanted.Begin >= Wanted.End)
    return std::nullopt;
  int64_t Begin = Wanted.End, End = Wanted.End;
  while (Begin > 0 && Bytes[Begin - 1])
    --Begin;
  while (End < int64_t(Bytes.size()) && Bytes[End])
    ++End;
  if (Begin > Wanted.Begin)
    return std::nullopt;
  return ByteRange{Begin, End};
}

std::string ConstantBytes::text(ByteRange Known) const {
  std::string Text;
  for (int64_t I = Known.Begin; I != Known.End; ++I)
    Text += char(*Bytes[I]);
  return Text;
}

bool ConstantBytes::store(Constant *Value, int64_t Offset,
                          const DataLayout &Layout) {
  const uint64_t Size = Layout.getTypeStoreSize(Value->getType());
  if (!isInside(Offset, Size))
    return false;
  forget(Offset, Size);
  if (Value->getType()->isPointerTy())
    Addresses[Offset] = Value;
  Type *Byte = Type::getInt8Ty(Value->getContext());
  for (uint64_t I = 0; I < Size; ++I) {
    auto *Part = dyn_cast_or_null<ConstantInt>(
        ConstantFoldLoadFromConst(Value, Byte, APInt(64, I), Layout));
    Bytes[Offset + I] =
        Part ? std::optional(uint8_t(Part->getZExtValue())) : std::nullopt;
  }
  return true;
}

bool ConstantBytes::fill(uint8_t Byte, uint64_t Size, int64_t Offset) {
  if (!isInside(Offset, Size))
    return false;
  forget(Offset, Size);
  std::fill_n(Bytes.begin() + Offset, Size, Byte);
  return true;
}

bool ConstantBytes::copy(const ConstantBytes &From, int64_t FromOffset,
                         uint64_t Size, int64_t Offset) {
  if (!isInside(Offset, Size) || !From.isInside(FromOffset, Size))
    return false;
  const SmallVector<std::optional<uint8_t>, 16> Copied(
      From.Bytes.begin() + FromOffset, From.Bytes.begin() + FromOffset + Size);
  const auto CopiedAddresses = From.Addresses;
  forget(Offset, Size);
  std::copy(Copied.begin(), Copied.end(), Bytes.begin() + Offset);
  for (auto [At, Address] : CopiedAddresses)
    if (At >= FromOffset && At < FromOffset + int64_t(Size))
      Addresses[At - FromOffset + Offset] = Address;
  return true;
}

/// Adds what is known of \p New. \returns false if something else is known.
bool ConstantBytes::merge(const ConstantBytes &New, int64_t Offset) {
  if (!isInside(Offset, New.Bytes.size()))
    return false;
  for (auto [I, Byte] : enumerate(New.Bytes)) {
    std::optional<uint8_t> &Known = Bytes[Offset + I];
    if (Byte && Known && *Known != *Byte)
      return false;
    if (Byte) // Else it is between the members of a class.
      Known = Byte;
  }
  return true;
}

bool ConstantBytes::set(const Instruction &I, const Use &U, int64_t Offset,
                        const DataLayout &Layout) {
  if (const auto *Store = dyn_cast<StoreInst>(&I)) {
    auto *Value = dyn_cast<Constant>(Store->getValueOperand());
    if (!Value || !Store->isSimple() ||
        U.getOperandNo() != StoreInst::getPointerOperandIndex())
      return false;
    ConstantBytes New(Layout.getTypeStoreSize(Value->getType()));
    return New.store(const_cast<Constant *>(Value), 0, Layout) &&
           merge(New, Offset);
  }
  const auto *Memory = dyn_cast<MemIntrinsic>(&I);
  const auto *Size =
      Memory ? dyn_cast<ConstantInt>(Memory->getLength()) : nullptr;
  if (!Size || Memory->isVolatile() || &U != &Memory->getRawDestUse() ||
      Size->getZExtValue() > MaxBytes)
    return false;
  ConstantBytes New(Size->getZExtValue());
  if (const auto *Fill = dyn_cast<MemSetInst>(Memory)) {
    const auto *Byte = dyn_cast<ConstantInt>(Fill->getValue());
    return Byte &&
           New.fill(uint8_t(Byte->getZExtValue()), New.Bytes.size(), 0) &&
           merge(New, Offset);
  }
  const Value *Source = cast<MemTransferInst>(Memory)->getRawSource();
  APInt Begin(Layout.getIndexTypeSizeInBits(Source->getType()), 0);
  const auto *Template =
      dyn_cast<GlobalVariable>(Source->stripAndAccumulateConstantOffsets(
          Layout, Begin, /*AllowNonInbounds=*/true));
  if (!Template || !Template->isConstant() ||
      !Template->hasDefinitiveInitializer())
    return false;
  Constant *Values = const_cast<Constant *>(Template->getInitializer());
  ConstantBytes All(Layout.getTypeStoreSize(Values->getType()));
  return All.store(Values, 0, Layout) &&
         New.copy(All, Begin.getSExtValue(), New.Bytes.size(), 0) &&
         merge(New, Offset);
}

} // namespace ompjit
