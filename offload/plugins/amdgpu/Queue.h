//===- Queue.h - Queues of a GPU of AMD's ---------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A queue puts its kernels into a lane, which it shares with others. Copies go
// to engines of their own: what they, and kernels behind them, have to wait for
// is told by signals. So a queue remembers what of it is aside of the lane.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_AMDGPU_QUEUE_H
#define OMPJIT_PLUGINS_AMDGPU_QUEUE_H

#include "Completion.h"
#include "HipStream.h"
#include "ompjit/Plugins/QueueSet.h"
#include "ompjit/Plugins/RecentKernels.h"
#include "ompjit/Plugins/ReductionMemory.h"
#include "ompjit/Plugins/Staging.h"

#include "ompjit/Plugin.h"

#include <atomic>
#include <mutex>
#include <vector>

struct ompjit_queue {
  std::atomic<ompjit::amdgpu::Lane *> Line =
      nullptr; ///< From its first kernel.
  /// Whether anything was put in since it was synchronised.
  std::atomic<bool> HasWork = false;
  /// Whether the lane has work of it that Aside does not stand for.
  std::atomic<bool> IsInLane = false;
  /// Whether a kernel has to look what is aside.
  std::atomic<bool> HasAside = false;
  /// Whatever is put in waits for it. Null unless somebody has asked for it.
  std::atomic<ompjit::amdgpu::HipStream *> Stream = nullptr;
  ompjit::plugins::RecentKernels Recent;
  ompjit::plugins::ReductionMemory Reductions;
  ompjit::plugins::Staging Staged;

  std::mutex Mutex; ///< Guards what follows.
  /// What is put in next waits for it.
  ompjit::amdgpu::CompletionRefs Aside;

  void noteWork() { HasWork.store(true, std::memory_order_relaxed); }
  /// When Aside has changed.
  void noteAside() { HasAside = !Aside.empty() || Stream.load(); }
};

namespace ompjit::amdgpu {

/// When the device is closed.
void deleteQueues(ompjit_device &Device);

/// The queue's lane; null where it fails.
Lane *laneOf(Call &In, ompjit_queue &Queue);

/// What the queue has to wait for, in \p All: its place. Its mutex is held.
int placeOf(Call &In, ompjit_queue &Queue, CompletionRefs &All);

/// Waits for what the program has put into the queue's stream. Its mutex is not
/// held.
int awaitStream(Call &In, ompjit_queue &Queue);

/// Lets what is put into \p Line from now on wait for what is aside.
int settle(Call &In, ompjit_queue &Queue, Lane &Line);

// As the functions of the table.
int createQueue(ompjit_device *Device, ompjit_queue **Queue,
                ompjit_error *Error);
void destroyQueue(ompjit_device *Device, ompjit_queue *Queue);
int synchronizeQueue(ompjit_device *Device, ompjit_queue *Queue,
                     ompjit_error *Error);
int queryQueue(ompjit_device *Device, ompjit_queue *Queue, int *Done,
               ompjit_error *Error);

} // namespace ompjit::amdgpu

#endif // OMPJIT_PLUGINS_AMDGPU_QUEUE_H
