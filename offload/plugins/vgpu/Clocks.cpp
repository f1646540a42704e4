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
    : NumLanes(NumLanes), Times(size_t(NumLanes) * NumLanes), Joined(NumLanes) {
  reset();
}

void Clocks::reset() {
  std::fill(Times.begin(), Times.end(), 0);
  for (uint32_t I = 0; I != NumLanes; ++I)
    of(I)[I] = 1;
  OfPlaces.clear();
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

void Clocks::meetAt(uintptr_t Place, uint32_t Lane) {
  Clock &There = OfPlaces[Place];
  There.resize(NumLanes);
  join(There, of(Lane));
  std::copy(There.begin(), There.end(), of(Lane));
  ++of(Lane)[Lane];
}

} // namespace ompjit::vgpu
