//===- ReachedFunctions.h - What a kernel calls -----------------*- C++ -*-===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to the library.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_SPECIALIZE_REACHEDFUNCTIONS_H
#define OMPJIT_SPECIALIZE_REACHEDFUNCTIONS_H

#include "llvm/ADT/SetVector.h"

namespace llvm {
class Function;
} // namespace llvm

namespace ompjit {

/// \p Kernel and the functions that it, or one of these, mentions. Code that is
/// reached by a pointer from memory alone is not among them.
llvm::SmallSetVector<const llvm::Function *, 16>
reachedFunctions(const llvm::Function &Kernel);

} // namespace ompjit

#endif // OMPJIT_SPECIALIZE_REACHEDFUNCTIONS_H
