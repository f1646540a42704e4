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
                    const ompjit_launch_bounds &Bounds, Family Kind) {
  uint32_t Threads = Bounds.max_threads ? Bounds.max_threads : DefaultThreads;
  if (Launch.thread_limit[0])
    Threads = std::min(Threads, Launch.thread_limit[0]);
  Threads = std::max(Threads, Bounds.min_threads);
  // The main thread needs a warp of its own.
  const uint32_t LargestWarp = Kind == Family::Nvptx ? 32 : 64;
  return std::min(Threads, Bounds.mode & SpmdBit ? MaxBlockSize
                                                 : MaxBlockSize - LargestWarp);
}

uint32_t teamsFor(const ompjit_launch &Launch,
                  const ompjit_launch_bounds &Bounds, uint32_t Threads,
                  uint32_t NumProcessors) {
  const uint32_t Asked = Launch.num_teams[0];
  if (Asked == WithoutTeams)
    return 1;
  if (Asked)
    return Asked;
  uint64_t Teams = NumProcessors;
  if (Launch.trip_count) {
    const uint64_t PerTeam = Bounds.mode & SpmdBit ? Threads : 1;
    Teams = std::min<uint64_t>((Launch.trip_count - 1) / PerTeam + 1,
                               uint64_t(NumProcessors) * BlocksPerProcessor);
  }
  if (Bounds.max_teams)
    Teams = std::min<uint64_t>(Teams, Bounds.max_teams);
  return uint32_t(std::max<uint64_t>(Teams, Bounds.min_teams));
}

ompjit_launch_bounds boundsOf(const KernelEnvironment &Kernel) {
  auto Bound = [](int32_t Number) { return Number > 0 ? uint32_t(Number) : 0; };
  return {Kernel.Mode, Bound(Kernel.MinThreads), Bound(Kernel.MaxThreads),
          Bound(Kernel.MinTeams), Bound(Kernel.MaxTeams)};
}

} // namespace

ompjit_launch_size sizeOf(const ompjit_launch &Launch,
                          const ompjit_launch_bounds &Bounds, Family Kind,
                          uint32_t NumProcessors) {
  const uint32_t Threads = threadsFor(Launch, Bounds, Kind);
  return {teamsFor(Launch, Bounds, Threads, NumProcessors), Threads};
}

Shape shapeOf(const ompjit_launch &Launch, const KernelEnvironment *Environment,
              uint32_t LargestBlock, Family Kind, uint32_t WarpSize,
              uint32_t NumProcessors) {
  auto AtLeastOne = [](uint32_t Number) {
    return Number && Number != WithoutTeams ? Number : 1;
  };
  if (!Environment || Environment->Mode == 0)
    return {{AtLeastOne(Launch.num_teams[0]), AtLeastOne(Launch.num_teams[1]),
             AtLeastOne(Launch.num_teams[2])},
            {AtLeastOne(Launch.thread_limit[0]),
             AtLeastOne(Launch.thread_limit[1]),
             AtLeastOne(Launch.thread_limit[2])}};
  const ompjit_launch_bounds Bounds = boundsOf(*Environment);
  const ompjit_launch_size Size = sizeOf(Launch, Bounds, Kind, NumProcessors);
  const uint32_t OfMainThread = Bounds.mode & SpmdBit ? 0 : WarpSize;
  uint32_t BlockSize = Size.num_threads + OfMainThread;
  // Code of other compilers has no room for the main thread.
  if (LargestBlock)
    BlockSize = std::min(BlockSize, LargestBlock);
  return {{Size.num_teams, 1, 1}, {BlockSize, 1, 1}};
}

} // namespace ompjit::vgpu
