//===- ompjit/Specialize/Fields.h - Fields of structures become constants -===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Many programs pass sizes and modes in a structure that is mapped, or
// coefficients in an array. If the launch knows values behind a pointer
// argument, and nothing changes them during the kernel, they replace the loads
// from there.
//
// Used by the compile service and, as a pass, by opt. The kernel must be
// extracted or at least fully materialised before (Extract.h). The caller must
// make sure that neither the kernel (ArgumentMemory.h) nor anything else writes
// the fields.
//
// Thread-safe for modules in different contexts.
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

/// A value behind a pointer parameter of a kernel.
struct FieldValue {
  unsigned Parameter; ///< Counted without the launch environment.
  uint64_t Offset;    ///< In bytes.
  unsigned WidthBits;
  uint64_t Bits; ///< The value as an integer, which has no bit beyond
                 ///< WidthBits.
};

/// Replaces the loads of \p Kernel, and of what it calls, that read nothing but
/// these fields, at fixed places behind these parameters. Fails if there is no
/// such parameter or it is no pointer.
llvm::Error specializeFields(llvm::Function &Kernel,
                             llvm::ArrayRef<FieldValue> Fields);

/// The same for loads at places that are computed, such as C[K] in a loop over
/// K: those that certainly read nothing else read a constant array instead,
/// whose elements become constants when the loop is unrolled. To be run when
/// the bounds of loops are known.
llvm::Error specializeArrays(llvm::Function &Kernel,
                             llvm::ArrayRef<FieldValue> Fields);

} // namespace ompjit

#endif // OMPJIT_SPECIALIZE_FIELDS_H
