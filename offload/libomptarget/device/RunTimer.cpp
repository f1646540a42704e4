//===- RunTimer.cpp - How long a kernel runs in a queue, for observers ---===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RunTimer.h"

#include "TimedEvents.h"

#include <chrono>
#include <memory>
#include <utility>

using namespace ompjit;

/// A launch between two events.
struct RunTimer::Running {
  Operation &Work;
  ompjit_queue *Queue;
  uint64_t StartNs;
  std::shared_ptr<TimedEvents> Marks;
};

void RunTimer::start(Operation &Work, ompjit_queue *Queue) {
  if (!Work.device().table().event_elapsed)
    return;
  const auto Now = std::chrono::steady_clock::now().time_since_epoch();
  auto Marks = std::make_shared<TimedEvents>(Work.device());
  if (Marks->record(0, Queue))
    Timed =
        new Running{Work, Queue, uint64_t(Now / std::chrono::nanoseconds(1)),
                    std::move(Marks)};
}

void RunTimer::stop(int DeviceId, const char *Kernel) {
  if (!Timed->Marks->record(1, Timed->Queue))
    return;
  KernelRun Run = {DeviceId, Kernel, Timed->StartNs, 0};
  Timed->Work.afterwards(
      [Run = std::move(Run), Marks = std::move(Timed->Marks),
       &All = Timed->Work.device().observers()]() mutable -> Status {
        if (std::optional<uint64_t> Ns = Marks->elapsedNs()) {
          Run.Ns = *Ns;
          All.tell<const KernelRun &>(&Observer::kernelRan, Run);
        }
        return Done{};
      });
}

void RunTimer::drop() { delete Timed; }
