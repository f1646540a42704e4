//===- Operation.h - What one construct does on a device ------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The copies and the kernel of a construct run in the order in which they are
// requested. On a device whose queues overlap with the host they go into one
// queue, and the host waits once, at the end, or, for a `nowait` construct,
// comes back later; on any other device each is done when its call returns, and
// nothing is left for the end.
//
// An operation lives on the stack of the thread that runs the construct. One
// that outlives the call (a deferred one) is made with std::make_shared.
//
// Threads: one thread builds the operation; then any threads may call finish()
// and tryFinish(), and each call returns the result of the first. Other threads
// may find a deferred operation before it is built; they wait for release().
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LIBOMPTARGET_PLUGIN_OPERATION_H
#define OMPJIT_LIBOMPTARGET_PLUGIN_OPERATION_H

#include "PluginDevice.h"
#include "QueuePool.h"
#include "ompjit/Support/Mutex.h"
#include "support/Observer.h"

#include "ompjit/Support/Result.h"

#include <atomic>
#include <forward_list>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace ompjit {

class Operation : public std::enable_shared_from_this<Operation> {
public:
  /// \p Pool is null for a device whose queues do not overlap with the host.
  Operation(const PluginDevice &Device, QueuePool *Pool)
      : Device(Device), Pool(Pool) {}
  /// Puts everything into \p Queue of the program, which goes on being used for
  /// other work, and is deferred. The operation waits for the place that
  /// markEnd() has marked.
  Operation(const PluginDevice &Device, QueuePool &Pool, ompjit_queue *Queue)
      : Device(Device), Pool(&Pool), Queue(Queue), IsOfProgram(true) {}
  /// Waits for work that is still in the queue; its errors are lost.
  ~Operation();
  Operation(const Operation &) = delete;
  Operation &operator=(const Operation &) = delete;

  const PluginDevice &device() const { return Device; }

  /// Prevents others from finishing the operation before release().
  void retain() { IsBuilt = false; }
  /// To be called when the thread leaves the construct. \p Left is the
  /// construct's event, if somebody observes: it resumes and ends in the thread
  /// that finishes the operation.
  void release(std::optional<ConstructEvent> Left);

  /// Whether work may still run when the calls below have returned.
  bool overlaps() const { return Pool != nullptr; }

  /// Whether the construct is a deferred one.
  bool isDeferred() const {
    return IsOfProgram || !IsBuilt.load(std::memory_order_relaxed);
  }

  /// To be called when all is requested, if the queue is the program's.
  Status markEnd();

  /// Returns the queue for the plugin's functions; null if everything is done
  /// at once. Takes it from the pool at the first call.
  Result<ompjit_queue *> queue();

  Status copyTo(DeviceAddress To, const void *From, uint64_t Size);
  /// copyTo() from a copy of the bytes, so that \p From may change afterwards.
  /// Returns the copy, which lives as long as the operation.
  Result<const void *> copyKept(DeviceAddress To, const void *From,
                                uint64_t Size);
  Status copyFrom(void *To, DeviceAddress From, uint64_t Size);
  /// Stores a device pointer on the device.
  Status storePointer(DeviceAddress To, DeviceAddress Value);

  /// Makes everything that is requested afterwards wait until \p Data has
  /// arrived.
  Status await(const ArrivalEvent &Data);
  /// Returns an event that is over when everything that was requested so far is
  /// done. Only if overlaps().
  Result<std::shared_ptr<ArrivalEvent>> recordArrival();

  /// Makes finish() call \p Work when the queue is done, in the order of these
  /// calls, even if the queue has failed.
  void afterwards(std::function<Status()> Work) {
    Afterwards.push_back(std::move(Work));
  }
  /// Frees device memory in finish().
  void freeAfterwards(void *Memory) { Blocks.push_back(Memory); }

  /// Waits until everything is done. Returns the first failure.
  Status finish();

  /// The same without waiting: returns nothing if work is still in the queue.
  std::optional<Status> tryFinish();

private:
  void cleanUp(Status &First) OMPJIT_REQUIRES(FinishMutex);
  std::optional<Status> tryFinishLocked() OMPJIT_REQUIRES(FinishMutex);
  Status conclude(Status Queued) OMPJIT_REQUIRES(FinishMutex);
  Status awaitQueue();
  Status failed(uint64_t Size, const Status &Why) const;

  const PluginDevice Device;
  QueuePool *const Pool;
  ompjit_queue *Queue = nullptr;
  const bool IsOfProgram = false; ///< Whether the queue is.
  std::shared_ptr<ArrivalEvent> End;
  std::vector<void *> Blocks;
  std::vector<std::function<Status()>> Afterwards;
  /// Sources of storePointer's copies, which may run later.
  std::forward_list<void *> Pointers;
  std::forward_list<std::unique_ptr<char[]>> Kept; ///< Sources of copyKept().
  std::atomic<bool> IsBuilt = true;
  std::optional<ConstructEvent> Paused;

  /// Held while a thread waits for the queue: others have to wait, too.
  Mutex FinishMutex;
  std::optional<Status> Outcome OMPJIT_GUARDED_BY(FinishMutex);
};

} // namespace ompjit

#endif // OMPJIT_LIBOMPTARGET_PLUGIN_OPERATION_H
