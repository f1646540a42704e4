//===- QueuedLaunches.h - Kernels in queues of the program ----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A program may have a kernel put into a queue of its own (an interop object)
// and wait for the queue itself, through an interface that the runtime does not
// see. Until the kernel is over its image must stay loaded. So each launch
// counts as running until somebody here sees that it is over: whoever launches
// more, synchronises or destroys the queue, or unloads the kernel.
//
// Thread-safe.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LIBOMPTARGET_DEVICE_QUEUEDLAUNCHES_H
#define OMPJIT_LIBOMPTARGET_DEVICE_QUEUEDLAUNCHES_H

#include "RunningLaunches.h"
#include "plugin/Operation.h"

#include "ompjit/Support/Mutex.h"

#include <cstddef>
#include <functional>
#include <memory>
#include <vector>

namespace ompjit {

/// A launch whose kernel is in a queue.
struct QueuedLaunch {
  const void *Region; ///< Identifies the kernel.
  ompjit_queue *Queue;
  std::unique_ptr<RunningLaunches::Guard> Running;
  std::shared_ptr<Operation> Work; ///< Its end is marked.
};

class QueuedLaunches {
public:
  /// With about so many launches in a queue, the next one waits for the older
  /// half.
  static constexpr size_t MostInQueue = 1024;

  /// To be called before a kernel is put into \p Queue: from time to time lets
  /// go of launches that are over. Waits if the queue is full.
  void makeRoom(const ompjit_queue *Queue);
  void add(QueuedLaunch New);

  /// Lets go of launches that are over. Does not wait.
  void release();
  void awaitAll();
  /// Waits for the launches of a kernel.
  void awaitKernel(const void *Region);
  /// Waits for the launches in a queue. To be called before it is destroyed.
  void awaitQueue(const ompjit_queue *);

  /// To be called around fork(), and in the child, which has no kernels.
  void lockForFork() OMPJIT_NO_ANALYSIS { RowsMutex.lock(); }
  void unlockAfterFork() OMPJIT_NO_ANALYSIS { RowsMutex.unlock(); }
  void forgetAll() OMPJIT_NO_ANALYSIS;

private:
  using Rows = std::vector<QueuedLaunch>;

  /// Takes out those for which \p IsWanted holds, at most \p Most.
  Rows take(const std::function<bool(const QueuedLaunch &)> &IsWanted,
            size_t Most = SIZE_MAX) OMPJIT_REQUIRES(RowsMutex);
  Rows takeOver() OMPJIT_REQUIRES(RowsMutex);
  void await(const std::function<bool(const QueuedLaunch &)> &IsWanted);
  static void finish(const Rows &);

  /// Asking the device costs about as much as a launch.
  static constexpr size_t AskEvery = 32;

  Mutex RowsMutex;
  Rows All OMPJIT_GUARDED_BY(RowsMutex); ///< In the order of the launches.
  size_t AskAt OMPJIT_GUARDED_BY(RowsMutex) = AskEvery;
};

} // namespace ompjit

#endif // OMPJIT_LIBOMPTARGET_DEVICE_QUEUEDLAUNCHES_H
