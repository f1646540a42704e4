//===- Lane.cpp - A queue of the HSA runtime ------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lane.h"

#include "Call.h"
#include "ompjit/Plugins/Error.h"

#include <algorithm>
#include <cstring>
#include <iterator>

namespace ompjit::amdgpu {

namespace {

constexpr uint64_t PacketBytes = 64;
constexpr uint64_t ArenaBytes = 256 << 10;

constexpr uint16_t headerOf(PacketType Type) {
  return uint16_t(uint16_t(Type) | 1u << HeaderBarrierBit |
                  FenceOfSystem << HeaderAcquireBit |
                  FenceOfSystem << HeaderReleaseBit);
}

/// Called in one of the runtime's threads.
void noteFailure(Status Code, AqlQueue *, void *Context) {
  auto &Device = *static_cast<ompjit_device *>(Context);
  breakDevice(Device, textOf(Device.H, Code));
}

uint64_t alignUp(uint64_t Value, uint64_t Alignment) {
  return (Value + Alignment - 1) / Alignment * Alignment;
}

} // namespace

std::unique_ptr<Lane> Lane::create(Call &In, QueueType Type) {
  const Hsa &H = In.hsa();
  ompjit_device &Device = In.device();
  std::unique_ptr<Lane> New(new Lane(H));
  void *Memory = nullptr;
  if (In.check(
          H.PoolAllocate(Device.Pools.Arguments.Handle, ArenaBytes, 0, &Memory),
          "cannot allocate %llu bytes for the arguments of kernels",
          static_cast<unsigned long long>(ArenaBytes)))
    return nullptr;
  New->Arena = static_cast<char *>(Memory);
  if (In.check(H.AllowAccess(1, &Device.Gpu, nullptr, Memory),
               "GPU %d does not reach the arguments of kernels",
               Device.Ordinal) ||
      In.check(H.QueueCreate(Device.Gpu, Device.Settings.QueueSize, Type,
                             noteFailure, &Device, UINT32_MAX, UINT32_MAX,
                             &New->Queue),
               "cannot create a queue of %u packets on GPU %d "
               "(LIBOMPTARGET_AMDGPU_HSA_QUEUE_SIZE)",
               Device.Settings.QueueSize, Device.Ordinal)) {
    H.PoolFree(Memory);
    return nullptr;
  }
  return New;
}

void Lane::close() {
  MutexLock Lock(Guard);
  H.QueueDestroy(Queue);
  Fences.clear();
  Held.clear();
  H.PoolFree(Arena);
}

/// Takes an index from the runtime, because the program may put in packets,
/// too.
void Lane::push(void *Packet, PacketType Type, uint16_t Setup) {
  uint64_t Index = Next;
  if (IsShown) [[unlikely]]
    Index = H.QueueAddWriteIndex(Queue, 1);
  else
    H.QueueStoreWriteIndex(Queue, Index + 1);
  Next = Index + 1;
  char *Place =
      static_cast<char *>(Queue->Packets) + Index % Queue->Size * PacketBytes;
  // The GPU reads a packet once its header is written.
  constexpr size_t HeaderBytes = sizeof(uint32_t);
  std::memcpy(Place + HeaderBytes, static_cast<char *>(Packet) + HeaderBytes,
              PacketBytes - HeaderBytes);
  __atomic_store_n(reinterpret_cast<uint32_t *>(Place),
                   uint32_t(headerOf(Type)) | uint32_t(Setup) << 16,
                   __ATOMIC_RELEASE);
  H.SignalStore(Queue->Doorbell, int64_t(Index));
}

int Lane::pushMark(Call &In) {
  CompletionRef Mark = In.device().Signals->take(In);
  if (!Mark)
    return 1;
  Mark->Owner = this;
  BarrierPacket Packet;
  Packet.Completion = Mark->signal();
  push(&Packet, PacketType::BarrierAnd, 0);
  Fences.push_back({std::move(Mark), Next, Used, std::move(Held)});
  Held.clear();
  return 0;
}

void Lane::reclaim() {
  while (!Fences.empty() && Fences.front().Mark->isOver()) {
    Over = Fences.front().Packets;
    Free = Fences.front().Used;
    Fences.pop_front();
  }
}

/// Marks are made often enough that there is room again before all of it is
/// used.
bool Lane::isMarkDue() const {
  const uint64_t Packets = Fences.empty() ? Over : Fences.back().Packets;
  const uint64_t Bytes = Fences.empty() ? Free : Fences.back().Used;
  return Next - Packets >= Queue->Size / 4 || Used - Bytes >= ArenaBytes / 4;
}

/// Whether there is room for a packet and a mark behind it. Arguments do not
/// wrap around the end.
bool Lane::hasRoom(uint64_t Bytes, uint64_t Alignment) {
  uint64_t Begin = alignUp(Used, Alignment);
  if (Begin / ArenaBytes != (Begin + Bytes) / ArenaBytes)
    Begin = alignUp(Begin, ArenaBytes);
  return Next - Over + 2 <= Queue->Size && Begin + Bytes - Free <= ArenaBytes;
}

/// Returns null on failure. Other threads wait meanwhile, because their packets
/// come later.
char *Lane::room(Call &In, uint64_t Bytes, uint64_t Alignment) {
  constexpr uint64_t Max = ArenaBytes / 4;
  if (Bytes > Max) {
    plugins::fail(In.error(),
                  "a kernel takes %llu bytes of arguments, and %llu can be "
                  "passed",
                  static_cast<unsigned long long>(Bytes),
                  static_cast<unsigned long long>(Max));
    return nullptr;
  }
  // Size of a cache line: no two kernels share one.
  constexpr uint64_t LineBytes = 64;
  Alignment = std::max(Alignment, LineBytes);
  if (isMarkDue() && pushMark(In))
    return nullptr;
  if (!hasRoom(Bytes, Alignment)) [[unlikely]] {
    reclaim();
    while (!hasRoom(Bytes, Alignment)) {
      if (Fences.empty() && pushMark(In))
        return nullptr;
      if (!amdgpu::waitFor(In.device(), *Fences.front().Mark)) {
        In.failBroken("there is no room for a kernel's packet");
        return nullptr;
      }
      reclaim();
    }
  }
  Used = alignUp(Used, Alignment);
  if (Used / ArenaBytes != (Used + Bytes) / ArenaBytes)
    Used = alignUp(Used, ArenaBytes);
  char *Place = Arena + Used % ArenaBytes;
  Used += Bytes;
  return Place;
}

int Lane::waitFor(Call &In, const CompletionRefs &Needs) {
  MutexLock Lock(Guard);
  CompletionRefs Left;
  std::copy_if(Needs.begin(), Needs.end(), std::back_inserter(Left),
               [this](const CompletionRef &Each) {
                 return Each->Owner != this && !Each->isOver();
               });
  for (auto Next = Left.begin(); Next != Left.end();) {
    if (!room(In, 0, 1))
      return 1;
    BarrierPacket Packet;
    const auto First = Next;
    for (SignalHandle &Each : Packet.Needs)
      if (Next != Left.end())
        Each = (*Next++)->signal();
    push(&Packet, PacketType::BarrierAnd, 0);
    // They are held until a mark behind the packet is over.
    Held.insert(Held.end(), First, Next);
  }
  return 0;
}

int Lane::mark(Call &In, CompletionRef &Mark, bool IsTimed) {
  MutexLock Lock(Guard);
  Mark = nullptr;
  reclaim();
  if (IsTimed && !IsProfiled) {
    if (int Failed = In.check(H.QueueProfile(Queue, 1),
                              "GPU %d cannot tell times", In.device().Ordinal))
      return Failed;
    IsProfiled = true;
  }
  const uint64_t Marked = Fences.empty() ? Over : Fences.back().Packets;
  if (IsTimed || Marked != Next) {
    if (!room(In, 0, 1) || pushMark(In))
      return 1;
  } else if (Fences.empty()) {
    return 0;
  }
  Mark = Fences.back().Mark;
  return 0;
}

//===----------------------------------------------------------------------===//
// The lanes of a device
//===----------------------------------------------------------------------===//

Lane *LaneSet::add(Call &In, QueueType Type) {
  std::unique_ptr<Lane> New = Lane::create(In, Type);
  if (!New)
    return nullptr;
  All.push_back(std::move(New));
  return All.back().get();
}

Lane *LaneSet::next(Call &In) {
  MutexLock Lock(Guard);
  if (Shared.size() < In.device().Settings.NumQueues) {
    if (Lane *New = add(In, QueueType::Multi))
      Shared.push_back(New);
    else
      return nullptr;
    return Shared.back();
  }
  return Shared[Turn++ % Shared.size()];
}

Lane *LaneSet::cooperative(Call &In) {
  MutexLock Lock(Guard);
  if (!Cooperative)
    Cooperative = add(In, QueueType::Cooperative);
  return Cooperative;
}

void LaneSet::closeAll() {
  MutexLock Lock(Guard);
  for (const std::unique_ptr<Lane> &Each : All)
    Each->close();
  All.clear();
}

} // namespace ompjit::amdgpu
