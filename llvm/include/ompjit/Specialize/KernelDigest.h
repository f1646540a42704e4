//===- ompjit/Specialize/KernelDigest.h - Which kernel this is ------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Recognises a kernel in other builds of its program, so that what was measured
// for it still counts after other code has changed.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_SPECIALIZE_KERNELDIGEST_H
#define OMPJIT_SPECIALIZE_KERNELDIGEST_H

#include "llvm/ADT/DenseMap.h"

#include <cstdint>

namespace llvm {
class Function;
} // namespace llvm

namespace ompjit {

/// Digests of kernels of one module. Not thread-safe.
class KernelDigests {
public:
  /// Returns a number that depends on the instructions of the kernel and of all
  /// functions that it reaches, and on the bounds of its launches, not on debug
  /// information, on the module's other code or on the contents of variables.
  /// Kernels that differ can have the same number, so only speed may depend on
  /// it.
  uint64_t of(const llvm::Function &Kernel);

private:
  llvm::DenseMap<const llvm::Function *, uint64_t> Known;
};

} // namespace ompjit

#endif // OMPJIT_SPECIALIZE_KERNELDIGEST_H
