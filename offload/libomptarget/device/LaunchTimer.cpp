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

/// If an event cannot be made, or cannot be put into the queue, the launch has
/// no time.
struct LaunchTimer::Events {
  explicit Events(const PluginDevice &Device) : Device(Device) {
    for (ompjit_event *&Each : Places)
      if (Device.table().event_create_timed(Device.handle(), &Each, nullptr))
        Each = nullptr;
  }
  ~Events() {
    for (ompjit_event *Each : Places)
      if (Each)
        Device.table().event_destroy(Device.handle(), Each);
  }
  Events(const Events &) = delete;
  Events &operator=(const Events &) = delete;

  bool record(size_t Which, ompjit_queue *Queue) {
    return Places[Which] && !Device.table().event_record(
                                Device.handle(), Queue, Places[Which], nullptr);
  }
  /// To be called when the queue is done.
  std::optional<uint64_t> elapsedNs() const {
    uint64_t Ns = 0;
    if (Device.table().event_elapsed(Device.handle(), Places[0], Places[1], &Ns,
                                     nullptr))
      return std::nullopt;
    return Ns;
  }

  const PluginDevice Device;
  ompjit_event *Places[2] = {};
};

void LaunchTimer::startClock(ompjit_queue *Queue) {
  WasAlone = All.isAlone();
  if (!Queue) {
    StartNs = nowNs();
    return;
  }
  Marks = std::make_shared<Events>(Work.device());
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
