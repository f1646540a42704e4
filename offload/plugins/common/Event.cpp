//===- Event.cpp - Events -------------------------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Plugins/Event.h"

#include "ompjit/Plugins/Error.h"
#include "ompjit/Plugins/Queue.h"

#include <chrono>

namespace ompjit::plugins {

static uint64_t nowNs() {
  return uint64_t(std::chrono::steady_clock::now().time_since_epoch().count());
}

int createEvent(ompjit_device *, ompjit_event **Event, ompjit_error *) {
  *Event = new ompjit_event;
  return 0;
}

void destroyEvent(ompjit_device *, ompjit_event *Event) { delete Event; }

int recordEvent(ompjit_device *, ompjit_queue *Queue, ompjit_event *Event,
                ompjit_error *Error) {
  if (Event->WhenNs &&
      run(Queue, Error, [When = Event->WhenNs](ompjit_error *) {
        When->store(nowNs(), std::memory_order_relaxed);
        return 0;
      }))
    return 1;
  Event->Event.record(Queue ? Queue->Work : nullptr);
  return 0;
}

int waitForEvent(ompjit_device *, ompjit_queue *Queue, ompjit_event *Event,
                 ompjit_error *Error) {
  return run(Queue, Error, [Place = Event->Event.place()](ompjit_error *) {
    Place.wait();
    return 0;
  });
}

int synchronizeEvent(ompjit_device *, ompjit_event *Event, ompjit_error *) {
  Event->Event.place().wait();
  return 0;
}

int createTimedEvent(ompjit_device *, ompjit_event **Event, ompjit_error *) {
  *Event = new ompjit_event;
  (*Event)->WhenNs = std::make_shared<std::atomic<uint64_t>>(0);
  return 0;
}

int elapsedBetween(ompjit_device *, ompjit_event *Begin, ompjit_event *End,
                   uint64_t *Ns, ompjit_error *Error) {
  const auto WhenNsOf = [](const ompjit_event *Event) {
    return Event->WhenNs ? Event->WhenNs->load(std::memory_order_relaxed) : 0;
  };
  const uint64_t From = WhenNsOf(Begin), To = WhenNsOf(End);
  if (!From || To < From)
    return fail(Error, "cannot tell the time between two events: they are not "
                       "timed, or not over in this order");
  *Ns = To - From;
  return 0;
}

} // namespace ompjit::plugins
