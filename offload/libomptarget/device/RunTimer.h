//===- RunTimer.h - How long a kernel runs in a queue, for observers -----===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lives on the stack of the thread that launches. Costs two comparisons where
// nobody wants the time, or where the launch is over when its call returns.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LIBOMPTARGET_DEVICE_RUNTIMER_H
#define OMPJIT_LIBOMPTARGET_DEVICE_RUNTIMER_H

#include "plugin/Operation.h"
#include "support/Observer.h"

namespace ompjit {

class RunTimer {
public:
  /// To be called right before the launch.
  RunTimer(Operation &Work, ompjit_queue *Queue) {
    if (Queue && Work.device().observers().wantRunTimes()) [[unlikely]]
      start(Work, Queue);
  }
  ~RunTimer() {
    if (Timed) [[unlikely]]
      drop();
  }
  RunTimer(const RunTimer &) = delete;
  RunTimer &operator=(const RunTimer &) = delete;

  /// To be called right after a launch that succeeded.
  void setLaunched(int DeviceId, const char *Kernel) {
    if (Timed) [[unlikely]]
      stop(DeviceId, Kernel);
  }

private:
  struct Running;

  void start(Operation &, ompjit_queue *);
  void stop(int DeviceId, const char *Kernel);
  void drop();

  Running *Timed = nullptr;
};

} // namespace ompjit

#endif // OMPJIT_LIBOMPTARGET_DEVICE_RUNTIMER_H
