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
#include "ompjit/Plugins/RecentKernels.h"
#include "ompjit/Plugins/ReductionMemory.h"
#include "ompjit/Plugins/Staging.h"

#include "ompjit/Plugin.h"

#include <atomic>
#include <cstdint>
#include <mutex>
#include <vector>

namespace ompjit::cuda {

class Call;

} // namespace ompjit::cuda

struct ompjit_queue {
  ompjit::cuda::Stream *Stream = nullptr;
  /// Whether anything was put in since it was synchronised.
  std::atomic<bool> HasWork = false;
  ompjit::plugins::RecentKernels Recent;
  ompjit::plugins::ReductionMemory Reductions;
  ompjit::plugins::Staging Staged;
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
