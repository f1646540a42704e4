//===- SpecializeExtents.cpp - Known memory behind pointers ---------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Specialize/Extents.h"

#include "llvm/IR/Function.h"

using namespace llvm;

namespace ompjit {

static Error noteExtent(Function &Kernel, const PointerExtent &Known) {
  // Argument 0 is the launch environment.
  if (size_t(Known.Parameter) + 1 >= Kernel.arg_size())
    return createStringError("the kernel " + Kernel.getName() +
                             " has no parameter " + Twine(Known.Parameter));
  Argument &Pointer = *Kernel.getArg(Known.Parameter + 1);
  if (!Pointer.getType()->isPointerTy())
    return createStringError("parameter " + Twine(Known.Parameter) +
                             " of the kernel " + Kernel.getName() +
                             " is not a pointer");
  if (Pointer.getDereferenceableBytes() >= Known.Bytes)
    return Error::success();
  Pointer.removeAttr(Attribute::Dereferenceable);
  Pointer.addAttr(
      Attribute::getWithDereferenceableBytes(Kernel.getContext(), Known.Bytes));
  return Error::success();
}

Error specializeExtents(Function &Kernel, ArrayRef<PointerExtent> Extents) {
  // A caller within the module would pass pointers of its own.
  if (!Extents.empty() && !Kernel.use_empty())
    return createStringError("the kernel " + Kernel.getName() +
                             " is called by device code");
  for (const PointerExtent &Known : Extents)
    if (Error E = noteExtent(Kernel, Known))
      return E;
  return Error::success();
}

} // namespace ompjit
