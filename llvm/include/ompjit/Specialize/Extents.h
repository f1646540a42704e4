//===- ompjit/Specialize/Extents.h - Known memory behind pointers ---------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Specialises a kernel for how much memory lies behind its pointer arguments at
// least: what the kernel reads there under a condition can then be read before
// the condition is known, and once for a whole loop. The kernel must have been
// extracted before (Extract.h).
//
// Threads: different modules in different contexts, at the same time.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_SPECIALIZE_EXTENTS_H
#define OMPJIT_SPECIALIZE_EXTENTS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>

namespace llvm {
class Function;
} // namespace llvm

namespace ompjit {

struct PointerExtent {
  unsigned Parameter; ///< Counted without the launch environment.
  uint64_t Bytes;     ///< Readable from the pointer on, while the kernel runs.
};

/// Notes the extents at the parameters of \p Kernel, unless more is known of
/// one already. An error if there is no such parameter, if it is no pointer, or
/// if device code calls the kernel.
llvm::Error specializeExtents(llvm::Function &Kernel,
                              llvm::ArrayRef<PointerExtent> Known);

} // namespace ompjit

#endif // OMPJIT_SPECIALIZE_EXTENTS_H
