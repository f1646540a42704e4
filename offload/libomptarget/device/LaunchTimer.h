//===- LaunchTimer.h - How long a launch takes ----------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Times the few launches that the JIT engine wants to compare: with the host's
// clock where the launch is done when its call returns, with events of the
// device where it goes into a queue. A launch that others ran beside does not
// count.
//
// Lies on the stack of the thread that launches. Costs two comparisons where
// the time is not wanted.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LIBOMPTARGET_DEVICE_LAUNCHTIMER_H
#define OMPJIT_LIBOMPTARGET_DEVICE_LAUNCHTIMER_H

#include "RunningLaunches.h"
#include "plugin/Operation.h"

#include "ompjit/Jit/LaunchTime.h"

#include <memory>

namespace ompjit {

class LaunchTimer {
public:
  /// \p All: the launches on the device, with this one among them.
  LaunchTimer(Operation &Work, const RunningLaunches &All)
      : Work(Work), All(All) {}
  LaunchTimer(const LaunchTimer &) = delete;
  LaunchTimer &operator=(const LaunchTimer &) = delete;

  /// For the engine; null where a launch cannot be timed. A deferred one is
  /// not, as others are meant to run beside it.
  jit::LaunchTime *time() {
    return !Work.overlaps() ||
                   (Work.device().table().event_elapsed && !Work.isDeferred())
               ? &Time
               : nullptr;
  }

  /// Around the call of the plugin. Without the second the launch failed.
  void start(ompjit_queue *Queue) {
    if (Time.isWanted()) [[unlikely]]
      startClock(Queue);
  }
  void setLaunched(ompjit_queue *Queue) {
    if (Time.isWanted()) [[unlikely]]
      stopClock(Queue);
  }

private:
  /// Two events of the device, which are given back.
  struct Events;

  void startClock(ompjit_queue *);
  void stopClock(ompjit_queue *);

  Operation &Work;
  const RunningLaunches &All;
  jit::LaunchTime Time;
  bool WasAlone = false;
  uint64_t StartNs = 0;
  std::shared_ptr<Events> Marks;
};

} // namespace ompjit

#endif // OMPJIT_LIBOMPTARGET_DEVICE_LAUNCHTIMER_H
