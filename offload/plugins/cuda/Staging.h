//===- Staging.h - Small copies to ordinary memory of the program ---------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The driver copies to memory that is not pinned before it returns, so the
// caller would wait for all that is in the queue. A small copy goes to pinned
// memory instead, and from there to its place by whoever learns that it is
// over: by waiting for its queue, or for an event behind it, or for a queue
// that has waited for such an event.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_CUDA_STAGING_H
#define OMPJIT_PLUGINS_CUDA_STAGING_H

#include "Driver.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace ompjit::cuda {

/// Thread safe.
class StagedCopy {
public:
  StagedCopy(void *To, const void *From, uint64_t Size)
      : To(To), From(From), Size(Size) {}

  /// To be called when the device is done with it; does it once.
  void finish();
  bool isDone() const { return IsDone.load(std::memory_order_acquire); }
  bool touches(const void *Begin, uint64_t Bytes) const;
  const void *place() const { return From; }

private:
  void *const To;
  const void *const From;
  const uint64_t Size;
  std::mutex Mutex;
  std::atomic<bool> IsDone = false;
};

using StagedCopies = std::vector<std::shared_ptr<StagedCopy>>;

void finishAll(const StagedCopies &Copies);

/// What is to be finished when the work in a queue is over: its own copies, and
/// those of others that it waits for. Thread safe.
class Staging {
public:
  bool isEmpty() const { return !HasAny.load(std::memory_order_acquire); }

  /// Puts the copy into \p Queue; nothing where it is better made directly.
  std::optional<Result> copy(const Driver &D, Stream *Queue, void *To,
                             DevicePointer From, uint64_t Size);
  void add(const StagedCopies &OfOthers);

  StagedCopies all();
  /// Whether one of them is to change these bytes.
  bool touches(const void *Begin, uint64_t Bytes);

  /// When none is under way.
  void release(const Driver &D);

private:
  void dropDone();
  char *room(const Driver &D, uint64_t Size);

  std::atomic<bool> HasAny = false;
  std::mutex Mutex; ///< Guards what follows.
  StagedCopies Copies;
  char *Arena = nullptr;
  uint64_t Used = 0;
};

} // namespace ompjit::cuda

#endif // OMPJIT_PLUGINS_CUDA_STAGING_H
