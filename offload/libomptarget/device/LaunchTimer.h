//===- LaunchTimer.h - How long a launch takes ----------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Times the few launches that the JIT engine wants to compare: with the host's
// clock if the launch is done when its call returns, with events of the device
// if it goes into a queue. A launch is not counted if others ran at the same
// time.
//
// The timer lives on the stack of the thread that launches. It costs two
// comparisons if the time is not wanted.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LIBOMPTARGET_DEVICE_LAUNCHTIMER_H
#define OMPJIT_LIBOMPTARGET_DEVICE_LAUNCHTIMER_H

#include "RunningLaunches.h"
#include "TimedEvents.h"
#include "plugin/Operation.h"

#include "ompjit/Jit/LaunchTime.h"

#include <memory>

namespace ompjit {

class LaunchTimer {
public:
  /// \p All are the launches on the device, including this one.
  LaunchTimer(Operation &Work, const RunningLaunches &All)
      : Work(Work), All(All) {}
  LaunchTimer(const LaunchTimer &) = delete;
  LaunchTimer &operator=(const LaunchTimer &) = delete;

  /// For the engine; null if the launch cannot be timed. Deferred launches are
  /// not timed, because others are meant to run at the same time.
  jit::LaunchTime *time() {
    return !Work.overlaps() ||
                   (Work.device().table().event_elapsed && !Work.isDeferred())
               ? &Time
               : nullptr;
  }

  /// To be called around the call of the plugin. If setLaunched() is not
  /// called, the launch has failed.
  void start(ompjit_queue *Queue) {
    if (Time.isWanted()) [[unlikely]]
      startClock(Queue);
  }
  void setLaunched(ompjit_queue *Queue) {
    if (Time.isWanted()) [[unlikely]]
      stopClock(Queue);
  }

private:
  void startClock(ompjit_queue *);
  void stopClock(ompjit_queue *);

  Operation &Work;
  const RunningLaunches &All;
  jit::LaunchTime Time;
  bool WasAlone = false;
  uint64_t StartNs = 0;
  std::shared_ptr<TimedEvents> Marks;
};

} // namespace ompjit

#endif // OMPJIT_LIBOMPTARGET_DEVICE_LAUNCHTIMER_H
