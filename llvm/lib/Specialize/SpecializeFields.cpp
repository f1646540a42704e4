//===- SpecializeFields.cpp - Fields of structures become constants -------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// specializeFields of Fields.h.
//
//===----------------------------------------------------------------------===//

#include "ompjit/Specialize/Fields.h"

#include "FieldBytes.h"
#include "KernelPointers.h"
#include "ReplaceByConstant.h"
#include "ompjit/Specialize/ArgumentMemory.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/ValueHandle.h"

using namespace llvm;

namespace ompjit {

static uint64_t endOf(const FieldValue &Field) {
  return Field.Offset + Field.WidthBits / 8;
}

static ConstantBytes bytesOf(ArrayRef<FieldValue> Fields,
                             const Function &Kernel) {
  uint64_t Size = 0;
  for (const FieldValue &Each : Fields)
    Size = std::max(Size, endOf(Each));
  ConstantBytes Bytes(Size);
  for (const FieldValue &Each : Fields)
    Bytes.store(
        ConstantInt::get(IntegerType::get(Kernel.getContext(), Each.WidthBits),
                         Each.Bits),
        int64_t(Each.Offset), Kernel.getDataLayout());
  return Bytes;
}

Expected<SmallVector<FieldBytes, 0>> fieldBytes(Function &Kernel,
                                                ArrayRef<FieldValue> Fields) {
  MapVector<unsigned, SmallVector<FieldValue>> ByParameter;
  for (const FieldValue &Each : Fields)
    ByParameter[Each.Parameter].push_back(Each);
  SmallVector<FieldBytes, 0> All;
  for (const auto &[Parameter, Values] : ByParameter) {
    Expected<Argument &> Pointer = pointerOf(Kernel, Parameter);
    if (!Pointer)
      return Pointer.takeError();
    All.push_back({&*Pointer, bytesOf(Values, Kernel)});
  }
  return All;
}

static void replaceLoads(const FieldBytes &Known) {
  struct Replacement {
    WeakVH Load;
    Constant *Value;
  };
  const DataLayout &Layout = Known.Pointer->getParent()->getDataLayout();
  SmallVector<Replacement> Replacements;
  for (const ArgumentMemory::Field &Read : memoryOf(*Known.Pointer).Fields)
    if (Constant *Value = Known.Bytes.load(Read.Load->getType(),
                                           int64_t(Read.Offset), Layout))
      Replacements.push_back({Read.Load, Value});
  for (Replacement &Each : Replacements) {
    auto *Load = cast_or_null<LoadInst>(Each.Load);
    if (!Load)
      continue;
    replaceByConstant(*Load, *Each.Value);
    Load->eraseFromParent();
  }
}

Error specializeFields(Function &Kernel, ArrayRef<FieldValue> Fields) {
  auto Known = fieldBytes(Kernel, Fields);
  if (!Known)
    return Known.takeError();
  for (const FieldBytes &Each : *Known)
    replaceLoads(Each);
  return Error::success();
}

} // namespace ompjit
