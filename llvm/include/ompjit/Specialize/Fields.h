//===- ompjit/Specialize/Fields.h - Fields of structures become constants -===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Many programs pass sizes and modes in a structure that is mapped. What a
// launch is known to find behind a pointer argument, and never changes during
// the kernel, takes the place of the loads from there.
//
// Used by the compile service and, as a pass, by opt. The kernel must be
// extracted or at least fully materialised before (Extract.h). Whoever names a
// field has made sure that the kernel does not write it (ArgumentMemory.h) and
// that nothing else does.
//
// Threads: different modules in different contexts, at the same time.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_SPECIALIZE_FIELDS_H
#define OMPJIT_SPECIALIZE_FIELDS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>

namespace llvm {
class Function;
} // namespace llvm

namespace ompjit {

/// What lies behind one pointer parameter of a kernel.
struct FieldValue {
  unsigned Parameter; ///< Counted without the launch environment.
  uint64_t Offset;    ///< Bytes.
  unsigned WidthBits;
  uint64_t Bits; ///< As an integer; none beyond WidthBits.
};

/// Replaces the loads of \p Kernel, and of what it calls, that read these
/// fields through these parameters. An error if there is no such parameter or
/// it is no pointer.
llvm::Error specializeFields(llvm::Function &Kernel,
                             llvm::ArrayRef<FieldValue> Fields);

} // namespace ompjit

#endif // OMPJIT_SPECIALIZE_FIELDS_H
