//===- Operation.cpp - What one construct does on a device ----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Operation.h"

#include "support/Diagnostics.h"

#include <cstring>

namespace ompjit {

Operation::~Operation() {
  if (Queue || !Blocks.empty() || !Afterwards.empty())
    (void)finish();
}

Result<ompjit_queue *> Operation::queue() {
  if (Queue || !Pool)
    return Queue;
  Result<ompjit_queue *> New = Pool->takeQueue();
  if (!New)
    return diagnose(Diagnostic::QueueFailed, {New.error().message()});
  Queue = *New;
  return Queue;
}

Status Operation::failed(uint64_t Size, const Status &Why) const {
  return diagnose(Diagnostic::TransferFailed,
                  {std::to_string(Size), Why.error().message()});
}

Status Operation::copyTo(DeviceAddress To, const void *From, uint64_t Size) {
  Result<ompjit_queue *> Q = queue();
  if (!Q)
    return Q.takeError();
  Status S = Device.copyTo(To, From, Size, *Q);
  return S ? S : failed(Size, S);
}

Result<const void *> Operation::copyKept(DeviceAddress To, const void *From,
                                         uint64_t Size) {
  Result<ompjit_queue *> Q = queue();
  if (!Q)
    return Q.takeError();
  const char *Copy =
      Kept.emplace_front(std::make_unique_for_overwrite<char[]>(Size)).get();
  std::memcpy(Kept.front().get(), From, Size);
  if (Status S = Device.copyTo(To, Copy, Size, *Q, From); !S)
    return failed(Size, S).takeError();
  return static_cast<const void *>(Copy);
}

Status Operation::copyFrom(void *To, DeviceAddress From, uint64_t Size) {
  Result<ompjit_queue *> Q = queue();
  if (!Q)
    return Q.takeError();
  Status S = Device.copyFrom(To, From, Size, *Q);
  return S ? S : failed(Size, S);
}

Status Operation::storePointer(DeviceAddress To, DeviceAddress Value) {
  if (!overlaps()) {
    void *Pointer = Value.pointer();
    return copyTo(To, &Pointer, sizeof(Pointer));
  }
  return copyTo(To, &Pointers.emplace_front(Value.pointer()), sizeof(void *));
}

Status Operation::await(const ArrivalEvent &Data) {
  Result<ompjit_queue *> Q = queue();
  if (!Q)
    return Q.takeError();
  Status S = Data.await(*Q);
  return S ? S
           : Status(diagnose(Diagnostic::QueueFailed, {S.error().message()}));
}

Result<std::shared_ptr<ArrivalEvent>> Operation::recordArrival() {
  Result<ompjit_queue *> Q = queue();
  if (!Q)
    return Q.takeError();
  Result<std::shared_ptr<ArrivalEvent>> Event =
      ArrivalEvent::record(Device, *Pool, *Q);
  if (!Event)
    return diagnose(Diagnostic::QueueFailed, {Event.error().message()});
  return Event;
}

void Operation::release(std::optional<ConstructEvent> Left) {
  if (Left) {
    Left->Deferred = this;
    Device.observers().tell(&Observer::constructPauses, *Left);
    // They are on the stack that the thread leaves now.
    Left->Arguments = nullptr;
    Paused = Left;
  }
  IsBuilt.store(true, std::memory_order_release);
  IsBuilt.notify_all();
}

/// Gives the queue back and does the work that was left for the end.
Status Operation::conclude(Status First) {
  if (Queue && !IsOfProgram)
    Pool->giveBack(Queue);
  Queue = nullptr;
  End.reset();
  if (Paused)
    Device.observers().tell(&Observer::constructResumes, *Paused);
  cleanUp(First);
  if (Paused)
    Device.observers().tell(&Observer::constructEnds, *Paused);
  Outcome = First;
  return First;
}

void Operation::cleanUp(Status &First) {
  for (const std::function<Status()> &Work : Afterwards)
    if (Status S = Work(); !S && First)
      First = std::move(S);
  Afterwards.clear();
  for (void *Block : Blocks)
    if (Status S = Device.free(Block, OMPJIT_MEMORY_DEVICE); !S && First)
      First = diagnose(
          Diagnostic::FreeFailed,
          {"a construct's end", describeAddress(Block), S.error().message()});
  Blocks.clear();
}

Status Operation::finish() {
  // A usual launch on the host leaves nothing to do, and takes no lock.
  if (!overlaps() && Afterwards.empty() && Blocks.empty())
    return Done{};
  IsBuilt.wait(false, std::memory_order_acquire);
  MutexLock Lock(FinishMutex);
  if (Outcome)
    return *Outcome;
  return conclude(Queue ? awaitQueue() : Done{});
}

/// Who waits for a queue of the program learns of its failures.
Status Operation::awaitQueue() {
  if (IsOfProgram)
    return End ? End->await(nullptr) : Done{};
  ompjit_error Reason = {};
  if (Device.table().queue_synchronize(Device.handle(), Queue, &Reason))
    return diagnose(Diagnostic::QueueFailed, {Reason.text});
  return Done{};
}

Status Operation::markEnd() {
  Result<std::shared_ptr<ArrivalEvent>> Event = recordArrival();
  if (!Event)
    return Event.takeError();
  End = std::move(*Event);
  return Done{};
}

std::optional<Status> Operation::tryFinish() {
  if (!IsBuilt.load(std::memory_order_acquire) || !FinishMutex.tryLock())
    return std::nullopt;
  std::optional<Status> Result = tryFinishLocked();
  FinishMutex.unlock();
  return Result;
}

std::optional<Status> Operation::tryFinishLocked() {
  if (Outcome)
    return Outcome;
  int IsEmpty = 1;
  ompjit_error Reason = {};
  if (Queue &&
      Device.table().queue_query(Device.handle(), Queue, &IsEmpty, &Reason))
    return conclude(diagnose(Diagnostic::QueueFailed, {Reason.text}));
  if (!IsEmpty)
    return std::nullopt;
  // An error in the queue shows up only when it is synchronised.
  if (Queue &&
      Device.table().queue_synchronize(Device.handle(), Queue, &Reason))
    return conclude(diagnose(Diagnostic::QueueFailed, {Reason.text}));
  return conclude(Done{});
}

} // namespace ompjit
