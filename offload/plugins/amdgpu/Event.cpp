//===- Event.cpp - Events of AMD's GPUs -----------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Event.h"

#include "Lane.h"
#include "Operation.h"
#include "ompjit/Plugins/Error.h"

namespace ompjit::amdgpu {

using plugins::fail;

namespace {

std::shared_ptr<const EventPlace> placeOf(ompjit_event &Event) {
  MutexLock Lock(Event.Guard);
  return Event.Place;
}

/// Puts a mark behind everything whose time can be read.
int markTime(Call &In, ompjit_queue &Queue, CompletionRefs &All) {
  Lane *Line = laneOf(In, Queue);
  if (!Line)
    return 1;
  if (int Failed = settle(In, Queue, *Line))
    return Failed;
  CompletionRef Mark;
  if (int Failed = Line->mark(In, Mark, /*IsTimed=*/true))
    return Failed;
  All = {std::move(Mark)};
  return 0;
}

int record(Call &In, ompjit_queue &Queue, ompjit_event &Event) {
  auto New = std::make_shared<EventPlace>();
  // Copies that are staged by now are over when the event is.
  New->Behind = Queue.Staged.all();
  if (Event.IsTimed) {
    if (int Failed = markTime(In, Queue, New->All))
      return Failed;
  } else {
    if (int Failed = awaitStream(In, Queue))
      return Failed;
    MutexLock Lock(Queue.Guard);
    if (int Failed = placeOf(In, Queue, New->All))
      return Failed;
  }
  MutexLock Lock(Event.Guard);
  Event.Place = std::move(New);
  return 0;
}

/// Gets the time when the mark of a timed event was over, in ticks of the
/// system.
int endOf(Call &In, ompjit_event &Event, uint64_t &Ticks) {
  const std::shared_ptr<const EventPlace> Place = placeOf(Event);
  if (!Place || Place->All.size() != 1 || !Place->All.front()->isOver())
    return fail(In.error(), "cannot tell the time between two events: one is "
                            "not over, or was not made for that");
  DispatchTime Time = {};
  if (int Failed =
          In.check(In.hsa().TimeOfDispatch(In.device().Gpu,
                                           Place->All.front()->signal(), &Time),
                   "cannot tell the time of an event"))
    return Failed;
  Ticks = Time.End;
  return 0;
}

} // namespace

int createEvent(ompjit_device *, ompjit_event **Event, ompjit_error *) {
  *Event = new ompjit_event;
  return 0;
}

int createTimedEvent(ompjit_device *, ompjit_event **Event, ompjit_error *) {
  *Event = new ompjit_event;
  (*Event)->IsTimed = true;
  return 0;
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
  return operate(Device, Queue, Error, [&](Call &, ompjit_queue &UsedQueue) {
    const std::shared_ptr<const EventPlace> Place = placeOf(*Event);
    if (!Place)
      return 0;
    {
      MutexLock Lock(UsedQueue.Guard);
      for (const CompletionRef &Each : Place->All)
        if (!Each->isOver())
          UsedQueue.Aside.push_back(Each);
      dropOver(UsedQueue.Aside);
      UsedQueue.noteAside();
    }
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
  const std::shared_ptr<const EventPlace> Place = placeOf(*Event);
  if (!Place)
    return 0;
  for (const CompletionRef &Each : Place->All)
    if (!waitFor(*Device, *Each))
      return 0;
  plugins::finishAll(Place->Behind);
  return 0;
}

int elapsedBetween(ompjit_device *Device, ompjit_event *Begin,
                   ompjit_event *End, uint64_t *Ns, ompjit_error *Error) {
  Call In(*Device, Error);
  if (!In)
    return 1;
  uint64_t From = 0, To = 0;
  if (int Failed = endOf(In, *Begin, From))
    return Failed;
  if (int Failed = endOf(In, *End, To))
    return Failed;
  if (To < From)
    return fail(Error, "cannot tell the time between two events: they are not "
                       "over in this order");
  constexpr double NsPerSecond = 1e9;
  *Ns = uint64_t(double(To - From) * NsPerSecond /
                 double(Device->ClockFrequency));
  return 0;
}

} // namespace ompjit::amdgpu
