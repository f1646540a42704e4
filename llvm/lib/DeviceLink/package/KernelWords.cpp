//===- KernelWords.cpp - The words of a launch ----------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelWords.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Module.h"

#include <algorithm>

using namespace llvm;

namespace ompjit::devicelink {

namespace {

constexpr uint64_t WordBytes = 8;

/// Marks the words of \p Value, which begins at \p Offset, that are pointers.
void markPointers(Type *Value, uint64_t Offset, const DataLayout &Layout,
                  MutableArrayRef<Type *> Words) {
  if (Value->isPointerTy()) {
    if (Offset % WordBytes == 0 &&
        Layout.getTypeAllocSize(Value).getFixedValue() == WordBytes)
      Words[Offset / WordBytes] = Value;
  } else if (auto *Structure = dyn_cast<StructType>(Value)) {
    for (auto [Member, Place] :
         zip_equal(Structure->elements(),
                   Layout.getStructLayout(Structure)->getMemberOffsets()))
      markPointers(Member, Offset + Place.getFixedValue(), Layout, Words);
  } else if (auto *Array = dyn_cast<ArrayType>(Value)) {
    Type *Element = Array->getElementType();
    const uint64_t Size = Layout.getTypeAllocSize(Element).getFixedValue();
    for (uint64_t I = 0; I != Array->getNumElements(); ++I)
      markPointers(Element, Offset + I * Size, Layout, Words);
  }
}

/// Returns the memory for a parameter's copy, in the first block of the
/// function: the builder may be in a loop, each turn of which would take more
/// of the stack.
AllocaInst *memoryFor(const IRBuilder<> &Builder, const Passing &P,
                      const DataLayout &Layout) {
  BasicBlock &First = Builder.GetInsertBlock()->getParent()->getEntryBlock();
  IRBuilder<> AtEntry(&First, First.begin());
  AllocaInst *Memory = AtEntry.CreateAlloca(
      ArrayType::get(AtEntry.getInt64Ty(), P.Words.size()));
  Memory->setAlignment(
      std::max(Align(WordBytes), Layout.getABITypeAlign(P.Value)));
  return Memory;
}

/// Returns a parameter's value from the words of the kernel.
Value *fromWords(IRBuilder<> &Builder, const Passing &P,
                 ArrayRef<Value *> Words, const DataLayout &Layout) {
  if (!P.IsByAddress && P.Words == ArrayRef<Type *>(P.Value))
    return Words[0];
  if (!P.IsByAddress && P.Words.size() == 1 &&
      (P.Value->isIntegerTy() || P.Value->isFloatingPointTy())) {
    Value *Bits = Builder.CreateTrunc(
        Words[0], Builder.getIntNTy(P.Value->getScalarSizeInBits()));
    return Builder.CreateBitCast(Bits, P.Value);
  }
  AllocaInst *Memory = memoryFor(Builder, P, Layout);
  for (auto [I, Word] : enumerate(Words))
    Builder.CreateStore(Word, Builder.CreateConstInBoundsGEP1_64(
                                  Builder.getInt64Ty(), Memory, I));
  if (!P.IsByAddress)
    return Builder.CreateLoad(P.Value, Memory);
  return Builder.CreatePointerBitCastOrAddrSpaceCast(Memory,
                                                     Builder.getPtrTy());
}

} // namespace

Type *typeBehind(const Argument &A) {
  if (A.hasByValAttr())
    return A.getParamByValType();
  return A.hasByRefAttr() ? A.getParamByRefType() : nullptr;
}

Passing passingOf(const Argument &A, const DataLayout &Layout) {
  Type *Behind = typeBehind(A);
  Passing P = {Behind ? Behind : A.getType(), Behind != nullptr, {}};
  const uint64_t Bytes = Layout.getTypeAllocSize(P.Value).getFixedValue();
  P.Words.assign(divideCeil(Bytes, WordBytes),
                 Type::getInt64Ty(A.getContext()));
  markPointers(P.Value, 0, Layout, P.Words);
  return P;
}

CallInst *callWithWords(IRBuilder<> &Builder, Function &Body,
                        ArrayRef<Passing> Parameters, ArrayRef<Value *> Words,
                        ArrayRef<Value *> Last) {
  SmallVector<Value *> Values;
  for (const Passing &P : Parameters) {
    Values.push_back(fromWords(Builder, P, Words.take_front(P.Words.size()),
                               Body.getDataLayout()));
    Words = Words.drop_front(P.Words.size());
  }
  append_range(Values, Last);
  CallInst *Call = Builder.CreateCall(&Body, Values);
  Call->setCallingConv(Body.getCallingConv());
  return Call;
}

} // namespace ompjit::devicelink
