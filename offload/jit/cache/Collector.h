//===- Collector.h - Keeps the cache folder within its size ---------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The size of the folder is estimated in the state file, to which every store
// adds; listing the folder at each store would cost more than the store. When
// the estimate passes the limit, one process at a time lists the folder,
// removes the entries that were not used for the longest time, and writes down
// the true size. The estimate may be wrong at any time (crashes, lost updates):
// the next listing corrects it, and a listing is forced from time to time.
//
//   state = "OMPJITST" bytes:u64 stores-since-listing:u64 check:u64
//
// `check` is XXH3-64 of the bytes before it. The state file is also where locks
// are taken, as byte ranges: byte 0 for its content, byte 1 for the collector,
// and bytes from 2^62 on, by key, for compiles (DiskStore). So no lock leaves a
// file behind.
//
// Private to the cache library. Thread-safe: every call makes an object of its
// own.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_CACHE_COLLECTOR_H
#define OMPJIT_CACHE_COLLECTOR_H

#include "ompjit/Cache/Counters.h"
#include "ompjit/Cache/FileSystem.h"
#include "ompjit/Cache/Key.h"

#include <atomic>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ompjit::cache {

constexpr char StateFile[] = "omp-jit.state";
constexpr std::string_view EntrySuffix = ".img";
constexpr std::string_view NoteSuffix = ".note";
constexpr std::string_view TemporaryPrefix = "omp-jit.tmp.";

/// Name of the file that holds an entry.
std::string entryName(const Key &);
std::string noteName(const Key &);
/// True for names that entryName() and noteName() can return.
bool isEntryName(std::string_view);

/// Bytes that a file takes on the disk, which come in blocks. Computed from the
/// file's length if the file system does not say, or does not say yet.
uint64_t occupiedBytes(uint64_t Size);
uint64_t occupiedBytes(const struct stat &);

/// Opens the state file; every call opens it anew, so that its locks exclude
/// those of all others.
FileHandle openState(FileSystem &, int Folder);

class Collector {
public:
  /// \p Pending holds the bytes of entries that could not be added because the
  /// state was locked; they are added together with the next entry.
  Collector(FileSystem &Files, int Folder, uint64_t LimitBytes,
            Counters &Counts, std::atomic<uint64_t> &Pending)
      : Files(Files), Folder(Folder), LimitBytes(LimitBytes), Counts(Counts),
        PendingBytes(Pending) {}

  /// Accounts for a new entry of this size on the disk, and collects if need
  /// be.
  void added(uint64_t OccupiedBytes);

  /// Removes the least recently used entries until at most \p Target bytes are
  /// left, without a time limit. \returns how many it removed; nothing if
  /// another process collects for longer than a second.
  std::optional<uint64_t> prune(uint64_t Target);
  /// Removes temporary files that nobody has written for more than an hour.
  void removeOldTemporaries();

private:
  struct State {
    uint64_t Bytes = 0;
    uint64_t Stores = 0;
  };
  struct Candidate;

  bool lockState(const FileHandle &File);
  std::optional<State> currentState();
  std::optional<State> readState(const FileHandle &File);
  void writeState(const FileHandle &File, const State &);
  FileHandle lockCollector(uint64_t WaitNs);
  void collect(const State &Cause);
  uint64_t collectLocked(const State &Cause, uint64_t Target,
                         uint64_t Deadline);
  uint64_t ownBytes();
  std::vector<Candidate> listEntries(uint64_t Deadline, bool &Complete);
  std::optional<Candidate> inspect(const char *Name, int64_t Now);
  void removeTemporary(const char *Name, int64_t Now);
  uint64_t evict(std::vector<Candidate> Entries, uint64_t &FolderBytes,
                 uint64_t Target, uint64_t Deadline);

  FileSystem &Files;
  int Folder;
  uint64_t LimitBytes;
  Counters &Counts;
  std::atomic<uint64_t> &PendingBytes;
};

} // namespace ompjit::cache

#endif // OMPJIT_CACHE_COLLECTOR_H
