//===- Event.cpp - Events -------------------------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The driver keeps the promises of the interface: who waits for an event waits
// for the place where it was recorded last when he was called, and an event
// that was never recorded is over.
//
//===----------------------------------------------------------------------===//

#include "Event.h"

#include "Operation.h"
#include "ompjit/Plugins/Error.h"

namespace ompjit::cuda {

static int create(ompjit_device *Device, unsigned Flags, ompjit_event **Event,
                  ompjit_error *Error) {
  Call In(*Device, Error);
  if (!In)
    return 1;
  struct Event *New = nullptr;
  if (int Failed =
          In.check(Device->D.EventCreate(&New, Flags),
                   "cannot create an event on GPU %d", Device->Ordinal))
    return Failed;
  *Event = new ompjit_event{New};
  return 0;
}

int createEvent(ompjit_device *Device, ompjit_event **Event,
                ompjit_error *Error) {
  return create(Device, EventDisableTiming, Event, Error);
}

int createTimedEvent(ompjit_device *Device, ompjit_event **Event,
                     ompjit_error *Error) {
  return create(Device, 0, Event, Error);
}

void destroyEvent(ompjit_device *Device, ompjit_event *Event) {
  if (Call In(*Device, nullptr); In)
    Device->D.EventDestroy(Event->Event);
  delete Event;
}

/// Without a queue, in one that has nothing to do.
int recordEvent(ompjit_device *Device, ompjit_queue *Queue, ompjit_event *Event,
                ompjit_error *Error) {
  return operate(Device, Queue, Error, [&](Call &In, ompjit_queue &Where) {
    return In.checkIn(Where, Device->D.EventRecord(Event->Event, Where.Stream),
                      "cannot record an event on GPU %d", Device->Ordinal);
  });
}

int waitForEvent(ompjit_device *Device, ompjit_queue *Queue,
                 ompjit_event *Event, ompjit_error *Error) {
  if (!Queue)
    return synchronizeEvent(Device, Event, Error);
  return operate(Device, Queue, Error, [&](Call &In, ompjit_queue &Where) {
    return In.checkIn(Where,
                      Device->D.StreamWaitEvent(Where.Stream, Event->Event, 0),
                      "cannot let a stream of GPU %d wait", Device->Ordinal);
  });
}

/// After a kernel has broken the device all is over; its queue tells.
int synchronizeEvent(ompjit_device *Device, ompjit_event *Event,
                     ompjit_error *Error) {
  if (Device->IsBroken)
    return 0;
  Call In(*Device, Error);
  if (!In)
    return 1;
  const Result Code = Device->D.EventSynchronize(Event->Event);
  if (!isFatal(Code))
    return In.check(Code, "cannot wait for an event on GPU %d",
                    Device->Ordinal);
  breakDevice(*Device, Code, nullptr);
  return 0;
}

int elapsedBetween(ompjit_device *Device, ompjit_event *Begin,
                   ompjit_event *End, uint64_t *Ns, ompjit_error *Error) {
  Call In(*Device, Error);
  if (!In)
    return 1;
  float Milliseconds = 0;
  if (int Failed = In.check(
          Device->D.EventElapsedTime(&Milliseconds, Begin->Event, End->Event),
          "cannot tell the time between two events"))
    return Failed;
  if (Milliseconds < 0)
    return plugins::fail(Error, "cannot tell the time between two events: they "
                                "are not over in this order");
  constexpr double NsPerMillisecond = 1e6;
  *Ns = uint64_t(double(Milliseconds) * NsPerMillisecond);
  return 0;
}

} // namespace ompjit::cuda
