//===- SpecializeAlignment.cpp - Known alignment of pointers --------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Specialize/Alignment.h"

#include "KernelPointers.h"

#include "llvm/IR/Function.h"
#include "llvm/IR/Value.h"
#include "llvm/Support/Alignment.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace ompjit {

static Error noteAlignment(Function &Kernel, const PointerAlignment &Known) {
  Expected<Argument &> Found = pointerOf(Kernel, Known.Parameter);
  if (!Found)
    return Found.takeError();
  Argument &Pointer = *Found;
  if (!isPowerOf2_64(Known.Bytes) || Known.Bytes > Value::MaximumAlignment)
    return createStringError(Twine(Known.Bytes) + " is no alignment");
  const Align Bytes(Known.Bytes);
  if (Pointer.getParamAlign().valueOrOne() >= Bytes)
    return Error::success();
  Pointer.removeAttr(Attribute::Alignment);
  Pointer.addAttr(Attribute::getWithAlignment(Kernel.getContext(), Bytes));
  return Error::success();
}

Error specializeAlignment(Function &Kernel,
                          ArrayRef<PointerAlignment> Alignments) {
  if (Alignments.empty())
    return Error::success();
  if (Error E = checkNotCalled(Kernel))
    return E;
  for (const PointerAlignment &Known : Alignments)
    if (Error E = noteAlignment(Kernel, Known))
      return E;
  return Error::success();
}

} // namespace ompjit
