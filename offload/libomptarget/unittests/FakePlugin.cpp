//===- FakePlugin.cpp - A plugin for tests: memory without a device -------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FakePlugin.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace ompjit::test {

namespace {

int failWith(ompjit_error *Error, const char *Text) {
  std::snprintf(Error->text, sizeof(Error->text), "%s", Text);
  return 1;
}

int allocate(ompjit_device *D, uint64_t Size, ompjit_memory_kind,
             void **Address, ompjit_error *Error) {
  if (D->FailAllocations)
    return failWith(Error, "the fake is full");
  *Address = std::aligned_alloc(128, (Size + 127) / 128 * 128);
  std::lock_guard Lock(D->Mutex);
  D->Live[*Address] = Size;
  return 0;
}

int release(ompjit_device *D, void *Address, ompjit_memory_kind,
            ompjit_error *Error) {
  std::lock_guard Lock(D->Mutex);
  if (!D->Live.erase(Address))
    return failWith(Error, "the fake does not know this memory");
  std::free(Address);
  return 0;
}

/// Runs \p Work now if there is no queue, or else when the queue is run.
int put(ompjit_queue *Queue, ompjit_error *Error,
        std::function<int(ompjit_error *)> Work) {
  if (!Queue)
    return Work(Error);
  Queue->Work.push_back(std::move(Work));
  return 0;
}

int copyTo(ompjit_device *D, ompjit_queue *Queue, void *To, const void *From,
           uint64_t Size, ompjit_error *Error) {
  return put(Queue, Error, [=](ompjit_error *Error) {
    if (D->FailCopies)
      return failWith(Error, "the fake's cable is cut");
    ++D->CopiesTo;
    D->BytesTo += Size;
    std::memcpy(To, From, Size);
    return 0;
  });
}

int copyFrom(ompjit_device *D, ompjit_queue *Queue, void *To, const void *From,
             uint64_t Size, ompjit_error *Error) {
  return put(Queue, Error, [=](ompjit_error *Error) {
    if (D->FailCopies)
      return failWith(Error, "the fake's cable is cut");
    ++D->CopiesFrom;
    D->BytesFrom += Size;
    std::memcpy(To, From, Size);
    return 0;
  });
}

int copyWithin(ompjit_device *, ompjit_queue *Queue, void *To, const void *From,
               uint64_t Size, ompjit_error *Error) {
  return put(Queue, Error, [=](ompjit_error *) {
    std::memmove(To, From, Size);
    return 0;
  });
}

int copyBeside(ompjit_device *D, ompjit_queue *Queue, void *To, ompjit_device *,
               const void *From, uint64_t Size, ompjit_error *Error) {
  return put(Queue, Error, [=](ompjit_error *Error) {
    if (D->FailCopiesBeside)
      return failWith(Error, "the fake's bridge is out");
    ++D->CopiesBeside;
    std::memcpy(To, From, Size);
    return 0;
  });
}

int createQueue(ompjit_device *D, ompjit_queue **Queue, ompjit_error *) {
  *Queue = new ompjit_queue;
  D->Queues.push_back(*Queue);
  ++D->LiveQueues;
  return 0;
}

void destroyQueue(ompjit_device *D, ompjit_queue *Queue) {
  --D->LiveQueues;
  delete Queue;
}

int runQueue(ompjit_device *, ompjit_queue *Queue, ompjit_error *Error) {
  int Failed = 0;
  while (!Queue->Work.empty()) {
    auto Next = std::move(Queue->Work.front());
    Queue->Work.pop_front();
    Failed |= Next(Error);
  }
  return Failed;
}

int queryQueue(ompjit_device *, ompjit_queue *Queue, int *Done,
               ompjit_error *) {
  *Done = Queue->Work.empty();
  return 0;
}

int createEvent(ompjit_device *D, ompjit_event **Event, ompjit_error *) {
  *Event = new ompjit_event;
  ++D->LiveEvents;
  return 0;
}

void destroyEvent(ompjit_device *D, ompjit_event *Event) {
  --D->LiveEvents;
  delete Event;
}

int recordEvent(ompjit_device *, ompjit_queue *Queue, ompjit_event *Event,
                ompjit_error *Error) {
  Event->Recorded = Queue;
  return put(Queue, Error, [=](ompjit_error *) {
    Event->Recorded = nullptr;
    return 0;
  });
}

int awaitEvent(ompjit_device *D, ompjit_event *Event, ompjit_error *Error) {
  return Event->Recorded ? runQueue(D, Event->Recorded, Error) : 0;
}

int waitForEvent(ompjit_device *D, ompjit_queue *Queue, ompjit_event *Event,
                 ompjit_error *Error) {
  return put(Queue, Error,
             [=](ompjit_error *Error) { return awaitEvent(D, Event, Error); });
}

} // namespace

FakePlugin::FakePlugin() : Table() {
  Table.version = OMPJIT_PLUGIN_VERSION;
  Table.size = sizeof(ompjit_plugin);
  Table.name = "fake";
  Table.memory_allocate = allocate;
  Table.memory_free = release;
  Table.copy_to_device = copyTo;
  Table.copy_from_device = copyFrom;
  Table.copy_on_device = copyWithin;
  Table.queue_create = createQueue;
  Table.queue_destroy = destroyQueue;
  Table.queue_synchronize = runQueue;
  Table.queue_query = queryQueue;
  Table.event_create = createEvent;
  Table.event_destroy = destroyEvent;
  Table.event_record = recordEvent;
  Table.event_wait = waitForEvent;
  Table.event_synchronize = awaitEvent;
}

FakePlugin::~FakePlugin() {
  for (ompjit_device *Each : {&State, &Other})
    for (auto &[Address, Size] : Each->Live)
      std::free(Address);
}

void FakePlugin::connect() { Table.copy_between = copyBeside; }

size_t FakePlugin::liveAllocations() {
  std::lock_guard Lock(State.Mutex);
  return State.Live.size();
}

} // namespace ompjit::test
