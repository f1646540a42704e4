//===- Event.h - Events ---------------------------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In a queue that has a thread, an event is a place among its operations. In
// any other queue everything is done already, so an event is over as soon as it
// is recorded and there is never anything to wait for.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_COMMON_EVENT_H
#define OMPJIT_PLUGINS_COMMON_EVENT_H

#include "ompjit/Plugins/WorkQueue.h"

#include "ompjit/Plugin.h"

#include <atomic>
#include <memory>

struct ompjit_event {
  ompjit::plugins::WorkEvent Event;
  /// When a timed event was over, in ns of the steady clock; null for other
  /// events.
  std::shared_ptr<std::atomic<uint64_t>> WhenNs;
};

namespace ompjit::plugins {

int createEvent(ompjit_device *Device, ompjit_event **Event,
                ompjit_error *Error);
void destroyEvent(ompjit_device *Device, ompjit_event *Event);
int recordEvent(ompjit_device *Device, ompjit_queue *Queue, ompjit_event *Event,
                ompjit_error *Error);
int waitForEvent(ompjit_device *Device, ompjit_queue *Queue,
                 ompjit_event *Event, ompjit_error *Error);
int synchronizeEvent(ompjit_device *Device, ompjit_event *Event,
                     ompjit_error *Error);
int createTimedEvent(ompjit_device *Device, ompjit_event **Event,
                     ompjit_error *Error);
int elapsedBetween(ompjit_device *Device, ompjit_event *Begin,
                   ompjit_event *End, uint64_t *Ns, ompjit_error *Error);

} // namespace ompjit::plugins

#endif // OMPJIT_PLUGINS_COMMON_EVENT_H
