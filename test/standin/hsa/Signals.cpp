//===- Signals.cpp - The runtime's functions for signals ----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Call.h"
#include "Functions.h"
#include "Queue.h"
#include "Uses.h"

#include <chrono>

namespace ompjit::standin {

namespace {

unsigned long long number(uint64_t Value) { return Value; }

bool holds(SignalCondition Until, int64_t Value, int64_t Wanted) {
  switch (Until) {
  case SignalEqual:
    return Value == Wanted;
  case SignalNotEqual:
    return Value != Wanted;
  case SignalLess:
    return Value < Wanted;
  case SignalGreaterOrEqual:
    return Value >= Wanted;
  }
  return true;
}

/// Announces the packets up to \p Index. The program may ring for several
/// packets in any order.
void ring(Call &C, Queue &What, uint64_t Index) {
  const uint64_t Id = What.Public.Id;
  if (Index >= What.Written) {
    C.refuse(InvalidArgument,
             "queue %llu: the doorbell rings for packet %llu, and places of "
             "packets up to %llu were taken",
             number(Id), number(Index), number(What.Written));
    return;
  }
  if (!What.IsStopped && Index - What.Read >= What.Public.Size &&
      Index >= What.Read) {
    C.refuse(InvalidArgument,
             "queue %llu: packet %llu was written over packet %llu, which is "
             "not over",
             number(Id), number(Index), number(Index - What.Public.Size));
    return;
  }
  What.Rung = std::max(What.Rung, Index + 1);
  What.Rang.notify_all();
}

void wait(Call &C, Signal &On, SignalCondition Until, int64_t Value,
          uint64_t Ticks) {
  auto IsOver = [&] { return holds(Until, On.Value, Value); };
  // A deadline that is centuries away means never.
  constexpr uint64_t Never = uint64_t(1) << 62;
  ++On.NumWaiting;
  if (Ticks >= Never)
    On.Changed.wait(C.lock(), IsOver);
  else
    On.Changed.wait_for(C.lock(), std::chrono::nanoseconds(Ticks), IsOver);
  --On.NumWaiting;
}

} // namespace

extern "C" {

Status hsa_signal_create(int64_t Value, uint32_t NumConsumers,
                         const Handle *Consumers, Handle *Out) {
  Call C("hsa_signal_create");
  C.add("value", Value).add("consumers", NumConsumers);
  return C.run([&]() -> Status {
    if (!Out || (NumConsumers && !Consumers))
      return C.refuse(InvalidArgument, "a pointer is null");
    for (uint32_t I = 0; I != NumConsumers; ++I)
      if (!C.findAgent(Consumers[I]))
        return InvalidAgent;
    Out->Value = C.machine().createSignal(Value)->Self;
    C.note(text("0x%zx", size_t(Out->Value)));
    return Success;
  });
}

Status hsa_signal_destroy(Handle Self) {
  Call C("hsa_signal_destroy");
  return C.handle("signal", Self).run([&]() -> Status {
    auto What = C.find(C.machine().Signals, Self, "signal");
    if (!What)
      return InvalidSignal;
    if (What->Rings)
      return C.refuse(InvalidSignal, "it is the doorbell of queue %llu",
                      number(What->Rings->Public.Id));
    if (What->NumWaiting)
      return C.refuse(InvalidSignal, "%u threads wait for it",
                      What->NumWaiting);
    if (auto Use = userOf(C.machine(), *What); !Use.empty())
      return C.refuse(InvalidSignal, "%s needs it", Use.c_str());
    C.machine().Signals.remove(Self.Value);
    return Success;
  });
}

int64_t hsa_signal_load_scacquire(Handle Self) {
  Call C("hsa_signal_load_scacquire");
  return C.answer(int64_t(0), [&]() -> int64_t {
    auto What = C.find(C.machine().Signals, Self, "signal");
    return What ? What->Value : 0;
  });
}

void hsa_signal_store_screlease(Handle Self, int64_t Value) {
  Call C("hsa_signal_store_screlease");
  C.answer(0, [&] {
    auto What = C.find(C.machine().Signals, Self, "signal");
    if (What && What->Rings)
      ring(C, *What->Rings, uint64_t(Value));
    else if (What)
      C.machine().set(*What, Value);
    return 0;
  });
}

int64_t hsa_signal_wait_scacquire(Handle Self, SignalCondition Until,
                                  int64_t Value, uint64_t Ticks, WaitState) {
  Call C("hsa_signal_wait_scacquire");
  return C.answer(int64_t(0), [&]() -> int64_t {
    auto What = C.find(C.machine().Signals, Self, "signal");
    if (!What)
      return 0;
    if (Until < SignalEqual || Until > SignalGreaterOrEqual)
      C.refuse(InvalidArgument, "there is no condition %d", int(Until));
    else if (What->Rings)
      C.refuse(InvalidArgument, "nobody waits for a doorbell");
    else
      wait(C, *What, Until, Value, Ticks);
    return What->Value;
  });
}

Status hsa_amd_profiling_get_dispatch_time(Handle On, Handle Self,
                                           DispatchTime *Time) {
  Call C("hsa_amd_profiling_get_dispatch_time");
  return C.handle("agent", On).handle("signal", Self).run([&]() -> Status {
    const Agent *Gpu = C.findGpu(On);
    auto What = C.find(C.machine().Signals, Self, "signal");
    if (!Gpu || !What)
      return Gpu ? InvalidSignal : InvalidAgent;
    if (What->TimedOn != Gpu)
      return C.refuse(InvalidSignal, "no packet of a queue of the agent that "
                                     "is profiled has completed with it");
    *Time = What->Time;
    return Success;
  });
}

} // extern "C"

} // namespace ompjit::standin
