//===- TimedEvents.h - The time between two places of a queue ------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Not thread-safe.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LIBOMPTARGET_DEVICE_TIMEDEVENTS_H
#define OMPJIT_LIBOMPTARGET_DEVICE_TIMEDEVENTS_H

#include "plugin/PluginDevice.h"

#include <cstddef>
#include <cstdint>
#include <optional>

namespace ompjit {

/// Two events of a device that can time them, which it gives back. If an event
/// cannot be made, or cannot be put into the queue, there is no time.
class TimedEvents {
public:
  explicit TimedEvents(const PluginDevice &Device) : Device(Device) {
    for (ompjit_event *&Each : Places)
      if (Device.table().event_create_timed(Device.handle(), &Each, nullptr))
        Each = nullptr;
  }
  ~TimedEvents() {
    for (ompjit_event *Each : Places)
      if (Each)
        Device.table().event_destroy(Device.handle(), Each);
  }
  TimedEvents(const TimedEvents &) = delete;
  TimedEvents &operator=(const TimedEvents &) = delete;

  /// Returns false if the event is not in the queue.
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

private:
  const PluginDevice Device;
  ompjit_event *Places[2] = {};
};

} // namespace ompjit

#endif // OMPJIT_LIBOMPTARGET_DEVICE_TIMEDEVENTS_H
