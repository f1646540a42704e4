//===- SpecializeExtents.cpp - Known memory behind pointers ---------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Specialize/Extents.h"

#include "KernelPointers.h"

#include "llvm/IR/Function.h"

using namespace llvm;

namespace ompjit {

static Error noteExtent(Function &Kernel, const PointerExtent &Known) {
  Expected<Argument &> Found = pointerOf(Kernel, Known.Parameter);
  if (!Found)
    return Found.takeError();
  Argument &Pointer = *Found;
  if (Pointer.getDereferenceableBytes() >= Known.Bytes)
    return Error::success();
  Pointer.removeAttr(Attribute::Dereferenceable);
  Pointer.addAttr(
      Attribute::getWithDereferenceableBytes(Kernel.getContext(), Known.Bytes));
  return Error::success();
}

Error specializeExtents(Function &Kernel, ArrayRef<PointerExtent> Extents) {
  if (Extents.empty())
    return Error::success();
  if (Error E = checkNotCalled(Kernel))
    return E;
  for (const PointerExtent &Known : Extents)
    if (Error E = noteExtent(Kernel, Known))
      return E;
  return Error::success();
}

} // namespace ompjit
