//===- Event.cpp - Events -------------------------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A wait for an event waits for the place where the event was last recorded
// before the wait. The driver ensures this for the wait itself, but not for the
// copies that have to be finished after it. So both belong to a place, which is
// only recorded again while nobody waits for it.
//
//===----------------------------------------------------------------------===//

#include "Event.h"

#include "Operation.h"
#include "ompjit/Plugins/Error.h"

namespace ompjit::cuda {

EventPlace::~EventPlace() {
  if (!Event)
    return;
  if (Call In(Device, nullptr); In)
    Device.D.EventDestroy(Event);
}

namespace {

/// Returns null on failure.
std::shared_ptr<EventPlace> makePlace(Call &In, unsigned Flags) {
  ompjit_device &Device = In.device();
  auto New = std::make_shared<EventPlace>(Device);
  if (In.check(Device.D.EventCreate(&New->Event, Flags),
               "cannot create an event on GPU %d", Device.Ordinal))
    return nullptr;
  return New;
}

/// Holds the place of an event while it is needed.
class HeldPlace {
public:
  explicit HeldPlace(ompjit_event &Event) : Event(Event) {
    MutexLock Lock(Event.Guard);
    Place = Event.Place;
  }
  ~HeldPlace() {
    // The next recording checks whether the place is free.
    MutexLock Lock(Event.Guard);
    Place.reset();
  }
  HeldPlace(const HeldPlace &) = delete;
  HeldPlace &operator=(const HeldPlace &) = delete;

  EventPlace *operator->() const { return Place.get(); }

private:
  ompjit_event &Event;
  std::shared_ptr<EventPlace> Place;
};

int create(ompjit_device *Device, unsigned Flags, ompjit_event **Event,
           ompjit_error *Error) {
  Call In(*Device, Error);
  if (!In)
    return 1;
  std::shared_ptr<EventPlace> Place = makePlace(In, Flags);
  if (!Place)
    return 1;
  *Event = new ompjit_event(Flags, std::move(Place));
  return 0;
}

int record(Call &In, ompjit_queue &Queue, ompjit_event &Event) {
  MutexLock Lock(Event.Guard);
  if (Event.Place.use_count() > 1) {
    std::shared_ptr<EventPlace> New = makePlace(In, Event.Flags);
    if (!New)
      return 1;
    Event.Place = std::move(New);
  }
  EventPlace &Place = *Event.Place;
  Place.Behind = Queue.Staged.all();
  return In.checkIn(Queue, In.device().D.EventRecord(Place.Event, Queue.Stream),
                    "cannot record an event on GPU %d", In.device().Ordinal);
}

} // namespace

int createEvent(ompjit_device *Device, ompjit_event **Event,
                ompjit_error *Error) {
  return create(Device, EventDisableTiming, Event, Error);
}

int createTimedEvent(ompjit_device *Device, ompjit_event **Event,
                     ompjit_error *Error) {
  return create(Device, 0, Event, Error);
}

void destroyEvent(ompjit_device *, ompjit_event *Event) { delete Event; }

/// Without a queue, records the event in an idle one.
int recordEvent(ompjit_device *Device, ompjit_queue *Queue, ompjit_event *Event,
                ompjit_error *Error) {
  return operate(Device, Queue, Error, [&](Call &In, ompjit_queue &UsedQueue) {
    return record(In, UsedQueue, *Event);
  });
}

int waitForEvent(ompjit_device *Device, ompjit_queue *Queue,
                 ompjit_event *Event, ompjit_error *Error) {
  if (!Queue)
    return synchronizeEvent(Device, Event, Error);
  return operate(Device, Queue, Error, [&](Call &In, ompjit_queue &UsedQueue) {
    const HeldPlace Place(*Event);
    if (int Failed = In.checkIn(
            UsedQueue,
            Device->D.StreamWaitEvent(UsedQueue.Stream, Place->Event, 0),
            "cannot let a stream of GPU %d wait", Device->Ordinal))
      return Failed;
    if (!Place->Behind.empty())
      UsedQueue.Staged.add(Place->Behind);
    return 0;
  });
}

/// After a kernel has broken the device every event is over; the queue reports
/// the error.
int synchronizeEvent(ompjit_device *Device, ompjit_event *Event,
                     ompjit_error *Error) {
  if (Device->Health.isBroken())
    return 0;
  Call In(*Device, Error);
  if (!In)
    return 1;
  const HeldPlace Place(*Event);
  const Result Code = Device->D.EventSynchronize(Place->Event);
  if (isFatal(Code)) {
    breakDevice(*Device, Code, nullptr);
    return 0;
  }
  if (int Failed =
          In.check(Code, "cannot wait for an event on GPU %d", Device->Ordinal))
    return Failed;
  plugins::finishAll(Place->Behind);
  return 0;
}

int elapsedBetween(ompjit_device *Device, ompjit_event *Begin,
                   ompjit_event *End, uint64_t *Ns, ompjit_error *Error) {
  Call In(*Device, Error);
  if (!In)
    return 1;
  const HeldPlace From(*Begin), To(*End);
  float Milliseconds = 0;
  if (int Failed = In.check(
          Device->D.EventElapsedTime(&Milliseconds, From->Event, To->Event),
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
