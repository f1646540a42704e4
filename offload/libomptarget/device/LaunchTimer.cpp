//===- LaunchTimer.cpp - How long a launch takes --------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaunchTimer.h"

#include <chrono>

using namespace ompjit;

namespace {

uint64_t nowNs() {
  return uint64_t(std::chrono::steady_clock::now().time_since_epoch().count());
}

} // namespace

void LaunchTimer::startClock(ompjit_queue *Queue) {
  WasAlone = All.isAlone();
  if (!Queue) {
    StartNs = nowNs();
    return;
  }
  Marks = std::make_shared<TimedEvents>(Work.device());
  WasAlone &= Marks->record(0, Queue);
}

void LaunchTimer::stopClock(ompjit_queue *Queue) {
  if (!Queue) {
    const uint64_t Ns = nowNs() - StartNs;
    Time.tell(WasAlone && All.isAlone() ? std::optional(Ns) : std::nullopt);
    return;
  }
  if (!WasAlone || !Marks->record(1, Queue)) {
    Time.tell(std::nullopt);
    return;
  }
  // Shared, because std::function must be copyable.
  Work.afterwards([Own = std::make_shared<jit::LaunchTime>(std::move(Time)),
                   Marks = std::move(Marks), &All = All]() -> Status {
    Own->tell(All.isAlone() ? Marks->elapsedNs() : std::nullopt);
    return Done{};
  });
}
