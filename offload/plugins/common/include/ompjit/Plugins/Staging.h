//===- ompjit/Plugins/Staging.h - Copies to memory that is not pinned -----===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A driver copies to memory that is not pinned before it returns, if it
// supports that at all, so the caller would wait for everything in the queue. A
// small copy goes to pinned memory instead. The thread that learns that it is
// over copies it to its place: by waiting for its queue, for an event behind
// it, or for a queue that has waited for such an event.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_STAGING_H
#define OMPJIT_PLUGINS_STAGING_H

#include "ompjit/Support/Mutex.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace ompjit::plugins {

/// Thread safe.
class StagedCopy {
public:
  StagedCopy(void *To, const void *From, uint64_t Size)
      : To(To), From(From), Size(Size) {}

  /// To be called when the device is done with the copy; only the first call
  /// has an effect.
  void finish();
  bool isDone() const { return IsDone.load(std::memory_order_acquire); }
  bool touches(const void *Begin, uint64_t Bytes) const;
  const void *place() const { return From; }

private:
  void *const To;
  const void *const From;
  const uint64_t Size;
  Mutex Guard;
  std::atomic<bool> IsDone = false;
};

using StagedCopies = std::vector<std::shared_ptr<StagedCopy>>;

void finishAll(const StagedCopies &Copies);

/// The copies to be finished when the work in a queue is over: its own, and
/// those of other queues that it waits for. Thread-safe.
class Staging {
public:
  /// For larger copies, the caller should wait for the device.
  static constexpr uint64_t MaxBytes = 16 << 10;

  bool isEmpty() const { return !HasAny.load(std::memory_order_acquire); }

  /// Puts a copy of \p Size bytes into the device's queue by \p Put, which
  /// takes its place in pinned memory and returns 0 on success. \returns the
  /// result of Put; nothing if the copy is better made directly. \p Allocate
  /// makes the pinned memory once, or returns null.
  template <typename Allocation, typename Function>
  auto copy(void *To, uint64_t Size, Allocation Allocate, Function Put)
      -> std::optional<decltype(Put(To))> {
    if (Size > MaxBytes)
      return std::nullopt;
    // Under one lock, so that a thread that has waited for less does not take
    // the copy for over.
    MutexLock Lock(Guard);
    if (!Arena)
      Arena = static_cast<char *>(Allocate(ArenaBytes));
    char *Room = room(Size);
    if (!Room)
      return std::nullopt;
    const auto Failed = Put(Room);
    if (Failed == decltype(Failed){})
      keep(std::make_shared<StagedCopy>(To, Room, Size));
    return Failed;
  }
  void add(const StagedCopies &OfOthers);

  StagedCopies all();
  /// Whether one of the copies is to change these bytes.
  bool touches(const void *Begin, uint64_t Bytes);

  /// Gives up the pinned memory and returns it; null if there is none. To be
  /// called when no copy is under way.
  void *takeArena();

private:
  static constexpr uint64_t ArenaBytes = 64 << 10;

  void keep(std::shared_ptr<StagedCopy> New) OMPJIT_REQUIRES(Guard);
  void dropDone() OMPJIT_REQUIRES(Guard);
  char *room(uint64_t Size) OMPJIT_REQUIRES(Guard);

  std::atomic<bool> HasAny = false;
  Mutex Guard;
  StagedCopies Copies OMPJIT_GUARDED_BY(Guard);
  char *Arena OMPJIT_GUARDED_BY(Guard) = nullptr;
  uint64_t Used OMPJIT_GUARDED_BY(Guard) = 0;
};

} // namespace ompjit::plugins

#endif // OMPJIT_PLUGINS_STAGING_H
