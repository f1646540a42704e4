//===- ompjit/Specialize/ArgumentMemory.h - Memory behind an argument -----===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a kernel does with the memory that it reaches through one of its pointer
// arguments: which places it reads, which ones it may write, and whether the
// pointer may escape. Other pointers to the same memory are not considered:
// whether there are any is known only at the launch.
//
// Used by the device link, which writes it into the package, and by
// specialisation, which replaces loads. Changes nothing.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_SPECIALIZE_ARGUMENTMEMORY_H
#define OMPJIT_SPECIALIZE_ARGUMENTMEMORY_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Argument.h"
#include "llvm/IR/Instructions.h"

#include <cstdint>

namespace ompjit {

struct ArgumentMemory {
  /// A load of an integer of at most 64 bits, Offset bytes behind the argument,
  /// however the kernel computes the address. Neither volatile nor atomic.
  struct Field {
    llvm::LoadInst *Load;
    uint64_t Offset;

    unsigned widthBits() const { return Load->getType()->getIntegerBitWidth(); }
  };
  struct Range {
    int64_t Begin, End; ///< Bytes behind the argument; End is exclusive.
  };

  llvm::SmallVector<Field, 0> Fields;
  llvm::SmallVector<Range, 0> Written;
  /// The pointer is stored, or goes where it cannot be followed, so everything
  /// may be written.
  bool IsCaptured = false;
  /// Something of any type is read close behind the argument, but conditionally
  /// or repeatedly.
  bool HasFixedReads = false;

  bool isWritten() const { return IsCaptured || !Written.empty(); }
  bool isWritten(const Field &) const;
};

/// Analyses \p Pointer, a parameter of a kernel. All that the kernel reaches
/// must be materialised.
ArgumentMemory memoryOf(llvm::Argument &Pointer);

} // namespace ompjit

#endif // OMPJIT_SPECIALIZE_ARGUMENTMEMORY_H
