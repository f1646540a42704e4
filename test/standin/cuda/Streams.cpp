//===- Streams.cpp - The driver's functions for streams and events --------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Streams.h"

#include "Functions.h"
#include "Settings.h"

#include <chrono>
#include <thread>

namespace ompjit::standin {

using plugins::WorkEvent;
using plugins::WorkQueue;

std::shared_ptr<Stream> findStream(Call &C, Handle Self) {
  // CU_STREAM_LEGACY is another name of the default stream.
  if (!Self || Self == reinterpret_cast<Handle>(1))
    return {std::shared_ptr<Stream>(), &C.context().Default};
  return C.findHere(C.machine().Streams, Self, "stream");
}

namespace {

/// Returns the places to wait for: the default stream and streams that wait for
/// it run one after the other.
std::vector<WorkEvent::Place> placesBefore(Stream &In) {
  Context &Of = *In.Of;
  std::vector<WorkEvent::Place> Before;
  auto Add = [&](const Stream &Other) {
    if (&Other != &In && Other.WaitsForDefault && Other.Work->lastPut())
      Before.push_back({Other.Work, Other.Work->lastPut()});
  };
  if (&In != &Of.Default) {
    if (In.WaitsForDefault)
      Add(Of.Default);
    return Before;
  }
  for (const auto &[Self, Each] : Machine::get().Streams.All)
    if (Each->Of == &Of)
      Add(*Each);
  for (const auto &Each : Of.Going)
    Add(*Each);
  return Before;
}

/// Ends the threads of idle streams that were destroyed.
void sweep(Context &Of) {
  std::erase_if(Of.Going, [](const std::shared_ptr<Stream> &Each) {
    if (!Each->Work->isEmpty())
      return false;
    Each->Work->stop();
    return true;
  });
}

} // namespace

Result put(Stream &In, std::function<void()> Body, Runs When) {
  const uint32_t Delay = Settings::get().DelayMicroseconds;
  auto Work = [Body = std::move(Body), Before = placesBefore(In), Of = In.Of,
               Delay, When](ompjit_error *) {
    for (const WorkEvent::Place &Each : Before)
      Each.wait();
    if (Delay)
      std::this_thread::sleep_for(std::chrono::microseconds(Delay));
    if (When == Runs::Always || !Of->Sticky)
      Body();
    return 0;
  };
  ompjit_error Error = {};
  if (!In.Work->put(std::move(Work), &Error))
    return Success;
  log(std::string("no thread: ") + Error.text);
  return OutOfMemory;
}

Result synchronize(Call &C, Stream &What) {
  Context &Of = C.context();
  auto Work = What.Work;
  C.lock().unlock();
  Work->synchronize(nullptr);
  C.lock().lock();
  return Result(Of.Sticky.load());
}

Result synchronizeAll(Call &C) {
  Context &Of = C.context();
  std::vector<std::shared_ptr<WorkQueue>> All = {Of.Default.Work};
  for (const auto &[Self, Each] : C.machine().Streams.All)
    if (Each->Of == &Of)
      All.push_back(Each->Work);
  for (const auto &Each : Of.Going)
    All.push_back(Each->Work);
  C.lock().unlock();
  for (const auto &Each : All)
    Each->synchronize(nullptr);
  C.lock().lock();
  return Result(Of.Sticky.load());
}

void failContext(Context &Of, Result Why, const std::string &What) {
  int None = 0;
  Of.Sticky.compare_exchange_strong(None, Why);
  log(text("device %d fails with %d: %s", Of.On->Ordinal, int(Why),
           What.c_str()));
}

namespace {

Result createStream(Call &C, Handle *Out, unsigned Flags) {
  if (Flags & ~StreamNonBlocking)
    return C.refuse(InvalidValue, "there are no such flags");
  auto New = std::make_shared<Stream>();
  New->Of = &C.context();
  New->WaitsForDefault = !(Flags & StreamNonBlocking);
  New->Work = std::make_shared<WorkQueue>();
  *Out = New->Self = C.machine().Streams.add(New, C.machine().NextHandle);
  C.note(text("%p", *Out));
  return Success;
}

} // namespace

extern "C" {

Result cuStreamCreate(Handle *Out, unsigned Flags) {
  Call C("cuStreamCreate", Call::Current);
  return C.add("flags", Flags).run([&] { return createStream(C, Out, Flags); });
}

Result cuStreamCreateWithPriority(Handle *Out, unsigned Flags, int Priority) {
  Call C("cuStreamCreateWithPriority", Call::Current);
  C.add("flags", Flags).add("priority", Priority);
  return C.run([&] { return createStream(C, Out, Flags); });
}

Result cuStreamDestroy_v2(Handle Self) {
  Call C("cuStreamDestroy_v2", Call::Current);
  return C.add("stream", Self).run([&]() -> Result {
    auto What = C.findHere(C.machine().Streams, Self, "stream");
    if (!What)
      return InvalidHandle;
    // This does not wait for the work, which goes on.
    C.machine().Streams.remove(Self);
    C.context().Going.push_back(std::move(What));
    sweep(C.context());
    return Success;
  });
}

Result cuStreamSynchronize(Handle Self) {
  Call C("cuStreamSynchronize", Call::Current);
  return C.add("stream", Self).run([&]() -> Result {
    auto What = findStream(C, Self);
    return What ? synchronize(C, *What) : InvalidHandle;
  });
}

Result cuStreamQuery(Handle Self) {
  Call C("cuStreamQuery", Call::Current);
  return C.add("stream", Self).run([&]() -> Result {
    auto What = findStream(C, Self);
    if (!What)
      return InvalidHandle;
    return What->Work->isEmpty() ? Result(C.context().Sticky.load()) : NotReady;
  });
}

Result cuStreamWaitEvent(Handle Self, Handle EventHandle, unsigned Flags) {
  Call C("cuStreamWaitEvent", Call::Current);
  C.add("stream", Self).add("event", EventHandle).add("flags", Flags);
  return C.run([&]() -> Result {
    auto In = findStream(C, Self);
    // An event of another context is permitted.
    auto What = C.find(C.machine().Events, EventHandle, "event");
    if (!In || !What)
      return InvalidHandle;
    if (Flags > 1)
      return C.refuse(InvalidValue, "there are no such flags");
    if (!What->Latest)
      return Success;
    return put(*In, [Latest = What->Latest] { Latest->wait(); }, Runs::Always);
  });
}

Result cuEventCreate(Handle *Out, unsigned Flags) {
  Call C("cuEventCreate", Call::Current);
  return C.add("flags", Flags).run([&]() -> Result {
    if (Flags & ~(EventBlockingSync | EventDisableTiming))
      return C.refuse(InvalidValue, "flags that the stand-in does not know");
    auto New = std::make_shared<Event>();
    New->Of = &C.context();
    New->IsTimed = !(Flags & EventDisableTiming);
    *Out = C.machine().Events.add(New, C.machine().NextHandle);
    C.note(text("%p", *Out));
    return Success;
  });
}

Result cuEventDestroy_v2(Handle Self) {
  Call C("cuEventDestroy_v2", Call::Current);
  return C.add("event", Self).run([&]() -> Result {
    if (!C.findHere(C.machine().Events, Self, "event"))
      return InvalidHandle;
    C.machine().Events.remove(Self);
    return Success;
  });
}

Result cuEventRecord(Handle Self, Handle StreamHandle) {
  Call C("cuEventRecord", Call::Current);
  return C.add("event", Self).add("stream", StreamHandle).run([&]() -> Result {
    auto What = C.findHere(C.machine().Events, Self, "event");
    auto In = findStream(C, StreamHandle);
    if (!What || !In)
      return InvalidHandle;
    What->Latest = std::make_shared<Recording>();
    return put(
        *In, [Latest = What->Latest] { Latest->finish(); }, Runs::Always);
  });
}

Result cuEventQuery(Handle Self) {
  Call C("cuEventQuery", Call::Current);
  return C.add("event", Self).run([&]() -> Result {
    auto What = C.findHere(C.machine().Events, Self, "event");
    if (!What)
      return InvalidHandle;
    return !What->Latest || What->Latest->whenNs()
               ? Result(C.context().Sticky.load())
               : NotReady;
  });
}

Result cuEventSynchronize(Handle Self) {
  Call C("cuEventSynchronize", Call::Current);
  return C.add("event", Self).run([&]() -> Result {
    auto What = C.findHere(C.machine().Events, Self, "event");
    if (!What)
      return InvalidHandle;
    if (auto Latest = What->Latest) {
      C.lock().unlock();
      Latest->wait();
      C.lock().lock();
    }
    return Result(C.context().Sticky.load());
  });
}

Result cuEventElapsedTime(float *Milliseconds, Handle Begin, Handle End) {
  Call C("cuEventElapsedTime", Call::Current);
  return C.add("begin", Begin).add("end", End).run([&]() -> Result {
    auto First = C.findHere(C.machine().Events, Begin, "event");
    auto Second = C.findHere(C.machine().Events, End, "event");
    if (!First || !Second)
      return InvalidHandle;
    if (!First->IsTimed || !Second->IsTimed)
      return C.refuse(InvalidHandle, "an event is not timed");
    if (!First->Latest || !Second->Latest)
      return InvalidHandle;
    const uint64_t From = First->Latest->whenNs();
    const uint64_t To = Second->Latest->whenNs();
    if (!From || !To)
      return NotReady;
    *Milliseconds = float(double(int64_t(To - From)) / 1e6);
    return Success;
  });
}

} // extern "C"

} // namespace ompjit::standin
