//===- Queue.cpp - Queues of an AMD GPU -----------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Queue.h"

#include "Call.h"
#include "HipStream.h"
#include "Lane.h"
#include "Memory.h"
#include "OpenQueue.h"
#include "Prints.h"

#include <algorithm>
#include <memory>

namespace ompjit::amdgpu {

//===----------------------------------------------------------------------===//
// The queues of a device
//===----------------------------------------------------------------------===//

ompjit_queue *makeQueue(Call &In) {
  auto New = std::make_unique<ompjit_queue>();
  In.device().Queues.add(New.get());
  return New.release();
}

static void deleteQueue(ompjit_device &Device, ompjit_queue *Queue) {
  const std::unique_ptr<ompjit_queue> Old(Queue);
  const std::unique_ptr<HipStream> Stream(Queue->Stream.load());
  // A GPU that broke may still use the memory.
  if (Device.Health.isBroken() || plugins::isForkedWithDriver())
    return;
  Queue->Reductions.release([&](uint64_t Each) {
    Device.H.PoolFree(reinterpret_cast<void *>(Each));
  });
  if (void *Arena = Queue->Staged.takeArena())
    Device.H.PoolFree(Arena);
}

void deleteQueues(ompjit_device &Device) {
  for (ompjit_queue *Each : Device.Queues.takeAll())
    deleteQueue(Device, Each);
}

//===----------------------------------------------------------------------===//
// What comes before what
//===----------------------------------------------------------------------===//

Lane *laneOf(Call &In, ompjit_queue &Queue) {
  Lane *Line = Queue.Line.load(std::memory_order_acquire);
  if (Line) [[likely]]
    return Line;
  MutexLock Lock(Queue.Guard);
  Line = Queue.Line.load(std::memory_order_relaxed);
  if (!Line) {
    Line = In.device().Lanes->next(In);
    Queue.Line.store(Line, std::memory_order_release);
  }
  return Line;
}

int placeOf(Call &In, ompjit_queue &Queue, CompletionRefs &All) {
  if (Queue.IsInLane.exchange(false)) {
    CompletionRef Mark;
    if (int Failed = Queue.Line.load()->mark(In, Mark)) {
      Queue.IsInLane = true;
      return Failed;
    }
    if (Mark)
      Queue.Aside.push_back(std::move(Mark));
  }
  dropOver(Queue.Aside);
  All = Queue.Aside;
  return 0;
}

int awaitStream(Call &In, ompjit_queue &Queue) {
  HipStream *Stream = Queue.Stream.load(std::memory_order_acquire);
  return Stream ? Stream->synchronize(In.error()) : 0;
}

int settle(Call &In, ompjit_queue &Queue, Lane &Line) {
  if (int Failed = awaitStream(In, Queue))
    return Failed;
  MutexLock Lock(Queue.Guard);
  if (int Failed = Line.waitFor(In, Queue.Aside))
    return Failed;
  // The lane's own place covers these now.
  Queue.Aside.clear();
  Queue.noteAside();
  Queue.IsInLane = true;
  return 0;
}

//===----------------------------------------------------------------------===//
// The functions of the table
//===----------------------------------------------------------------------===//

int finish(Call &In, ompjit_queue &Queue) {
  const uint32_t Kernels = Queue.Recent.count();
  // Copies that are staged by now are over once the queue has reached its
  // current place.
  const plugins::StagedCopies Staged = Queue.Staged.all();
  CompletionRefs All;
  {
    MutexLock Lock(Queue.Guard);
    Queue.HasWork.store(false, std::memory_order_relaxed);
    if (int Failed = placeOf(In, Queue, All))
      return Failed;
  }
  ompjit_device &Device = In.device();
  for (const CompletionRef &Each : All)
    if (!waitFor(Device, *Each))
      break;
  // This includes a kernel's message about its failure.
  const bool HasPrinted = Device.Prints->show();
  if (Device.Health.isBroken())
    return In.failBroken("the work in a queue failed");
  const int Failed = awaitStream(In, Queue);
  plugins::finishAll(Staged);
  Queue.Recent.clear(Kernels);
  if (HasPrinted)
    Device.Lanes->ifIdle([&] { Device.Prints->makeRoom(); });
  return Failed;
}

int createQueue(ompjit_device *Device, ompjit_queue **Queue,
                ompjit_error *Error) {
  Call In(*Device, Error);
  if (!In)
    return 1;
  *Queue = makeQueue(In);
  return 0;
}

void destroyQueue(ompjit_device *Device, ompjit_queue *Queue) {
  if (Call In(*Device, nullptr); In) {
    finish(In, *Queue);
    // Only here, because HIP may be torn down before the device when a program
    // ends.
    HipStream *Stream = Queue->Stream.load();
    if (Stream && !Device->Health.isBroken())
      Stream->close();
  }
  Device->Queues.remove(Queue);
  deleteQueue(*Device, Queue);
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
  CompletionRefs All;
  {
    MutexLock Lock(Queue->Guard);
    if (int Failed = placeOf(In, *Queue, All))
      return Failed;
    Queue->noteAside();
  }
  // Failed work is over; queue_synchronize reports it.
  HipStream *Stream = Queue->Stream.load(std::memory_order_acquire);
  *Done = All.empty() && (!Stream || Stream->isOver());
  if (*Done)
    plugins::finishAll(Staged);
  return 0;
}

} // namespace ompjit::amdgpu
