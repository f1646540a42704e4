//===- ompjit/Plugins/WorkQueue.h - A queue with a thread -----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For plugins whose driver has no queues of its own: a thread runs the
// operations, one after the other, while the caller goes on. The thread starts
// with the first operation, because most queues of most programs are never
// used.
//
// Errors: after an operation has failed, those behind it are dropped until
// synchronize() has reported the failure, so that results that were never
// computed are not copied back.
//
// Processes: a child of fork has none of the threads. What was put in before
// belongs to the parent; in the child it counts as over, synchronize() says
// once that it did not run there, and the next operation starts a new thread.
//
// Threads: everything may be called from any thread except the queue's own.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_WORKQUEUE_H
#define OMPJIT_PLUGINS_WORKQUEUE_H

#include "ompjit/Plugin.h"
#include "ompjit/Support/Mutex.h"

#include <atomic>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>

#include <pthread.h>

namespace ompjit::plugins {

template <typename T> class AcrossForks;

class WorkQueue {
public:
  /// Returns 0, or fills the error and returns another number.
  using Work = std::function<int(ompjit_error *)>;

  WorkQueue();
  /// stop() must have been called.
  ~WorkQueue();
  WorkQueue(const WorkQueue &) = delete;
  WorkQueue &operator=(const WorkQueue &) = delete;

  /// Fails only if the thread cannot be started.
  int put(Work Item, ompjit_error *Error);

  /// Waits for all operations that were put in before the call; reports and
  /// forgets the first failure.
  int synchronize(ompjit_error *Error);

  /// Never blocks. If it returns true, what the operations wrote is visible.
  bool isEmpty() const;

  /// Waits for all operations and ends the thread. Nothing may be put in
  /// afterwards.
  void stop();

  /// Ends the thread if it is idle; the next operation starts a new one. Must
  /// not run concurrently with the destructor.
  void endIdleThread();

  /// Returns the number of the last operation, from 1; 0 if there was none.
  uint64_t lastPut() const { return LastPut.load(std::memory_order_acquire); }
  /// Waits until the operation \p Number is over, failed or not.
  void waitFor(uint64_t Number);

private:
  friend class AcrossForks<WorkQueue>;

  int start(ompjit_error *Error) OMPJIT_REQUIRES(Guard);
  void work(uint64_t Start);
  void loseThreads() OMPJIT_REQUIRES(Guard);

  Mutex Guard;               ///< Not held during operations.
  ConditionVariable Arrived; ///< The thread waits for work.
  ConditionVariable Over;    ///< Others wait for the thread.
  std::deque<Work> Waiting OMPJIT_GUARDED_BY(Guard);
  /// The first failure that was not reported yet.
  std::optional<ompjit_error> Failure OMPJIT_GUARDED_BY(Guard);
  std::optional<pthread_t> Thread OMPJIT_GUARDED_BY(Guard);
  /// The number of the current thread, from 1; threads with other numbers must
  /// end.
  uint64_t Starts OMPJIT_GUARDED_BY(Guard) = 0;
  bool Stopping OMPJIT_GUARDED_BY(Guard) = false;
  /// Written under the mutex, read also without.
  std::atomic<uint64_t> LastPut = 0;
  std::atomic<uint64_t> LastOver = 0;
};

/// A place in a queue. May be set again while others wait for the old place.
class WorkEvent {
public:
  struct Place {
    std::shared_ptr<WorkQueue> Queue; ///< Null: over.
    uint64_t Number = 0;

    void wait() const {
      if (Queue)
        Queue->waitFor(Number);
    }
  };

  /// Records the place behind what is in \p Queue now; if it is null, the event
  /// is over at once.
  void record(const std::shared_ptr<WorkQueue> &Queue);
  /// Returns where it was recorded last.
  Place place() const;

private:
  Place Recorded;
};

} // namespace ompjit::plugins

#endif // OMPJIT_PLUGINS_WORKQUEUE_H
