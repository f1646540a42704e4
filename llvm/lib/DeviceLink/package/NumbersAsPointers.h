//===- NumbersAsPointers.h - Numbers in pointers ----------------*- C++ -*-===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// flang declares all parameters of kernels as pointers, and those that are
// passed by value hold a number. As pointers they would not be specialised for,
// but for the alignment that their bits seem to have.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_DEVICELINK_NUMBERSASPOINTERS_H
#define OMPJIT_DEVICELINK_NUMBERSASPOINTERS_H

#include "llvm/IR/Function.h"

namespace ompjit::devicelink {

/// Gives the type i64 to parameters of \p Kernel that are pointers and whose
/// code only takes numbers of at most 32 bits, or of type double, out of their
/// bits. A launch passes the same word for both types. \returns the function
/// that has the place of \p Kernel; another one than that if anything changed.
llvm::Function *retypeNumbers(llvm::Function &Kernel);

/// Whether the kernel does nothing with \p Parameter but to store it in a
/// variable that other functions access. They do not see what is known of it.
bool isOnlyKept(const llvm::Argument &Parameter);

} // namespace ompjit::devicelink

#endif // OMPJIT_DEVICELINK_NUMBERSASPOINTERS_H
