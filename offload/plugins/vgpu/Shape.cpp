//===- Shape.cpp - How many blocks of how many threads --------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Shape.h"

#include <algorithm>

namespace ompjit::vgpu {

namespace {

constexpr uint32_t WithoutTeams = 0xffffffff;
constexpr uint32_t DefaultThreads = 128;
constexpr uint32_t BlocksPerProcessor = 8;
constexpr uint8_t SpmdBit = 2;

uint32_t threadsFor(const ompjit_launch &Launch,
                    const KernelEnvironment &Kernel, uint32_t WarpSize) {
  const bool IsSpmd = Kernel.Mode & SpmdBit;
  uint32_t Threads =
      Kernel.MaxThreads > 0 ? uint32_t(Kernel.MaxThreads) : DefaultThreads;
  if (Launch.thread_limit[0])
    Threads = std::min(Threads, Launch.thread_limit[0]);
  if (Kernel.MinThreads > 0)
    Threads = std::max(Threads, uint32_t(Kernel.MinThreads));
  // The main thread has a warp of its own.
  if (!IsSpmd && Kernel.Mode)
    Threads += WarpSize;
  return std::min(Threads, MaxBlockSize);
}

uint32_t teamsFor(const ompjit_launch &Launch, const KernelEnvironment &Kernel,
                  uint32_t Threads, uint32_t NumProcessors) {
  const uint32_t Asked = Launch.num_teams[0];
  if (Asked == WithoutTeams)
    return 1;
  if (Asked)
    return Asked;
  uint64_t Teams = NumProcessors;
  if (Launch.trip_count) {
    const uint64_t PerTeam = Kernel.Mode & SpmdBit ? Threads : 1;
    Teams = std::min<uint64_t>((Launch.trip_count - 1) / PerTeam + 1,
                               uint64_t(NumProcessors) * BlocksPerProcessor);
  }
  if (Kernel.MaxTeams > 0)
    Teams = std::min<uint64_t>(Teams, uint64_t(Kernel.MaxTeams));
  if (Kernel.MinTeams > 0)
    Teams = std::max<uint64_t>(Teams, uint64_t(Kernel.MinTeams));
  return uint32_t(Teams);
}

} // namespace

Shape shapeOf(const ompjit_launch &Launch, const KernelEnvironment *Environment,
              uint32_t WarpSize, uint32_t NumProcessors) {
  auto AtLeastOne = [](uint32_t Number) {
    return Number && Number != WithoutTeams ? Number : 1;
  };
  if (!Environment || Environment->Mode == 0)
    return {{AtLeastOne(Launch.num_teams[0]), AtLeastOne(Launch.num_teams[1]),
             AtLeastOne(Launch.num_teams[2])},
            {AtLeastOne(Launch.thread_limit[0]),
             AtLeastOne(Launch.thread_limit[1]),
             AtLeastOne(Launch.thread_limit[2])}};
  const uint32_t Threads = threadsFor(Launch, *Environment, WarpSize);
  return {{teamsFor(Launch, *Environment, Threads, NumProcessors), 1, 1},
          {Threads, 1, 1}};
}

} // namespace ompjit::vgpu
