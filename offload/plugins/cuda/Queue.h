//===- Queue.h - Queues, which are streams --------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Streams do not wait for the legacy default stream, nor it for them. What has
// no queue is done in a private one, of which the device keeps as many as were
// ever needed at a time.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_CUDA_QUEUE_H
#define OMPJIT_PLUGINS_CUDA_QUEUE_H

#include "Driver.h"
#include "Staging.h"

#include "ompjit/Plugin.h"

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

namespace ompjit::cuda {

class Call;

/// The kernels that were launched last in a queue, for the sentence that says
/// which of them went wrong. Where threads share a queue, some may be missing.
class RecentKernels {
public:
  /// \p Name outlives the queue.
  void add(const char *Name) {
    const uint32_t Now = Count.load(std::memory_order_relaxed);
    if (Now &&
        Names[(Now - 1) % Names.size()].load(std::memory_order_relaxed) == Name)
      return;
    Names[Now % Names.size()].store(Name, std::memory_order_relaxed);
    Count.store(Now + 1, std::memory_order_release);
  }
  uint32_t count() const { return Count.load(std::memory_order_relaxed); }
  /// Forgets them, unless some came since there were \p Known.
  void clear(uint32_t Known) {
    if (Known)
      Count.compare_exchange_strong(Known, 0);
  }
  /// Appends the names that are not among \p Found yet.
  void list(std::vector<const char *> &Found) const;

private:
  std::array<std::atomic<const char *>, 8> Names = {};
  std::atomic<uint32_t> Count = 0;
};

/// Device memory for the reductions over the teams of a queue's kernels, which
/// run one after the other. Starts with the launch environment.
class ReductionMemory {
public:
  /// The address of an environment whose buffer has \p Bytes at least; 0 if it
  /// fails.
  DevicePointer get(Call &In, ompjit_queue &Queue, uint64_t Bytes) {
    const Block *Now = Current.load(std::memory_order_acquire);
    if (Now && Now->Bytes >= Bytes) [[likely]]
      return Now->Address;
    return grow(In, Queue, Bytes);
  }
  /// When none of the queue's kernels runs.
  void release(const Driver &D);

private:
  struct Block {
    DevicePointer Address;
    uint64_t Bytes;
  };

  DevicePointer grow(Call &In, ompjit_queue &Queue, uint64_t Bytes);

  std::atomic<const Block *> Current = nullptr;
  std::mutex GrowMutex; ///< Guards what follows.
  /// Kernels may still use the smaller ones.
  std::vector<std::unique_ptr<const Block>> Blocks;
};

} // namespace ompjit::cuda

struct ompjit_queue {
  ompjit::cuda::Stream *Stream = nullptr;
  /// Whether anything was put in since it was synchronised.
  std::atomic<bool> HasWork = false;
  ompjit::cuda::RecentKernels Recent;
  ompjit::cuda::ReductionMemory Reductions;
  ompjit::cuda::Staging Staged;
  /// The program waits for its stream by itself.
  std::atomic<bool> IsShown = false;

  void noteWork() { HasWork.store(true, std::memory_order_relaxed); }
};

namespace ompjit::cuda {

/// All queues of a device. Thread safe.
class QueueSet {
public:
  /// Null where the driver makes none.
  ompjit_queue *create(Call &In);
  void destroy(const Driver &D, ompjit_queue *Queue, bool IsUsable);
  void destroyAll(const Driver &D, bool IsUsable);

  /// A private queue for the caller alone, until it is given back.
  ompjit_queue *borrow(Call &In);
  void giveBack(ompjit_queue *Queue);

  template <typename Function> void forEach(Function Do) {
    std::lock_guard Lock(Mutex);
    for (const ompjit_queue *Each : All)
      Do(*Each);
  }

private:
  std::mutex Mutex; ///< Guards what follows.
  std::vector<ompjit_queue *> All;
  std::vector<ompjit_queue *> Idle; ///< Of the private ones.
};

// As the functions of the table.
int createQueue(ompjit_device *Device, ompjit_queue **Queue,
                ompjit_error *Error);
void destroyQueue(ompjit_device *Device, ompjit_queue *Queue);
int synchronizeQueue(ompjit_device *Device, ompjit_queue *Queue,
                     ompjit_error *Error);
int queryQueue(ompjit_device *Device, ompjit_queue *Queue, int *Done,
               ompjit_error *Error);

} // namespace ompjit::cuda

#endif // OMPJIT_PLUGINS_CUDA_QUEUE_H
