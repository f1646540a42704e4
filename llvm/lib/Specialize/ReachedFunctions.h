//===- ReachedFunctions.h - The functions that a kernel reaches -----------===//
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

/// Returns \p Kernel and all functions that it mentions, directly or through
/// others. Code that is reached only by a pointer from memory is not among
/// them.
llvm::SmallSetVector<const llvm::Function *, 16>
reachedFunctions(const llvm::Function &Kernel);

} // namespace ompjit

#endif // OMPJIT_SPECIALIZE_REACHEDFUNCTIONS_H
