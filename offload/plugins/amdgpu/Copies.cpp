//===- Copies.cpp - Copies to, from and between AMD's GPUs ----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The copy engines reach memory that the runtime knows: its own, and locked
// memory. Small copies of other memory of the program go through a buffer, so
// that nobody has to wait; for larger ones the memory is locked during the
// copy.
//
//===----------------------------------------------------------------------===//

#include "Memory.h"
#include "Operation.h"
#include "StagingBuffers.h"
#include "ompjit/Plugins/Error.h"

#include <algorithm>
#include <cstring>
#include <optional>

namespace ompjit::amdgpu {

namespace {

unsigned long long number(uint64_t Value) { return Value; }

struct Place {
  void *Address;
  Agent Owner;
};

/// The longest chain of copies that wait for each other: each of them needs a
/// signal and keeps those that it waits for.
constexpr uint32_t MaxDepth = 128;

/// Waits if too many copies are under way. The queue's mutex must be held.
int limitDepth(Call &In, CompletionRefs &Needs) {
  for (const CompletionRef &Each : Needs)
    if (Each->Depth >= MaxDepth && !waitFor(In.device(), *Each))
      return In.failBroken("the work in a queue failed");
  dropOver(Needs);
  return 0;
}

/// Puts in a copy between places that the engines reach. \p Keeps owns memory
/// that the copy uses.
int put(Call &In, ompjit_queue &Queue, Place To, Place From, uint64_t Size,
        std::shared_ptr<void> Keeps = nullptr) {
  if (int Failed = awaitStream(In, Queue))
    return Failed;
  MutexLock Lock(Queue.Guard);
  CompletionRefs Needs;
  if (int Failed = placeOf(In, Queue, Needs))
    return Failed;
  if (int Failed = limitDepth(In, Needs))
    return Failed;
  CompletionRef New = In.device().Signals->take(In);
  if (!New)
    return 1;
  std::vector<SignalHandle> Signals;
  for (const CompletionRef &Each : Needs) {
    Signals.push_back(Each->signal());
    New->Depth = std::max(New->Depth, Each->Depth + 1);
  }
  New->Needs = std::move(Needs);
  New->Keeps = std::move(Keeps);
  const Status Code = In.hsa().AsyncCopy(
      To.Address, To.Owner, From.Address, From.Owner, Size,
      uint32_t(Signals.size()), Signals.data(), New->signal());
  if (int Failed = In.check(
          Code, "cannot copy %llu bytes from %p to %p on GPU %d", number(Size),
          From.Address, To.Address, In.device().Ordinal)) {
    // The copy was not started, so nothing else completes the signal.
    In.hsa().SignalStore(New->signal(), 0);
    return Failed;
  }
  Queue.Aside = {std::move(New)};
  Queue.noteAside();
  return 0;
}

/// Returns the engines' address of host memory; null if they do not reach it.
void *reach(Call &In, const void *Host, uint64_t Size) {
  PointerInfo Known;
  if (In.hsa().DescribePointer(Host, &Known, nullptr, nullptr, nullptr) !=
          Status::Success ||
      Known.Type == PointerType::Unknown)
    return nullptr;
  const auto *Begin = static_cast<const char *>(Known.OnHost);
  const auto *At = static_cast<const char *>(Host);
  if (At < Begin || Size > Known.Bytes ||
      uint64_t(At - Begin) > Known.Bytes - Size)
    return nullptr;
  return static_cast<char *>(Known.OnAgents) + (At - Begin);
}

enum class Direction { ToDevice, FromDevice };

/// A copy of memory that is not pinned; it is over on return.
class WaitingCopy {
public:
  WaitingCopy(Call &In, ompjit_queue &Queue, Direction CopyDirection,
              void *OnDevice, void *OnHost, uint64_t Size)
      : In(In), Queue(Queue), CopyDirection(CopyDirection),
        OnDevice(static_cast<char *>(OnDevice)),
        OnHost(static_cast<char *>(OnHost)), Size(Size) {}

  int run() {
    ompjit_device &Device = In.device();
    void *Locked = nullptr;
    // Some memory cannot be locked, such as read-only pages or too much memory.
    if (In.hsa().MemoryLock(OnHost, Size, &Device.Gpu, 1, &Locked) !=
        Status::Success)
      return runInPieces();
    int Failed = putFor(OnDevice, Locked, Size);
    if (!Failed)
      Failed = finish(In, Queue);
    In.hsa().MemoryUnlock(OnHost);
    return Failed;
  }

private:
  int putFor(void *There, void *Here, uint64_t Bytes) {
    const Place Gpu = {There, In.device().Gpu}, Cpu = {Here, In.device().Cpu};
    return CopyDirection == Direction::ToDevice
               ? put(In, Queue, Gpu, Cpu, Bytes)
               : put(In, Queue, Cpu, Gpu, Bytes);
  }

  int runInPieces() {
    constexpr uint64_t PieceBytes = 1 << 20;
    const std::shared_ptr<void> Buffer =
        In.device().Buffers->take(In, std::min(Size, PieceBytes));
    if (!Buffer)
      return 1;
    for (uint64_t Done = 0; Done < Size; Done += PieceBytes) {
      const uint64_t Bytes = std::min(Size - Done, PieceBytes);
      if (CopyDirection == Direction::ToDevice)
        std::memcpy(Buffer.get(), OnHost + Done, Bytes);
      if (int Failed = putFor(OnDevice + Done, Buffer.get(), Bytes))
        return Failed;
      if (int Failed = finish(In, Queue))
        return Failed;
      if (CopyDirection == Direction::FromDevice)
        std::memcpy(OnHost + Done, Buffer.get(), Bytes);
    }
    return 0;
  }

  Call &In;
  ompjit_queue &Queue;
  const Direction CopyDirection;
  char *const OnDevice, *const OnHost;
  const uint64_t Size;
};

/// Returns nothing if the copy is better made in another way.
std::optional<int> stageFrom(Call &In, ompjit_queue &Queue, void *To,
                             void *From, uint64_t Size) {
  ompjit_device &Device = In.device();
  return Queue.Staged.copy(
      To, Size,
      [&](uint64_t Bytes) {
        void *New = nullptr;
        return allocateHost(In, Bytes, &New) ? nullptr : New;
      },
      [&](void *Room) {
        return put(In, Queue, {Room, Device.Cpu}, {From, Device.Gpu}, Size);
      });
}

} // namespace

int copyToDevice(ompjit_device *Device, ompjit_queue *Queue, void *To,
                 const void *From, uint64_t Size, ompjit_error *Error) {
  if (!Size)
    return 0;
  return operate(Device, Queue, Error, [&](Call &In, ompjit_queue &UsedQueue) {
    if (UsedQueue.Staged.touches(From, Size))
      if (int Failed = finish(In, UsedQueue))
        return Failed;
    const Place There = {To, Device->Gpu};
    if (void *Known = reach(In, From, Size))
      return put(In, UsedQueue, There, {Known, Device->Cpu}, Size);
    if (Size > Device->Settings.MaxStagedBytes)
      return WaitingCopy(In, UsedQueue, Direction::ToDevice, To,
                         const_cast<void *>(From), Size)
          .run();
    const std::shared_ptr<void> Buffer = Device->Buffers->take(In, Size);
    if (!Buffer)
      return 1;
    std::memcpy(Buffer.get(), From, Size);
    return put(In, UsedQueue, There, {Buffer.get(), Device->Cpu}, Size, Buffer);
  });
}

int copyFromDevice(ompjit_device *Device, ompjit_queue *Queue, void *To,
                   const void *From, uint64_t Size, ompjit_error *Error) {
  if (!Size)
    return 0;
  void *There = const_cast<void *>(From);
  return operate(Device, Queue, Error, [&](Call &In, ompjit_queue &UsedQueue) {
    void *Known = reach(In, To, Size);
    if (!Known)
      if (const std::optional<int> Staged =
              stageFrom(In, UsedQueue, To, There, Size))
        return *Staged;
    // A copy that was put in before must not be finished after this one.
    if (UsedQueue.Staged.touches(To, Size))
      if (int Failed = finish(In, UsedQueue))
        return Failed;
    if (Known)
      return put(In, UsedQueue, {Known, Device->Cpu}, {There, Device->Gpu},
                 Size);
    return WaitingCopy(In, UsedQueue, Direction::FromDevice, There, To, Size)
        .run();
  });
}

/// The engines do not accept overlapping ranges, so these go through other
/// memory.
static int copyOverlapping(Call &In, ompjit_queue &Queue, void *To, void *From,
                           uint64_t Size) {
  ompjit_device &Device = In.device();
  void *Memory = nullptr;
  if (int Failed = allocateOnDevice(In, Size, &Memory))
    return Failed;
  const std::shared_ptr<void> Between(Memory, [&Device](void *Old) {
    // A GPU that broke may still use the memory.
    if (!Device.Health.isBroken() && !plugins::isForkedWithDriver())
      Device.H.PoolFree(Old);
  });
  if (int Failed = put(In, Queue, {Memory, Device.Gpu}, {From, Device.Gpu},
                       Size, Between))
    return Failed;
  return put(In, Queue, {To, Device.Gpu}, {Memory, Device.Gpu}, Size, Between);
}

int copyOnDevice(ompjit_device *Device, ompjit_queue *Queue, void *To,
                 const void *From, uint64_t Size, ompjit_error *Error) {
  if (!Size)
    return 0;
  return operate(Device, Queue, Error, [&](Call &In, ompjit_queue &UsedQueue) {
    void *Begin = const_cast<void *>(From);
    const auto First = reinterpret_cast<uintptr_t>(From),
               Second = reinterpret_cast<uintptr_t>(To);
    if (First < Second + Size && Second < First + Size)
      return copyOverlapping(In, UsedQueue, To, Begin, Size);
    return put(In, UsedQueue, {To, Device->Gpu}, {Begin, Device->Gpu}, Size);
  });
}

/// Makes the whole allocation reachable; does nothing for other memory.
static int letReach(Call &In, const void *Memory) {
  PointerInfo Known;
  const Hsa &H = In.hsa();
  if (int Failed =
          In.check(H.DescribePointer(Memory, &Known, nullptr, nullptr, nullptr),
                   "cannot find out what is at %p", Memory))
    return Failed;
  if (Known.Type != PointerType::Allocated)
    return 0;
  const std::vector<Agent> &Gpus = In.device().AllGpus;
  return In.check(H.AllowAccess(uint32_t(Gpus.size()), Gpus.data(), nullptr,
                                Known.OnAgents),
                  "GPU %d does not reach the memory of another",
                  In.device().Ordinal);
}

int copyBetween(ompjit_device *ToDevice, ompjit_queue *Queue, void *To,
                ompjit_device *FromDevice, const void *From, uint64_t Size,
                ompjit_error *Error) {
  if (!Size)
    return 0;
  if (FromDevice->Health.isBroken())
    return refuse(*FromDevice, Error);
  return operate(
      ToDevice, Queue, Error, [&](Call &In, ompjit_queue &UsedQueue) {
        if (int Failed = letReach(In, From))
          return Failed;
        return put(In, UsedQueue, {To, ToDevice->Gpu},
                   {const_cast<void *>(From), FromDevice->Gpu}, Size);
      });
}

/// Copies a first piece from the host, and then repeatedly copies the filled
/// part behind itself.
int fillMemory(ompjit_device *Device, ompjit_queue *Queue, void *Address,
               int Byte, uint64_t Size, ompjit_error *Error) {
  if (!Size)
    return 0;
  return operate(Device, Queue, Error, [&](Call &In, ompjit_queue &UsedQueue) {
    constexpr uint64_t PieceBytes = 64 << 10;
    const uint64_t First = std::min(Size, PieceBytes);
    const std::shared_ptr<void> Buffer = Device->Buffers->take(In, First);
    if (!Buffer)
      return 1;
    std::memset(Buffer.get(), Byte, First);
    char *Begin = static_cast<char *>(Address);
    if (int Failed = put(In, UsedQueue, {Begin, Device->Gpu},
                         {Buffer.get(), Device->Cpu}, First, Buffer))
      return Failed;
    for (uint64_t Done = First; Done < Size;) {
      const uint64_t Bytes = std::min(Size - Done, Done);
      if (int Failed = put(In, UsedQueue, {Begin + Done, Device->Gpu},
                           {Begin, Device->Gpu}, Bytes))
        return Failed;
      Done += Bytes;
    }
    return 0;
  });
}

} // namespace ompjit::amdgpu
