//===- Queue.cpp - Queues, which are streams ------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Queue.h"

#include "Operation.h"
#include "ompjit/Plugins/Error.h"

#include <algorithm>
#include <bit>
#include <new>

namespace ompjit::cuda {

void RecentKernels::list(std::vector<const char *> &Found) const {
  const uint32_t Last = Count.load(std::memory_order_acquire);
  const uint32_t Number = std::min(Last, uint32_t(Names.size()));
  for (uint32_t I = Last - Number; I != Last; ++I) {
    const char *Name = Names[I % Names.size()].load(std::memory_order_relaxed);
    if (Name && std::find(Found.begin(), Found.end(), Name) == Found.end())
      Found.push_back(Name);
  }
}

//===----------------------------------------------------------------------===//
// Memory of reductions
//===----------------------------------------------------------------------===//

namespace {

/// KernelLaunchEnvironmentTy of docs/abi.md. A kernel leaves the numbers as it
/// found them.
struct LaunchEnvironment {
  uint32_t ReductionCount = 0;
  uint32_t ReductionBase = 0;
  DevicePointer ReductionBuffer;
};

constexpr uint64_t BufferOffset = 256;
constexpr uint64_t SmallestBuffer = uint64_t(64) << 10;

} // namespace

DevicePointer ReductionMemory::grow(Call &In, ompjit_queue &Queue,
                                    uint64_t Bytes) {
  std::lock_guard Lock(GrowMutex);
  if (const Block *Now = Current.load(std::memory_order_relaxed);
      Now && Now->Bytes >= Bytes)
    return Now->Address;
  const Driver &D = In.device().D;
  if (Bytes > uint64_t(1) << 62) {
    plugins::fail(In.error(), "a kernel asks for %llu bytes for its reductions",
                  static_cast<unsigned long long>(Bytes));
    return 0;
  }
  const uint64_t Size = std::bit_ceil(std::max(Bytes, SmallestBuffer));
  DevicePointer Address = 0;
  if (In.check(D.MemAlloc(&Address, BufferOffset + Size),
               "cannot allocate %llu bytes for the reductions of a kernel",
               static_cast<unsigned long long>(Size)))
    return 0;
  const LaunchEnvironment Begin = {0, 0, Address + BufferOffset};
  if (In.check(D.MemcpyHtoDAsync(Address, &Begin, sizeof(Begin), Queue.Stream),
               "cannot write the launch environment of a kernel")) {
    D.MemFree(Address);
    return 0;
  }
  Blocks.push_back(std::make_unique<const Block>(Block{Address, Size}));
  Current.store(Blocks.back().get(), std::memory_order_release);
  return Address;
}

void ReductionMemory::release(const Driver &D) {
  for (const auto &Each : Blocks)
    D.MemFree(Each->Address);
  Blocks.clear();
}

//===----------------------------------------------------------------------===//
// The queues of a device
//===----------------------------------------------------------------------===//

ompjit_queue *QueueSet::create(Call &In) {
  Stream *New = nullptr;
  if (In.check(In.device().D.StreamCreate(&New, StreamNonBlocking),
               "cannot create a stream on GPU %d", In.device().Ordinal))
    return nullptr;
  auto *Queue = new ompjit_queue;
  Queue->Stream = New;
  std::lock_guard Lock(Mutex);
  All.push_back(Queue);
  return Queue;
}

void QueueSet::destroy(const Driver &D, ompjit_queue *Queue, bool IsUsable) {
  {
    std::lock_guard Lock(Mutex);
    All.erase(std::find(All.begin(), All.end(), Queue));
  }
  if (IsUsable) {
    Queue->Reductions.release(D);
    Queue->Staged.release(D);
    D.StreamDestroy(Queue->Stream);
  }
  delete Queue;
}

void QueueSet::destroyAll(const Driver &D, bool IsUsable) {
  const std::vector<ompjit_queue *> Left = All;
  for (ompjit_queue *Each : Left)
    destroy(D, Each, IsUsable);
  Idle.clear();
}

ompjit_queue *QueueSet::borrow(Call &In) {
  {
    std::lock_guard Lock(Mutex);
    if (!Idle.empty()) {
      ompjit_queue *Queue = Idle.back();
      Idle.pop_back();
      return Queue;
    }
  }
  return create(In);
}

void QueueSet::giveBack(ompjit_queue *Queue) {
  std::lock_guard Lock(Mutex);
  Idle.push_back(Queue);
}

//===----------------------------------------------------------------------===//
// The functions of the table
//===----------------------------------------------------------------------===//

int finish(Call &In, ompjit_queue &Queue) {
  const uint32_t Kernels = Queue.Recent.count();
  const StagedCopies Staged = Queue.Staged.all();
  Queue.HasWork.store(false, std::memory_order_relaxed);
  if (int Failed = In.checkIn(
          Queue, In.device().D.StreamSynchronize(Queue.Stream),
          "the work in a stream of GPU %d failed", In.device().Ordinal))
    return Failed;
  finishAll(Staged);
  Queue.Recent.clear(Kernels);
  return 0;
}

int createQueue(ompjit_device *Device, ompjit_queue **Queue,
                ompjit_error *Error) {
  Call In(*Device, Error);
  if (!In)
    return 1;
  *Queue = Device->Queues.create(In);
  return *Queue ? 0 : 1;
}

void destroyQueue(ompjit_device *Device, ompjit_queue *Queue) {
  Call In(*Device, nullptr);
  if (In)
    finish(In, *Queue);
  Device->Queues.destroy(Device->D, Queue, bool(In) && !Device->IsBroken);
}

/// Of a device that is broken, each queue tells once that its work is lost.
int synchronizeQueue(ompjit_device *Device, ompjit_queue *Queue,
                     ompjit_error *Error) {
  if (Device->IsBroken &&
      !Queue->HasWork.exchange(false, std::memory_order_relaxed))
    return 0;
  Call In(*Device, Error);
  return In ? finish(In, *Queue) : 1;
}

int queryQueue(ompjit_device *Device, ompjit_queue *Queue, int *Done,
               ompjit_error *Error) {
  *Done = 1;
  if (Device->IsBroken)
    return 0;
  Call In(*Device, Error);
  if (!In)
    return 1;
  const StagedCopies Staged = Queue->Staged.all();
  const Result Code = Device->D.StreamQuery(Queue->Stream);
  *Done = Code != Result::NotReady;
  // Work that failed is over; queue_synchronize tells.
  if (Code == Result::Success)
    finishAll(Staged);
  else if (isFatal(Code))
    breakDevice(*Device, Code, Queue);
  else if (*Done)
    return In.check(Code, "cannot ask a stream of GPU %d whether it is done",
                    Device->Ordinal);
  return 0;
}

} // namespace ompjit::cuda
