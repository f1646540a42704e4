//===- RunTimer.h - How long a kernel runs in a queue, for observers -----===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lives on the stack of the thread that launches. Costs a load and a branch if
// no observer wants the time, and does nothing where the launch is over when
// its call returns.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LIBOMPTARGET_DEVICE_RUNTIMER_H
#define OMPJIT_LIBOMPTARGET_DEVICE_RUNTIMER_H

#include "TimedEvents.h"
#include "plugin/Operation.h"
#include "support/Observer.h"

#include <chrono>
#include <memory>

namespace ompjit {

class RunTimer {
public:
  /// To be called right before the launch.
  RunTimer(Operation &Work, ompjit_queue *Queue) : Work(Work), Queue(Queue) {
    if (Work.device().observers().wantRunTimes()) [[unlikely]]
      start();
  }
  RunTimer(const RunTimer &) = delete;
  RunTimer &operator=(const RunTimer &) = delete;

  /// To be called right after a launch that succeeded.
  void setLaunched(int DeviceId, const char *Kernel) {
    if (!Marks || !Marks->record(1, Queue)) [[likely]]
      return;
    KernelRun Run = {DeviceId, Kernel, StartNs, 0};
    Work.afterwards([Run = std::move(Run), Marks = std::move(Marks),
                     &All = Work.device().observers()]() mutable -> Status {
      if (std::optional<uint64_t> Ns = Marks->elapsedNs()) {
        Run.Ns = *Ns;
        All.tell<const KernelRun &>(&Observer::kernelRan, Run);
      }
      return Done{};
    });
  }

private:
  void start() {
    if (!Queue || !Work.device().table().event_elapsed)
      return;
    StartNs = uint64_t(std::chrono::steady_clock::now().time_since_epoch() /
                       std::chrono::nanoseconds(1));
    Marks = std::make_shared<TimedEvents>(Work.device());
    if (!Marks->record(0, Queue))
      Marks = nullptr;
  }

  Operation &Work;
  ompjit_queue *const Queue;
  uint64_t StartNs = 0;
  std::shared_ptr<TimedEvents> Marks;
};

} // namespace ompjit

#endif // OMPJIT_LIBOMPTARGET_DEVICE_RUNTIMER_H
