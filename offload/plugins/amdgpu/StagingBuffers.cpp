//===- StagingBuffers.cpp - Pinned memory that copies go through ----------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StagingBuffers.h"

#include "Call.h"
#include "Memory.h"

#include <algorithm>
#include <bit>

namespace ompjit::amdgpu {

std::shared_ptr<void> StagingBuffers::take(Call &In, uint64_t Bytes) {
  constexpr uint64_t Smallest = 4096;
  const uint64_t Size = std::bit_ceil(std::max(Bytes, Smallest));
  void *Memory = nullptr;
  {
    MutexLock Lock(Guard);
    std::vector<void *> &Fitting = Idle[Size];
    if (!Fitting.empty()) {
      Memory = Fitting.back();
      Fitting.pop_back();
    }
  }
  if (!Memory && allocateHost(In, Size, &Memory))
    return nullptr;
  return std::shared_ptr<void>(Memory, [this, Size](void *Old) {
    MutexLock Lock(Guard);
    Idle[Size].push_back(Old);
  });
}

void StagingBuffers::releaseAll() {
  MutexLock Lock(Guard);
  for (const auto &[Size, All] : Idle)
    for (void *Each : All)
      Device.H.PoolFree(Each);
  Idle.clear();
}

} // namespace ompjit::amdgpu
