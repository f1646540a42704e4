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

static const FieldValue *valueOf(const ArgumentMemory::Field &Read,
                                 ArrayRef<FieldValue> Fields) {
  const auto *Known = find_if(Fields, [&](const FieldValue &Each) {
    return Each.Offset == Read.Offset && Each.WidthBits == Read.widthBits();
  });
  return Known == Fields.end() ? nullptr : Known;
}

/// Replaces loads of \p Fields, which are behind \p Pointer.
static void replaceLoads(Argument &Pointer, ArrayRef<FieldValue> Fields) {
  struct Replacement {
    WeakVH Load;
    Constant *Value;
  };
  SmallVector<Replacement> Replacements;
  for (const ArgumentMemory::Field &Read : memoryOf(Pointer).Fields)
    if (const FieldValue *Known = valueOf(Read, Fields))
      Replacements.push_back(
          {Read.Load, ConstantInt::get(Read.Load->getType(), Known->Bits)});
  for (Replacement &Each : Replacements) {
    auto *Load = cast_or_null<LoadInst>(Each.Load);
    if (!Load)
      continue;
    replaceByConstant(*Load, *Each.Value);
    Load->eraseFromParent();
  }
}

Error specializeFields(Function &Kernel, ArrayRef<FieldValue> Fields) {
  MapVector<unsigned, SmallVector<FieldValue>> ByParameter;
  for (const FieldValue &Each : Fields)
    ByParameter[Each.Parameter].push_back(Each);
  for (const auto &[Parameter, Values] : ByParameter) {
    Expected<Argument &> Pointer = pointerOf(Kernel, Parameter);
    if (!Pointer)
      return Pointer.takeError();
    replaceLoads(*Pointer, Values);
  }
  return Error::success();
}

} // namespace ompjit
