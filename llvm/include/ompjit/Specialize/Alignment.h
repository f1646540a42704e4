//===- ompjit/Specialize/Alignment.h - Known alignment of pointers --------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Specialises a kernel for how its pointer arguments are aligned: neighbouring
// loads and stores can then be merged into one of a vector. The kernel must
// have been extracted before (Extract.h).
//
// Threads: different modules in different contexts, at the same time.
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

/// Notes the alignments at the parameters of \p Kernel, unless more is known of
/// one already. An error if there is no such parameter, if it is no pointer, or
/// if the number is no alignment.
llvm::Error specializeAlignment(llvm::Function &Kernel,
                                llvm::ArrayRef<PointerAlignment> Known);

} // namespace ompjit

#endif // OMPJIT_SPECIALIZE_ALIGNMENT_H
