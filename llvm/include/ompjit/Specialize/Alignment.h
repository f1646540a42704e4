//===- ompjit/Specialize/Alignment.h - Known alignment of pointers --------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Specialises a kernel for the alignment of its pointer arguments: neighbouring
// loads and stores can then be merged into one of a vector. The kernel must
// have been extracted before (Extract.h).
//
// Thread-safe for modules in different contexts.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_SPECIALIZE_ALIGNMENT_H
#define OMPJIT_SPECIALIZE_ALIGNMENT_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>

namespace llvm {
class Function;
} // namespace llvm

namespace ompjit {

struct PointerAlignment {
  unsigned Parameter; ///< Counted without the launch environment.
  uint64_t Bytes;     ///< A power of two.
};

/// Adds the alignments to the parameters of \p Kernel, unless a larger one is
/// known already. Fails if there is no such parameter, if it is no pointer, or
/// if the number is no alignment.
llvm::Error specializeAlignment(llvm::Function &Kernel,
                                llvm::ArrayRef<PointerAlignment> Known);

} // namespace ompjit

#endif // OMPJIT_SPECIALIZE_ALIGNMENT_H
