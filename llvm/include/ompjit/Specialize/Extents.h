//===- ompjit/Specialize/Extents.h - Known memory behind pointers ---------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Specialises a kernel for the minimum size of the memory behind its pointer
// arguments: conditional reads of that memory can then be moved before the
// condition, and out of a loop. The kernel must have been extracted before
// (Extract.h).
//
// Thread-safe for modules in different contexts.
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

/// Adds the extents to the parameters of \p Kernel, unless a larger one is
/// known already. Fails if there is no such parameter, if it is no pointer, or
/// if device code calls the kernel.
llvm::Error specializeExtents(llvm::Function &Kernel,
                              llvm::ArrayRef<PointerExtent> Known);

} // namespace ompjit

#endif // OMPJIT_SPECIALIZE_EXTENTS_H
