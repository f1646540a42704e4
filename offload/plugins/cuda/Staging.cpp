//===- Staging.cpp - Small copies to ordinary memory of the program -------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Staging.h"

#include <algorithm>
#include <cstring>

namespace ompjit::cuda {

namespace {

/// Of each queue, and of a copy.
constexpr uint64_t ArenaBytes = 64 << 10;
constexpr uint64_t MostBytes = 16 << 10;
constexpr uint64_t Alignment = 64;

/// Memory that the driver knows takes copies as it is.
bool isKnown(const Driver &D, void *Host) {
  unsigned Type = 0;
  return D.PointerGetAttribute(&Type, PointerAttribute::MemoryType,
                               reinterpret_cast<DevicePointer>(Host)) ==
         Result::Success;
}

} // namespace

void StagedCopy::finish() {
  std::lock_guard Lock(Mutex);
  if (IsDone.load(std::memory_order_relaxed))
    return;
  std::memcpy(To, From, Size);
  IsDone.store(true, std::memory_order_release);
}

bool StagedCopy::touches(const void *Begin, uint64_t Bytes) const {
  const auto First = reinterpret_cast<uintptr_t>(Begin);
  const auto Ours = reinterpret_cast<uintptr_t>(To);
  return !isDone() && First < Ours + Size && Ours < First + Bytes;
}

void finishAll(const StagedCopies &Copies) {
  for (const std::shared_ptr<StagedCopy> &Each : Copies)
    Each->finish();
}

void Staging::dropDone() {
  std::erase_if(Copies, [](const auto &Each) { return Each->isDone(); });
  HasAny.store(!Copies.empty(), std::memory_order_release);
  const auto IsHere = [&](const std::shared_ptr<StagedCopy> &Each) {
    return Each->place() >= Arena && Each->place() < Arena + ArenaBytes;
  };
  if (Arena && std::none_of(Copies.begin(), Copies.end(), IsHere))
    Used = 0;
}

/// Null where there is none left.
char *Staging::room(const Driver &D, uint64_t Size) {
  dropDone();
  if (!Arena) {
    void *New = nullptr;
    if (D.MemHostAlloc(&New, ArenaBytes, HostPortable) != Result::Success)
      return nullptr;
    Arena = static_cast<char *>(New);
  }
  if (Used + Size > ArenaBytes)
    return nullptr;
  char *Room = Arena + Used;
  Used += (Size + Alignment - 1) / Alignment * Alignment;
  return Room;
}

/// Under one lock, so that nobody takes it for over who has waited for less.
std::optional<Result> Staging::copy(const Driver &D, Stream *Queue, void *To,
                                    DevicePointer From, uint64_t Size) {
  if (Size > MostBytes || isKnown(D, To))
    return std::nullopt;
  std::lock_guard Lock(Mutex);
  char *Room = room(D, Size);
  if (!Room)
    return std::nullopt;
  const Result Code = D.MemcpyDtoHAsync(Room, From, Size, Queue);
  if (Code == Result::Success) {
    Copies.push_back(std::make_shared<StagedCopy>(To, Room, Size));
    HasAny.store(true, std::memory_order_release);
  }
  return Code;
}

void Staging::add(const StagedCopies &OfOthers) {
  std::lock_guard Lock(Mutex);
  for (const std::shared_ptr<StagedCopy> &Each : OfOthers)
    if (!Each->isDone() &&
        std::find(Copies.begin(), Copies.end(), Each) == Copies.end())
      Copies.push_back(Each);
  dropDone();
}

StagedCopies Staging::all() {
  if (isEmpty())
    return {};
  std::lock_guard Lock(Mutex);
  dropDone();
  return Copies;
}

bool Staging::touches(const void *Begin, uint64_t Bytes) {
  if (isEmpty())
    return false;
  std::lock_guard Lock(Mutex);
  return std::any_of(Copies.begin(), Copies.end(), [&](const auto &Each) {
    return Each->touches(Begin, Bytes);
  });
}

void Staging::release(const Driver &D) {
  if (Arena)
    D.MemFreeHost(Arena);
  Arena = nullptr;
}

} // namespace ompjit::cuda
