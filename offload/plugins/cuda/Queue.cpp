//===- Queue.cpp - Queues, which are streams ------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Queue.h"

#include "Call.h"
#include "OpenQueue.h"

namespace ompjit::cuda {

ompjit_queue *makeQueue(Call &In) {
  Stream *New = nullptr;
  if (In.check(In.device().D.StreamCreate(&New, StreamNonBlocking),
               "cannot create a stream on GPU %d", In.device().Ordinal))
    return nullptr;
  auto *Queue = new ompjit_queue;
  Queue->Stream = New;
  In.device().Queues.add(Queue);
  return Queue;
}

/// Also frees the queue's memory.
static void deleteQueue(const Driver &D, ompjit_queue *Queue, bool IsUsable) {
  if (IsUsable) {
    Queue->Reductions.release([&](DevicePointer Each) { D.MemFree(Each); });
    if (void *Arena = Queue->Staged.takeArena())
      D.MemFreeHost(Arena);
    D.StreamDestroy(Queue->Stream);
  }
  delete Queue;
}

void deleteQueues(ompjit_device &Device, bool IsUsable) {
  for (ompjit_queue *Each : Device.Queues.takeAll())
    deleteQueue(Device.D, Each, IsUsable);
}

//===----------------------------------------------------------------------===//
// The functions of the table
//===----------------------------------------------------------------------===//

int finish(Call &In, ompjit_queue &Queue) {
  const uint32_t Kernels = Queue.Recent.count();
  const plugins::StagedCopies Staged = Queue.Staged.all();
  Queue.HasWork.store(false, std::memory_order_relaxed);
  if (int Failed = In.checkIn(
          Queue, In.device().D.StreamSynchronize(Queue.Stream),
          "the work in a stream of GPU %d failed", In.device().Ordinal))
    return Failed;
  plugins::finishAll(Staged);
  Queue.Recent.clear(Kernels);
  return 0;
}

int createQueue(ompjit_device *Device, ompjit_queue **Queue,
                ompjit_error *Error) {
  Call In(*Device, Error);
  if (!In)
    return 1;
  *Queue = makeQueue(In);
  return *Queue ? 0 : 1;
}

void destroyQueue(ompjit_device *Device, ompjit_queue *Queue) {
  Call In(*Device, nullptr);
  if (In)
    finish(In, *Queue);
  Device->Queues.remove(Queue);
  deleteQueue(Device->D, Queue, bool(In) && !Device->Health.isBroken());
}

/// If the device is broken, each queue reports once that its work is lost.
int synchronizeQueue(ompjit_device *Device, ompjit_queue *Queue,
                     ompjit_error *Error) {
  if (Device->Health.isBroken() &&
      !Queue->HasWork.exchange(false, std::memory_order_relaxed))
    return 0;
  Call In(*Device, Error);
  return In ? finish(In, *Queue) : 1;
}

int queryQueue(ompjit_device *Device, ompjit_queue *Queue, int *Done,
               ompjit_error *Error) {
  *Done = 1;
  if (Device->Health.isBroken())
    return 0;
  Call In(*Device, Error);
  if (!In)
    return 1;
  const plugins::StagedCopies Staged = Queue->Staged.all();
  const Result Code = Device->D.StreamQuery(Queue->Stream);
  *Done = Code != Result::NotReady;
  // Failed work is over; queue_synchronize reports it.
  if (Code == Result::Success)
    plugins::finishAll(Staged);
  else if (isFatal(Code))
    breakDevice(*Device, Code, Queue);
  else if (*Done)
    return In.check(Code, "cannot ask a stream of GPU %d whether it is done",
                    Device->Ordinal);
  return 0;
}

} // namespace ompjit::cuda
