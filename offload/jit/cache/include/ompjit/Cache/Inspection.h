//===- ompjit/Cache/Inspection.h - Inspecting a cache folder --------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lets people and tools see what is in a cache folder and whether it is intact,
// and remove entries. Programs may use the folder meanwhile; an entry that they
// have removed is Absent.
//
// Unlike DiskStore, this changes nothing unless it is asked to: it refreshes no
// time stamp, removes no bad entry and makes no folder.
//
// Not thread-safe, but any number of processes may inspect a folder at once.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_CACHE_INSPECTION_H
#define OMPJIT_CACHE_INSPECTION_H

#include "ompjit/Cache/Counters.h"
#include "ompjit/Cache/FileSystem.h"
#include "ompjit/Cache/Key.h"
#include "ompjit/Support/Bytes.h"
#include "ompjit/Support/Result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ompjit::cache {

/// The file of an entry.
struct EntryName {
  Key EntryKey;
  bool IsNote = false;

  std::string fileName() const;
  friend bool operator==(const EntryName &, const EntryName &) = default;
};

struct FolderContents {
  std::vector<EntryName> Entries; ///< Ascending by file name.
  uint64_t Temporaries = 0;       ///< Temporary files: entries that are being
                                  ///< written, or leftovers.
  uint64_t ForeignFiles = 0;      ///< Files that the cache did not make.
};

struct EntryReport {
  EntryName Name;
  LoadOutcome State = LoadOutcome::Absent; ///< Hit: intact as far as it was
                                           ///< checked.
  // Valid where there is a file.
  uint64_t FileBytes = 0;
  int64_t UsedSeconds = 0; ///< Time of the last use, by the wall clock; at most
                           ///< an hour too early.
  // Valid where it is intact.
  std::vector<NamedField> Fields;
  uint64_t PayloadBytes = 0;
  uint64_t CompileNs = 0;

  bool isIntact() const { return State == LoadOutcome::Hit; }
  /// Returns the field's value; empty if there is no such field.
  std::string field(std::string_view Name) const;
};

enum class Depth {
  Fields,  ///< Reads the start of the file.
  Payload, ///< Reads and checks every bit.
};

class Inspection {
public:
  /// Fails if the folder is missing or DiskStore would refuse it.
  static Result<Inspection> open(const std::string &Folder,
                                 FileSystem & = FileSystem::system());

  Result<FolderContents> contents();
  /// \p Bytes, if not null, receives the whole entry if it is intact; this
  /// needs Depth::Payload.
  EntryReport inspect(const EntryName &, Depth, std::string *Bytes = nullptr);
  /// Succeeds if the entry does not exist (any more).
  Status remove(const EntryName &);
  /// Removes the least recently used entries until the folder takes at most \p
  /// Bytes on the disk. \returns how many. Fails if another process is doing
  /// the same for longer than a second.
  Result<uint64_t> prune(uint64_t Bytes);
  /// Removes temporary files that nobody has written for more than an hour.
  void removeOldTemporaries();

private:
  Inspection(FileSystem &Files, FileHandle Root)
      : Files(&Files), Root(std::move(Root)) {}

  FileSystem *Files;
  FileHandle Root;
};

} // namespace ompjit::cache

#endif // OMPJIT_CACHE_INSPECTION_H
