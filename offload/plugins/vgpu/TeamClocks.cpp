//===- TeamClocks.cpp - Order between teams -------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TeamClocks.h"

#include <algorithm>

namespace ompjit::vgpu {

static void join(TeamKnowledge &Into, const TeamKnowledge &From) {
  Into.resize(From.size());
  for (size_t I = 0; I != From.size(); ++I)
    Into[I] = std::max(Into[I], From[I]);
}

void TeamClocks::publish(uintptr_t Address, const TeamKnowledge &What) {
  Shard &In = shardOf(Address);
  MutexLock Lock(In.Guard);
  join(In.Published[Address], What);
  HasAny = true;
}

void TeamClocks::learn(uintptr_t Address, TeamKnowledge &Into) {
  if (!HasAny)
    return;
  Shard &In = shardOf(Address);
  MutexLock Lock(In.Guard);
  if (auto Found = In.Published.find(Address); Found != In.Published.end())
    join(Into, Found->second);
}

TeamClock::TeamClock(TeamClocks &Common, uint32_t NumLanes)
    : Common(Common), Known(Common.numPlaces()), FencedAt(NumLanes) {}

void TeamClock::begin(uint64_t Team) {
  Self = uint32_t(Team % Common.numPlaces());
  std::fill(Known.begin(), Known.end(), 0);
  std::fill(FencedAt.begin(), FencedAt.end(), 0);
  Pending.clear();
}

void TeamClock::release(uintptr_t Address, uint32_t Lane, bool IsRelease) {
  if (isAlone() || (!IsRelease && !FencedAt[Lane]))
    return;
  TeamKnowledge Mine = Known;
  Mine[Self] = IsRelease ? Common.advance() : FencedAt[Lane];
  Common.publish(Address, Mine);
}

void TeamClock::acquire(uintptr_t Address, bool IsAcquire) {
  if (!isAlone())
    Common.learn(Address, IsAcquire ? Known : Pending);
}

void TeamClock::fence(uint32_t Lane, bool IsAcquire, bool IsRelease) {
  if (isAlone())
    return;
  if (IsAcquire && !Pending.empty())
    join(Known, Pending);
  if (IsRelease)
    FencedAt[Lane] = Common.advance();
}

} // namespace ompjit::vgpu
