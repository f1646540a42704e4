//===- KernelPointers.h - The pointers that a kernel gets -------*- C++ -*-===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checks of passes that use facts about pointer parameters.
//
// Private to the library.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_SPECIALIZE_KERNELPOINTERS_H
#define OMPJIT_SPECIALIZE_KERNELPOINTERS_H

#include "llvm/IR/Argument.h"
#include "llvm/Support/Error.h"

namespace ompjit {

/// Returns the pointer parameter of that number, counted without the launch
/// environment. Fails if there is none.
llvm::Expected<llvm::Argument &> pointerOf(llvm::Function &Kernel,
                                           unsigned Parameter);

/// Fails if a function of the module calls \p Kernel, because it would pass its
/// own pointers.
llvm::Error checkNotCalled(const llvm::Function &Kernel);

} // namespace ompjit

#endif // OMPJIT_SPECIALIZE_KERNELPOINTERS_H
