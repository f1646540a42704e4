//===- LaunchShape.cpp - How many blocks of how many threads --------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Plugins/LaunchShape.h"
#include "ompjit/Support/ProgramEnvironment.h"

#include <algorithm>
#include <charconv>
#include <cstring>

namespace ompjit::plugins {

namespace {

constexpr uint32_t DefaultThreads = 128;

/// For launch_size: as many teams as the processors hold of the kernel, which
/// is not known yet.
constexpr uint32_t OpenTeams = 0;

bool isSpmd(const ompjit_launch_bounds &Bounds) {
  return Bounds.mode & SpmdMode;
}

/// Returns how many threads a team may have if the kernel has no bound, as with
/// clauses whose value is only known at the launch.
uint32_t maxThreads(const ompjit_launch_bounds &Bounds,
                    const GridLimits &Limits) {
  // The main thread needs a warp of its own.
  const uint32_t Room =
      isSpmd(Bounds) ? MaxBlockSize : MaxBlockSize - Limits.LargestWarp;
  return Bounds.max_threads ? std::min(Bounds.max_threads, Room) : Room;
}

uint32_t threadsFor(const ompjit_launch &Launch,
                    const ompjit_launch_bounds &Bounds,
                    const GridLimits &Limits) {
  const uint32_t Max = maxThreads(Bounds, Limits);
  uint32_t Threads = Bounds.max_threads ? Max : DefaultThreads;
  if (int32_t(Launch.thread_limit[0]) > 0)
    Threads = Launch.thread_limit[0];
  else if (Limits.NumThreads && Launch.num_teams[0] != WithoutTeams)
    Threads = std::min(Threads, Limits.NumThreads);
  return std::min(std::max(Threads, Bounds.min_threads), Max);
}

uint32_t blockSizeFor(uint32_t Threads, const ompjit_launch_bounds &Bounds,
                      const GridLimits &Limits) {
  return Threads + (isSpmd(Bounds) ? 0 : Limits.WarpSize);
}

uint32_t residentBlocks(uint32_t BlockSize, const GridLimits &Limits,
                        Residency Known) {
  const uint32_t Blocks = Known.Blocks
                              ? Known.Blocks(Known.Context, BlockSize)
                              : std::min(Limits.ThreadsPerProcessor / BlockSize,
                                         Limits.BlocksPerProcessor);
  return std::max(Blocks, 1u);
}

uint32_t teamsFor(const ompjit_launch &Launch,
                  const ompjit_launch_bounds &Bounds, uint32_t Threads,
                  uint32_t BlockSize, const GridLimits &Limits,
                  Residency Known) {
  const uint32_t Asked = Launch.num_teams[0];
  if (Asked == WithoutTeams)
    return 1;
  if (Asked)
    return std::min(Asked, Limits.MaxTeams);
  if (Bounds.max_teams && Bounds.min_teams >= Bounds.max_teams)
    return Bounds.min_teams;
  uint64_t Teams = Limits.NumTeams ? std::min(Limits.NumTeams, Limits.MaxTeams)
                                   : Limits.NumProcessors;
  if (Launch.trip_count) {
    const uint64_t PerTeam = isSpmd(Bounds) ? Threads : 1;
    const uint64_t Needed = (Launch.trip_count - 1) / PerTeam + 1;
    if (!Limits.NumTeams) {
      Teams *= residentBlocks(BlockSize, Limits, Known);
      if (Needed > Teams && Limits.KernelsDiffer && !Known.Blocks)
        return OpenTeams;
    }
    Teams = std::min(Needed, Teams);
  }
  if (Bounds.max_teams)
    Teams = std::min<uint64_t>(Teams, Bounds.max_teams);
  return uint32_t(std::max<uint64_t>(Teams, Bounds.min_teams));
}

uint32_t readCount(const char *Name) {
  const char *Text = programVariable(Name);
  uint32_t Count = 0;
  if (!Text)
    return 0;
  const char *End = Text + std::strlen(Text);
  const auto [Rest, Failure] = std::from_chars(Text, End, Count);
  return Failure == std::errc() && Rest == End ? Count : 0;
}

} // namespace

void GridLimits::readEnvironment() {
  NumTeams = readCount("OMP_NUM_TEAMS");
  NumThreads = readCount("OMP_TEAMS_THREAD_LIMIT");
}

ompjit_launch_bounds boundsOf(const KernelEnvironment &Kernel) {
  auto Bound = [](int32_t Number) { return Number > 0 ? uint32_t(Number) : 0; };
  return {Kernel.Mode, Bound(Kernel.MinThreads), Bound(Kernel.MaxThreads),
          Bound(Kernel.MinTeams), Bound(Kernel.MaxTeams)};
}

ReductionRecords reductionRecords(const KernelEnvironment &Kernel) {
  if (Kernel.ReductionDataSize <= 0 || Kernel.ReductionBufferLength <= 0)
    return {};
  return {uint32_t(Kernel.ReductionDataSize),
          uint32_t(Kernel.ReductionBufferLength)};
}

ompjit_launch_size sizeOf(const ompjit_launch &Launch,
                          const ompjit_launch_bounds &Bounds,
                          const GridLimits &Limits, Residency Known) {
  if (!Bounds.mode) {
    const Shape Exact = shapeOf(Launch, nullptr, 0, Limits, Known);
    return {Exact.NumBlocks.X, Exact.BlockSize.X};
  }
  const uint32_t Threads = threadsFor(Launch, Bounds, Limits);
  return {teamsFor(Launch, Bounds, Threads,
                   blockSizeFor(Threads, Bounds, Limits), Limits, Known),
          Threads};
}

Shape shapeOf(const ompjit_launch &Launch, const ompjit_launch_bounds *Bounds,
              uint32_t LargestBlock, const GridLimits &Limits,
              Residency Known) {
  auto AtLeastOne = [](uint32_t Number) {
    return Number && Number != WithoutTeams ? Number : 1;
  };
  if (!Bounds)
    return {{AtLeastOne(Launch.num_teams[0]), AtLeastOne(Launch.num_teams[1]),
             AtLeastOne(Launch.num_teams[2])},
            {AtLeastOne(Launch.thread_limit[0]),
             AtLeastOne(Launch.thread_limit[1]),
             AtLeastOne(Launch.thread_limit[2])}};
  const uint32_t Threads = threadsFor(Launch, *Bounds, Limits);
  uint32_t BlockSize = blockSizeFor(Threads, *Bounds, Limits);
  // Code of other compilers has no room for the main thread's warp.
  if (LargestBlock)
    BlockSize = std::min(BlockSize, LargestBlock);
  return {{teamsFor(Launch, *Bounds, Threads, BlockSize, Limits, Known), 1, 1},
          {BlockSize, 1, 1}};
}

} // namespace ompjit::plugins
