//===- ompjit/Cache/BundleHeader.h - The header of a bundle ---------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_CACHE_BUNDLEHEADER_H
#define OMPJIT_CACHE_BUNDLEHEADER_H

#include "ompjit/Cache/Key.h"

#include <cstdint>

namespace ompjit::cache {

constexpr uint32_t BundleVersion = 1;
constexpr char BundleMagic[8] = {'O', 'M', 'P', 'J', 'I', 'T', 'C', 'B'};

struct BundleHeader {
  char Magic[8];
  uint32_t Version;
  uint32_t HeaderSize;  ///< Bytes of this structure.
  uint64_t Count;       ///< Of entries.
  uint64_t IndexOffset; ///< The file ends with the index.
  uint8_t HeaderDigest[16];
};
static_assert(sizeof(BundleHeader) == 48);

/// A row of the index.
struct BundleSlot {
  Key EntryKey;
  uint64_t Offset; ///< From the start of the file.
  uint64_t Size;   ///< Of the entry.
};
static_assert(sizeof(BundleSlot) == 48);

/// The digest covers everything in the header before it.
void setDigest(BundleHeader &);
bool hasItsDigest(const BundleHeader &);

} // namespace ompjit::cache

#endif // OMPJIT_CACHE_BUNDLEHEADER_H
