//===- ompjit/Cache/StoredImage.h - An entry that was read ------*- C++ -*-===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_CACHE_STOREDIMAGE_H
#define OMPJIT_CACHE_STOREDIMAGE_H

#include "ompjit/Cache/Counters.h"
#include "ompjit/Cache/Key.h"
#include "ompjit/Support/Bytes.h"

#include <cstdint>
#include <memory>

namespace ompjit::cache {

/// An entry that was read and checked; owns its bytes.
struct StoredImage {
  std::unique_ptr<char[]> Bytes;
  size_t Size = 0;  ///< Of Bytes.
  ByteView Fields;  ///< Into Bytes; in canonical form.
  ByteView Payload; ///< Into Bytes.
  uint64_t CompileNs = 0;
  /// It came from a server just now, and the folder has it since.
  bool IsNewInFolder = false;

  ByteView entry() const { return {Bytes.get(), Size}; }
};

/// Returns Hit and fills \p Out if the bytes are exactly an entry with that
/// key, otherwise returns what is wrong with them.
LoadOutcome takeEntry(std::unique_ptr<char[]> Bytes, size_t Size,
                      const Key &Expected, StoredImage &Out);

} // namespace ompjit::cache

#endif // OMPJIT_CACHE_STOREDIMAGE_H
