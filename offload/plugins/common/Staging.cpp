//===- Staging.cpp - Copies to memory that is not pinned ------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Plugins/Staging.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace ompjit::plugins {

void StagedCopy::finish() {
  MutexLock Lock(Guard);
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
  const char *Begin = Arena;
  const auto IsHere = [&](const std::shared_ptr<StagedCopy> &Each) {
    return Each->place() >= Begin && Each->place() < Begin + ArenaBytes;
  };
  if (Begin && std::none_of(Copies.begin(), Copies.end(), IsHere))
    Used = 0;
}

/// Returns null if there is no room left.
char *Staging::room(uint64_t Size) {
  constexpr uint64_t Alignment = 64;
  dropDone();
  if (!Arena || Used + Size > ArenaBytes)
    return nullptr;
  char *Room = Arena + Used;
  Used += (Size + Alignment - 1) / Alignment * Alignment;
  return Room;
}

void Staging::keep(std::shared_ptr<StagedCopy> New) {
  Copies.push_back(std::move(New));
  HasAny.store(true, std::memory_order_release);
}

void Staging::add(const StagedCopies &OfOthers) {
  MutexLock Lock(Guard);
  for (const std::shared_ptr<StagedCopy> &Each : OfOthers)
    if (!Each->isDone() &&
        std::find(Copies.begin(), Copies.end(), Each) == Copies.end())
      Copies.push_back(Each);
  dropDone();
}

StagedCopies Staging::all() {
  if (isEmpty())
    return {};
  MutexLock Lock(Guard);
  dropDone();
  return Copies;
}

bool Staging::touches(const void *Begin, uint64_t Bytes) {
  if (isEmpty())
    return false;
  MutexLock Lock(Guard);
  return std::any_of(Copies.begin(), Copies.end(), [&](const auto &Each) {
    return Each->touches(Begin, Bytes);
  });
}

void *Staging::takeArena() {
  MutexLock Lock(Guard);
  return std::exchange(Arena, nullptr);
}

} // namespace ompjit::plugins
