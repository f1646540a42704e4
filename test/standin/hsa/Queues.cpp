//===- Queues.cpp - The runtime's functions for queues ------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Call.h"
#include "Functions.h"
#include "Queue.h"

#include <bit>
#include <system_error>
#include <thread>

namespace ompjit::standin {

namespace {

unsigned long long number(uint64_t Value) { return Value; }

bool isSize(uint32_t Size) {
  return std::has_single_bit(Size) && Size >= MinQueueSize &&
         Size <= MaxQueueSize;
}

std::shared_ptr<Queue> makeQueue(Machine &M, Agent &On, uint32_t Size,
                                 QueueType Type) {
  auto New = std::make_shared<Queue>();
  New->On = &On;
  New->Packets = std::make_unique<Packet[]>(Size);
  New->Doorbell = M.createSignal(0);
  New->Doorbell->Rings = New.get();
  New->Public.Type = Type;
  New->Public.Features = FeatureDispatch;
  New->Public.Packets = New->Packets.get();
  New->Public.Doorbell = {New->Doorbell->Self};
  New->Public.Size = Size;
  New->Public.Id = ++M.NextQueue;
  return New;
}

/// Checks that the places that are taken are free, within the size of the
/// queue: a program that takes more has to wait before it writes, which the
/// doorbell will show.
void takePlaces(Call &C, Queue &In, uint64_t End) {
  for (uint64_t Index = In.Written;
       Index < End && Index < In.Read + In.Public.Size; ++Index)
    if (In.at(Index).isValid()) {
      C.refuse(InvalidArgument,
               "queue %llu: in the place of packet %llu, which was not taken "
               "yet, is a packet",
               number(In.Public.Id), number(Index));
      break;
    }
  In.Written = End;
}

} // namespace

extern "C" {

Status hsa_queue_create(Handle On, uint32_t Size, QueueType Type,
                        QueueCallback Failed, void *Context,
                        uint32_t PrivateBytes, uint32_t GroupBytes,
                        AqlQueue **Out) {
  Call C("hsa_queue_create");
  C.handle("agent", On).add("size", Size).add("type", unsigned(Type));
  C.add("private", PrivateBytes).add("group", GroupBytes);
  return C.run([&]() -> Status {
    Agent *Gpu = C.findGpu(On);
    if (!Gpu)
      return InvalidAgent;
    if (!isSize(Size))
      return InvalidArgument;
    if (Type > QueueCooperative)
      return C.refuse(InvalidQueueCreation, "there is no such type");
    if (Gpu->NumQueues == MaxQueues)
      return OutOfResources;
    auto New = makeQueue(C.machine(), *Gpu, Size, Type);
    New->Failed = Failed;
    New->Context = Context;
    try {
      std::thread(processPackets, New).detach();
    } catch (const std::system_error &) {
      C.machine().Signals.remove(New->Doorbell->Self);
      return OutOfResources;
    }
    ++Gpu->NumQueues;
    *Out = &New->Public;
    C.machine().Queues[*Out] = New;
    C.note(text("queue %llu", number(New->Public.Id)));
    return Success;
  });
}

Status hsa_queue_destroy(AqlQueue *Which) {
  Call C("hsa_queue_destroy");
  return C.add("queue", Which).run([&]() -> Status {
    auto What = C.findQueue(Which);
    if (!What)
      return InvalidQueue;
    C.note(text("queue %llu", number(Which->Id)));
    C.machine().Queues.erase(Which);
    C.machine().Signals.remove(What->Doorbell->Self);
    --What->On->NumQueues;
    What->IsDestroyed = true;
    What->Rang.notify_all();
    if (What->Awaits)
      What->Awaits->Changed.notify_all();
    // When this returns, the program may free what a kernel or a callback uses.
    // A callback itself may call this.
    What->Idle.wait(C.lock(), [&] {
      return What->Busy == std::thread::id() ||
             What->Busy == std::this_thread::get_id();
    });
    return Success;
  });
}

void hsa_queue_store_write_index_screlease(const AqlQueue *Which,
                                           uint64_t Value) {
  Call C("hsa_queue_store_write_index_screlease");
  C.answer(0, [&] {
    auto What = C.findQueue(Which);
    if (!What)
      return 0;
    if (Value < What->Written)
      C.refuse(InvalidArgument,
               "queue %llu: the index goes back from %llu to "
               "%llu",
               number(Which->Id), number(What->Written), number(Value));
    else
      takePlaces(C, *What, Value);
    return 0;
  });
}

uint64_t hsa_queue_add_write_index_relaxed(const AqlQueue *Which,
                                           uint64_t Count) {
  Call C("hsa_queue_add_write_index_relaxed");
  return C.answer(uint64_t(0), [&]() -> uint64_t {
    auto What = C.findQueue(Which);
    if (!What)
      return 0;
    const uint64_t Before = What->Written;
    takePlaces(C, *What, Before + Count);
    return Before;
  });
}

uint64_t hsa_queue_load_read_index_scacquire(const AqlQueue *Which) {
  Call C("hsa_queue_load_read_index_scacquire");
  return C.answer(uint64_t(0), [&]() -> uint64_t {
    auto What = C.findQueue(Which);
    return What ? What->Read : 0;
  });
}

Status hsa_amd_profiling_set_profiler_enabled(AqlQueue *Which, int IsEnabled) {
  Call C("hsa_amd_profiling_set_profiler_enabled");
  C.add("queue", Which).add("enabled", IsEnabled);
  return C.run([&]() -> Status {
    auto What = C.findQueue(Which);
    if (!What)
      return InvalidQueue;
    What->IsProfiled = IsEnabled != 0;
    return Success;
  });
}

} // extern "C"

} // namespace ompjit::standin
