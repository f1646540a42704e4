//===- ompjit/Cache/Counters.h - What happened to the cache, by reason ----===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every load and every store of the disk cache ends in exactly one outcome of
// the tables below, and each outcome is counted: the cache never reports an
// error to the program, so the counts are how a person learns why it is slow.
//
// Counting is thread-safe. A snapshot that is taken while others count may lie
// between two of their events.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_CACHE_COUNTERS_H
#define OMPJIT_CACHE_COUNTERS_H

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace ompjit::cache {

/// How a load ended. All but Hit are misses.
enum class LoadOutcome : uint8_t {
  Hit,
  NoFolder,         ///< There is no usable cache folder.
  Absent,           ///< No entry of that key.
  NotRegular,       ///< A link, fifo, folder ... has the entry's name.
  ForeignOwner,     ///< The file belongs to another user.
  WritableByOthers, ///< Group or others may write the file.
  Linked,           ///< The file has further names.
  TooLarge,         ///< Larger than any entry that is written.
  Truncated,        ///< Shorter than its header says, or than a header.
  BadMagic,
  OtherVersion,
  BadHeader,    ///< Header or fields are damaged.
  OtherKey,     ///< An intact entry of another key.
  BadPayload,   ///< The payload is damaged.
  IoError,      ///< The system could not read it.
  Unreachable,  ///< A remote store does not answer in time.
  NotAuthentic, ///< Not signed with the secret.
  NotReadable,  ///< The user may not read the file that belongs to them.
  NumOutcomes
};

/// How a store ended.
enum class StoreOutcome : uint8_t {
  Stored,
  AlreadyThere, ///< Another process was first.
  NoFolder,     ///< There is no usable cache folder.
  ReadOnly,     ///< The folder cannot be written.
  TooLarge,     ///< Larger than the limit of the cache.
  NoSpace,      ///< Disk full or quota reached.
  IoError,
  Unreachable, ///< A remote store does not answer, or is too slow.
  NumOutcomes
};

/// Other events.
enum class CacheEvent : uint8_t {
  BadEntryRemoved,
  WaitedForOther,  ///< Another process compiled the image meanwhile.
  WaitTimedOut,    ///< The other process took longer than the limit.
  LockUnavailable, ///< The file system has no locks: several processes may
                   ///< compile an image.
  Collection,      ///< This process ran the collector.
  Evicted,         ///< Entries that it removed.
  MovedAside,      ///< Something that had an entry's name and could not be
                   ///< removed.
  NumEvents
};

/// Names as they appear in statistics.
const char *nameOf(LoadOutcome);
const char *nameOf(StoreOutcome);
const char *nameOf(CacheEvent);

template <typename Enum, size_t Size> class CounterArray {
public:
  void add(Enum What, uint64_t Number = 1) {
    Counts[size_t(What)].fetch_add(Number, std::memory_order_relaxed);
  }
  uint64_t operator[](Enum What) const {
    return Counts[size_t(What)].load(std::memory_order_relaxed);
  }

  /// Calls \p Visit(name, count) for every member.
  template <typename Visitor> void forEach(Visitor Visit) const {
    for (size_t I = 0; I != Size; ++I)
      Visit(nameOf(Enum(I)), (*this)[Enum(I)]);
  }

private:
  std::array<std::atomic<uint64_t>, Size> Counts{};
};

struct Counters {
  CounterArray<LoadOutcome, size_t(LoadOutcome::NumOutcomes)> Loads;
  CounterArray<StoreOutcome, size_t(StoreOutcome::NumOutcomes)> Stores;
  CounterArray<CacheEvent, size_t(CacheEvent::NumEvents)> Events;
};

} // namespace ompjit::cache

#endif // OMPJIT_CACHE_COUNTERS_H
