//===- SpecializeAlignment.cpp - Known alignment of pointers --------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Specialize/Alignment.h"

#include "llvm/IR/Function.h"
#include "llvm/IR/Value.h"
#include "llvm/Support/Alignment.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace ompjit {

static Error noteAlignment(Function &Kernel, const PointerAlignment &Known) {
  // Argument 0 is the launch environment.
  if (size_t(Known.Parameter) + 1 >= Kernel.arg_size())
    return createStringError("the kernel " + Kernel.getName() +
                             " has no parameter " + Twine(Known.Parameter));
  Argument &Pointer = *Kernel.getArg(Known.Parameter + 1);
  if (!Pointer.getType()->isPointerTy())
    return createStringError("parameter " + Twine(Known.Parameter) +
                             " of the kernel " + Kernel.getName() +
                             " is not a pointer");
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
  // A caller within the module would pass pointers of its own.
  if (!Alignments.empty() && !Kernel.use_empty())
    return createStringError("the kernel " + Kernel.getName() +
                             " is called by device code");
  for (const PointerAlignment &Known : Alignments)
    if (Error E = noteAlignment(Kernel, Known))
      return E;
  return Error::success();
}

} // namespace ompjit
