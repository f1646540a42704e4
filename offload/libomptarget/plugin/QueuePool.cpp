//===- QueuePool.cpp - Queues and events of a device, kept for reuse ------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "QueuePool.h"

namespace ompjit {

QueuePool::~QueuePool() {
  for (ompjit_event *Each : Events)
    Device.table().event_destroy(Device.handle(), Each);
  for (ompjit_queue *Each : Queues)
    Device.table().queue_destroy(Device.handle(), Each);
}

Result<ompjit_queue *> QueuePool::takeQueue() {
  {
    MutexLock Lock(PoolMutex);
    if (!Queues.empty()) {
      ompjit_queue *Old = Queues.back();
      Queues.pop_back();
      return Old;
    }
  }
  ompjit_queue *New = nullptr;
  ompjit_error Reason = {};
  if (Device.table().queue_create(Device.handle(), &New, &Reason))
    return Error(Reason.text);
  return New;
}

void QueuePool::giveBack(ompjit_queue *Empty) {
  MutexLock Lock(PoolMutex);
  Queues.push_back(Empty);
}

Result<ompjit_event *> QueuePool::takeEvent() {
  {
    MutexLock Lock(PoolMutex);
    if (!Events.empty()) {
      ompjit_event *Old = Events.back();
      Events.pop_back();
      return Old;
    }
  }
  ompjit_event *New = nullptr;
  ompjit_error Reason = {};
  if (Device.table().event_create(Device.handle(), &New, &Reason))
    return Error(Reason.text);
  return New;
}

void QueuePool::giveBack(ompjit_event *Old) {
  MutexLock Lock(PoolMutex);
  Events.push_back(Old);
}

Result<std::shared_ptr<ArrivalEvent>>
ArrivalEvent::record(const PluginDevice &Device, QueuePool &Pool,
                     ompjit_queue *Queue) {
  Result<ompjit_event *> Event = Pool.takeEvent();
  if (!Event)
    return Event.takeError();
  auto New = std::make_shared<ArrivalEvent>(Device, Pool, *Event);
  ompjit_error Reason = {};
  if (Device.table().event_record(Device.handle(), Queue, *Event, &Reason))
    return Error(Reason.text);
  return New;
}

Status ArrivalEvent::await(ompjit_queue *Queue) const {
  ompjit_error Reason = {};
  const ompjit_plugin &Table = Device.table();
  int Failed = Queue ? Table.event_wait(Device.handle(), Queue, Event, &Reason)
                     : Table.event_synchronize(Device.handle(), Event, &Reason);
  if (Failed)
    return Error(Reason.text);
  return Done{};
}

} // namespace ompjit
