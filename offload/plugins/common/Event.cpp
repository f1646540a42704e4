//===- Event.cpp - Events -------------------------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Plugins/Event.h"

#include "ompjit/Plugins/Queue.h"

namespace ompjit::plugins {

int createEvent(ompjit_device *, ompjit_event **Event, ompjit_error *) {
  *Event = new ompjit_event;
  return 0;
}

void destroyEvent(ompjit_device *, ompjit_event *Event) { delete Event; }

int recordEvent(ompjit_device *, ompjit_queue *Queue, ompjit_event *Event,
                ompjit_error *) {
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

} // namespace ompjit::plugins
