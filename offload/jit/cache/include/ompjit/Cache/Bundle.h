//===- ompjit/Cache/Bundle.h - Many images in one file --------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A bundle is an immutable file of entries (Entry.h). `omp-jit-cache export`
// makes it, it is shipped with an application or a module, and programs read it
// in place.
//
// Grammar (integers little-endian; docs/cache-format.md tells it in words):
//
//   bundle = header entry* index
//   header = "OMPJITCB" version:u32 header-size:u32 count:u64 index-offset:u64
//            header-digest:16 bytes
//   index  = { key:32 bytes offset:u64 size:u64 } * count, ascending by key
//
// `header-digest` is XXH3-128 of the header before it. The index has no digest:
// if it is damaged, a look-up leads to no entry or to one of another key, which
// is a miss.
//
// Version history
//   1  first version
//
// A reader trusts a bundle as it does the cache folder: it must be a regular
// file of the user or of root, which nobody else may write.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_CACHE_BUNDLE_H
#define OMPJIT_CACHE_BUNDLE_H

#include "ompjit/Cache/BundleHeader.h"
#include "ompjit/Cache/Counters.h"
#include "ompjit/Cache/FileSystem.h"
#include "ompjit/Cache/Key.h"
#include "ompjit/Cache/StoredImage.h"
#include "ompjit/Cache/WholeFile.h"
#include "ompjit/Support/Bytes.h"
#include "ompjit/Support/Result.h"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace ompjit::cache {

/// An open bundle. Its functions read the file and may be called from any
/// number of threads at once.
class Bundle {
public:
  /// Follows links. Fails if the file is not a bundle, is damaged at its start,
  /// or must not be trusted.
  static Result<Bundle> open(const std::string &Path,
                             FileSystem & = FileSystem::system());

  /// Returns Hit and the checked entry, otherwise the reason for the miss.
  LoadOutcome read(const Key &, StoredImage &) const;

  /// False if the program has closed the file.
  bool isOpen() const { return File.get() >= 0; }

  uint64_t numEntries() const { return Count; }
  /// Slot \p I in the order of keys; nothing if the system cannot read it.
  std::optional<BundleSlot> slot(uint64_t I) const;
  LoadOutcome read(const BundleSlot &, StoredImage &) const;

private:
  Bundle(FileSystem &Files, KeptFile File)
      : Files(&Files), File(std::move(File)) {}
  std::optional<BundleSlot> slot(int Opened, uint64_t I) const;
  LoadOutcome read(int Opened, const BundleSlot &, StoredImage &) const;

  FileSystem *Files;
  KeptFile File;
  uint64_t Count = 0;
  uint64_t IndexOffset = 0;
};

/// Writes a bundle, entry by entry, to a temporary file beside its place, which
/// it renames at the end: readers see either the old bundle or the whole new
/// one. An unfinished bundle is removed. If the path leads to something that is
/// not a regular file, the bundle is written to that. Everybody may read the
/// file. Not thread-safe.
class BundleWriter {
public:
  static Result<BundleWriter> create(const std::string &Path,
                                     FileSystem & = FileSystem::system());
  BundleWriter(BundleWriter &&) noexcept = default;

  /// \p Entry must be intact and have that key. Does nothing if the bundle has
  /// the key already.
  Status add(const Key &, ByteView Entry);
  Status finish();

  uint64_t numEntries() const { return Slots.size(); }
  uint64_t numBytes() const { return Offset; }

private:
  BundleWriter(FileSystem &Files, WholeFile File)
      : Files(&Files), File(std::move(File)) {}
  Status write(uint64_t Position, ByteView);

  FileSystem *Files;
  WholeFile File;
  std::map<std::array<uint8_t, 32>, BundleSlot> Slots;
  uint64_t Offset = sizeof(BundleHeader);
};

} // namespace ompjit::cache

#endif // OMPJIT_CACHE_BUNDLE_H
