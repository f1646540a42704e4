//===- KernelPointers.cpp - The pointers that a kernel gets ---------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelPointers.h"

#include "llvm/IR/Function.h"

using namespace llvm;

namespace ompjit {

Expected<Argument &> pointerOf(Function &Kernel, unsigned Parameter) {
  // Argument 0 is the launch environment.
  if (size_t(Parameter) + 1 >= Kernel.arg_size())
    return createStringError("the kernel " + Kernel.getName() +
                             " has no parameter " + Twine(Parameter));
  Argument &Pointer = *Kernel.getArg(Parameter + 1);
  if (!Pointer.getType()->isPointerTy())
    return createStringError("parameter " + Twine(Parameter) +
                             " of the kernel " + Kernel.getName() +
                             " is not a pointer");
  return Pointer;
}

llvm::Error checkNotCalled(const Function &Kernel) {
  if (!Kernel.use_empty())
    return createStringError("the kernel " + Kernel.getName() +
                             " is called by device code");
  return llvm::Error::success();
}

} // namespace ompjit
