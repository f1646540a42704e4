//===- Clocks.cpp - Which accesses come before which ----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Clocks.h"

#include <algorithm>

namespace ompjit::vgpu {

Clocks::Clocks(uint32_t NumLanes)
    : NumLanes(NumLanes), Times(size_t(NumLanes) * NumLanes), Joined(NumLanes),
      FencedAt(NumLanes), Pending(NumLanes) {
  reset();
}

void Clocks::reset() {
  std::fill(Times.begin(), Times.end(), 0);
  for (uint32_t I = 0; I != NumLanes; ++I)
    of(I)[I] = 1;
  OfPlaces.clear();
  std::fill(FencedAt.begin(), FencedAt.end(), 0);
  for (Clock &Each : Pending)
    Each.clear();
}

static void join(std::vector<uint32_t> &Into, const uint32_t *From) {
  for (uint32_t &Time : Into)
    Time = std::max(Time, *From++);
}

void Clocks::meet(std::span<const uint32_t> Lanes) {
  if (Lanes.size() < 2)
    return;
  std::fill(Joined.begin(), Joined.end(), 0);
  for (uint32_t Lane : Lanes)
    join(Joined, of(Lane));
  for (uint32_t Lane : Lanes) {
    std::copy(Joined.begin(), Joined.end(), of(Lane));
    ++of(Lane)[Lane];
  }
}

void Clocks::release(uintptr_t Place, uint32_t Lane, bool IsRelease) {
  const uint32_t Until = IsRelease ? now(Lane) : FencedAt[Lane];
  if (!Until)
    return;
  Clock &There = OfPlaces[Place];
  There.resize(NumLanes);
  const uint32_t Before = There[Lane];
  join(There, of(Lane));
  There[Lane] = std::max(Before, Until);
  if (IsRelease)
    ++of(Lane)[Lane];
}

void Clocks::acquire(uintptr_t Place, uint32_t Lane, bool IsAcquire) {
  auto Found = OfPlaces.find(Place);
  if (Found == OfPlaces.end())
    return;
  if (!IsAcquire) {
    Pending[Lane].resize(NumLanes);
    return join(Pending[Lane], Found->second.data());
  }
  const uint32_t *There = Found->second.data();
  for (uint32_t I = 0; I != NumLanes; ++I)
    of(Lane)[I] = std::max(of(Lane)[I], There[I]);
}

void Clocks::fence(uint32_t Lane, bool IsAcquire, bool IsRelease) {
  if (IsAcquire && !Pending[Lane].empty()) {
    join(Pending[Lane], of(Lane));
    std::copy(Pending[Lane].begin(), Pending[Lane].end(), of(Lane));
    Pending[Lane].clear();
  }
  if (IsRelease)
    FencedAt[Lane] = of(Lane)[Lane]++;
}

} // namespace ompjit::vgpu
