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
// whether there are any is known only at the launch. A local variable into
// which the memory is copied once, and which nothing else changes, counts as
// the memory: so a region gets its own copy of an array (firstprivate).
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
#include <optional>

namespace ompjit {

struct ArgumentMemory {
  /// A load of a number or of a vector of numbers, Offset bytes behind the
  /// argument, however the kernel computes the address. Neither volatile nor
  /// atomic.
  struct Field {
    llvm::LoadInst *Load;
    uint64_t Offset;

    uint64_t bytes() const;
  };
  /// A pointer that leads Offset bytes behind the argument.
  struct Place {
    llvm::Value *Pointer;
    int64_t Offset;
  };
  /// An array whose contents the program names (ompjit/Specialize.h).
  struct NamedArray {
    /// Behind the argument; nothing if it is not always the same.
    std::optional<uint64_t> Offset;
    uint64_t ElementBytes = 0;
    std::optional<uint64_t> Count; ///< Nothing if it is no constant.

    bool operator==(const NamedArray &) const = default;
  };
  struct Range {
    int64_t Begin, End; ///< Bytes behind the argument; End is exclusive.
  };

  llvm::SmallVector<Field, 0> Fields;
  llvm::SmallVector<Place, 0> Places;
  llvm::SmallVector<NamedArray, 0> Arrays;
  llvm::SmallVector<Range, 0> Written;
  /// The pointer is stored, or goes where it cannot be followed, so everything
  /// may be written.
  bool IsCaptured = false;
  /// Something of any type is read close behind the argument, but conditionally
  /// or repeatedly.
  bool HasFixedReads = false;

  bool isWritten() const { return IsCaptured || !Written.empty(); }
  /// Returns how many bytes from \p Offset on the kernel does not write.
  uint64_t readBytes(uint64_t Offset) const;
};

/// Analyses \p Pointer, a parameter of a kernel. All that the kernel reaches
/// must be materialised.
ArgumentMemory memoryOf(llvm::Argument &Pointer);

} // namespace ompjit

#endif // OMPJIT_SPECIALIZE_ARGUMENTMEMORY_H
