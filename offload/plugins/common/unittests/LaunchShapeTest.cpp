//===- LaunchShapeTest.cpp - Tests of choosing blocks and threads ---------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Plugins/LaunchShape.h"

#include <gtest/gtest.h>

using namespace ompjit::plugins;

namespace {

constexpr uint8_t Generic = 1, Spmd = 2;

KernelEnvironment kernel(uint8_t Mode) {
  KernelEnvironment Kernel = {};
  Kernel.Mode = Mode;
  Kernel.MinThreads = 1;
  Kernel.MaxThreads = 128;
  return Kernel;
}

ompjit_launch launch(uint32_t Teams, uint32_t Threads, uint64_t TripCount) {
  ompjit_launch Launch = {};
  Launch.num_teams[0] = Teams;
  Launch.thread_limit[0] = Threads;
  Launch.trip_count = TripCount;
  return Launch;
}

GridLimits fourProcessors() {
  GridLimits Limits;
  Limits.NumProcessors = 4;
  return Limits;
}

Shape shape(const ompjit_launch &Launch, const KernelEnvironment &Kernel,
            uint32_t LargestBlock = 0,
            const GridLimits &Limits = fourProcessors(), Residency Known = {}) {
  const ompjit_launch_bounds Bounds = boundsOf(Kernel);
  return shapeOf(Launch, &Bounds, LargestBlock, Limits, Known);
}

TEST(Shape, LeavesTheNumberOfTeamsOpenWhereKernelsDiffer) {
  GridLimits Limits = fourProcessors();
  Limits.BlocksPerProcessor = 8;
  const ompjit_launch_bounds Bounds = boundsOf(kernel(Spmd));
  auto Teams = [&](const ompjit_launch &Launch) {
    return sizeOf(Launch, Bounds, Limits).num_teams;
  };
  const uint64_t Max = 4 * 8 * 128;
  EXPECT_EQ(Teams(launch(0, 0, Max + 1)), 32u);
  Limits.KernelsDiffer = true;
  EXPECT_EQ(Teams(launch(0, 0, Max)), 32u);
  EXPECT_EQ(Teams(launch(0, 0, Max + 1)), 0u);
  EXPECT_EQ(Teams(launch(0, 0, 1000)), 8u);
  EXPECT_EQ(Teams(launch(5, 0, Max + 1)), 5u);
  EXPECT_EQ(Teams(launch(0, 0, 0)), 4u);
  // The kernel tells how many of its blocks a processor holds.
  const Residency Known = {[](const void *, uint32_t) { return 3u; }, nullptr};
  EXPECT_EQ(
      shape(launch(0, 0, Max + 1), kernel(Spmd), 0, Limits, Known).NumBlocks.X,
      12u);
  Limits.NumTeams = 7; // This is the value of OMP_NUM_TEAMS.
  EXPECT_EQ(Teams(launch(0, 0, Max + 1)), 7u);
}

TEST(Shape, GivesTheMainThreadAWarp) {
  EXPECT_EQ(shape(launch(1, 64, 0), kernel(Spmd)).BlockSize.X, 64u);
  EXPECT_EQ(shape(launch(1, 64, 0), kernel(Generic)).BlockSize.X, 96u);
  // This is a generic kernel that an optimisation made SPMD.
  EXPECT_EQ(shape(launch(1, 64, 0), kernel(Generic | Spmd)).BlockSize.X, 64u);
}

TEST(Shape, KeepsToTheKernelsLimits) {
  KernelEnvironment Kernel = kernel(Spmd);
  EXPECT_EQ(shape(launch(1, 500, 0), Kernel).BlockSize.X, 128u);
  EXPECT_EQ(shape(launch(1, 0, 0), Kernel).BlockSize.X, 128u);
  Kernel.MinTeams = 2;
  Kernel.MaxTeams = 3;
  EXPECT_EQ(shape(launch(0, 0, 1), Kernel).NumBlocks.X, 2u);
  EXPECT_EQ(shape(launch(0, 0, 1000000), Kernel).NumBlocks.X, 3u);
}

TEST(Shape, IsTheLaunchsWhereTheKernelHasNoBound) {
  KernelEnvironment Kernel = kernel(Spmd);
  Kernel.MaxThreads = 0;
  EXPECT_EQ(shape(launch(1, 500, 0), Kernel).BlockSize.X, 500u);
  EXPECT_EQ(shape(launch(1, 5000, 0), Kernel).BlockSize.X, 1024u);
  EXPECT_EQ(shape(launch(1, 0, 0), Kernel).BlockSize.X, 128u);
  // The clause has a value that means nothing.
  EXPECT_EQ(shape(launch(1, uint32_t(-3), 0), Kernel).BlockSize.X, 128u);
  // The registers may not suffice for more threads.
  EXPECT_EQ(shape(launch(1, 500, 0), Kernel, 384).BlockSize.X, 384u);
  Kernel.Mode = Generic;
  EXPECT_EQ(shape(launch(1, 500, 0), Kernel).BlockSize.X, 532u);
  EXPECT_EQ(shape(launch(1, 5000, 0), Kernel).BlockSize.X, 1024u);
  GridLimits Limits = fourProcessors();
  Limits.NumThreads = 96;
  EXPECT_EQ(shape(launch(1, 500, 0), Kernel, 0, Limits).BlockSize.X, 532u);
  EXPECT_EQ(shape(launch(1, 0, 0), Kernel, 0, Limits).BlockSize.X, 128u);
}

TEST(Shape, IsTheKernelsWhereItsBoundsAreEqual) {
  KernelEnvironment Kernel = kernel(Generic);
  Kernel.MinThreads = Kernel.MaxThreads = 40;
  Kernel.MinTeams = Kernel.MaxTeams = 5;
  EXPECT_EQ(shape(launch(0, 0, 7), Kernel).NumBlocks.X, 5u);
  EXPECT_EQ(shape(launch(0, 30, 7), Kernel).BlockSize.X, 72u);
}

TEST(Shape, LeavesRoomForTheMainThread) {
  KernelEnvironment Kernel = kernel(Generic);
  Kernel.MaxThreads = 1024;
  EXPECT_EQ(shape(launch(1, 0, 0), Kernel).BlockSize.X, 1024u);
  // A warp has 32 or 64 lanes. Which it is depends on the kernel.
  GridLimits Limits = fourProcessors();
  Limits.LargestWarp = 64;
  EXPECT_EQ(shape(launch(1, 0, 0), Kernel, 0, Limits).BlockSize.X, 992u);
}

TEST(Shape, KeepsToWhatTheCodeWasCompiledFor) {
  const KernelEnvironment Kernel = kernel(Generic);
  EXPECT_EQ(shape(launch(1, 0, 0), Kernel, 128).BlockSize.X, 128u);
}

TEST(Shape, FollowsTheTripCount) {
  EXPECT_EQ(shape(launch(0, 0, 1), kernel(Spmd)).NumBlocks.X, 1u);
  EXPECT_EQ(shape(launch(0, 0, 129), kernel(Spmd)).NumBlocks.X, 2u);
  EXPECT_EQ(shape(launch(0, 0, 7), kernel(Generic)).NumBlocks.X, 7u);
  // The processors do not hold more blocks.
  EXPECT_EQ(shape(launch(0, 0, 1000000), kernel(Spmd)).NumBlocks.X, 32u);
}

TEST(Shape, FillsTheProcessors) {
  GridLimits Limits = fourProcessors();
  Limits.ThreadsPerProcessor = 2048;
  Limits.BlocksPerProcessor = 32;
  const ompjit_launch Long = launch(0, 0, 1000000);
  EXPECT_EQ(shape(Long, kernel(Spmd), 0, Limits).NumBlocks.X, 4 * 16u);
  // These blocks have 160 threads.
  EXPECT_EQ(shape(Long, kernel(Generic), 0, Limits).NumBlocks.X, 4 * 12u);
  EXPECT_EQ(shape(launch(0, 32, 1000000), kernel(Spmd), 0, Limits).NumBlocks.X,
            4 * 32u);
}

TEST(Shape, AsksWhatIsKnownOfTheKernelOnlyWhereItCounts) {
  uint32_t Asked = 0;
  const Residency Known = {[](const void *Context, uint32_t BlockSize) {
                             *static_cast<uint32_t *>(
                                 const_cast<void *>(Context)) = BlockSize;
                             return uint32_t(3);
                           },
                           &Asked};
  const GridLimits Limits = fourProcessors();
  KernelEnvironment Kernel = kernel(Spmd);
  shape(launch(7, 0, 1000), Kernel, 0, Limits, Known);
  shape(launch(0, 0, 0), Kernel, 0, Limits, Known);
  Kernel.MinTeams = Kernel.MaxTeams = 5;
  shape(launch(0, 0, 1000000), Kernel, 0, Limits, Known);
  EXPECT_EQ(Asked, 0u);
  EXPECT_EQ(
      shape(launch(0, 0, 1000000), kernel(Spmd), 96, Limits, Known).NumBlocks.X,
      4 * 3u);
  EXPECT_EQ(Asked, 96u);
}

TEST(Shape, DoesAsAsked) {
  EXPECT_EQ(shape(launch(1000, 0, 1), kernel(Spmd)).NumBlocks.X, 1000u);
  GridLimits Limits = fourProcessors();
  Limits.MaxTeams = 900;
  EXPECT_EQ(shape(launch(1000, 0, 1), kernel(Spmd), 0, Limits).NumBlocks.X,
            900u);
  // The region has no teams.
  EXPECT_EQ(shape(launch(0xffffffff, 0, 1000), kernel(Spmd)).NumBlocks.X, 1u);
}

TEST(Shape, LetsTheUserChooseForRegionsThatDoNot) {
  setenv("OMP_NUM_TEAMS", "3", 1);
  setenv("OMP_TEAMS_THREAD_LIMIT", "64", 1);
  GridLimits Limits = fourProcessors();
  Limits.readEnvironment();
  const auto sizeFor = [&](const ompjit_launch &Launch, uint8_t Mode) {
    const Shape S = shape(Launch, kernel(Mode), 0, Limits);
    return std::pair(S.NumBlocks.X, S.BlockSize.X);
  };
  EXPECT_EQ(sizeFor(launch(0, 0, 0), Spmd), std::pair(3u, 64u));
  EXPECT_EQ(sizeFor(launch(0, 0, 0), Generic), std::pair(3u, 96u));
  EXPECT_EQ(sizeFor(launch(0, 0, 100000), Spmd), std::pair(3u, 64u));
  EXPECT_EQ(sizeFor(launch(0, 0, 65), Spmd), std::pair(2u, 64u));
  // Clauses come first, and a region without teams has one team.
  EXPECT_EQ(sizeFor(launch(7, 96, 0), Spmd), std::pair(7u, 96u));
  EXPECT_EQ(sizeFor(launch(0xffffffff, 0, 0), Spmd), std::pair(1u, 128u));
  // There cannot be more threads than the kernel was compiled for.
  setenv("OMP_TEAMS_THREAD_LIMIT", "512", 1);
  setenv("OMP_NUM_TEAMS", "many", 1);
  Limits.readEnvironment();
  EXPECT_EQ(sizeFor(launch(0, 0, 0), Spmd), std::pair(4u, 128u));
  unsetenv("OMP_NUM_TEAMS");
  unsetenv("OMP_TEAMS_THREAD_LIMIT");
}

TEST(Shape, CountsWhatReductionsNeed) {
  KernelEnvironment Kernel = kernel(Spmd);
  EXPECT_EQ(reductionRecords(Kernel).bytesFor(7), 0u);
  Kernel.ReductionDataSize = 1 << 20;
  Kernel.ReductionBufferLength = 1 << 20;
  EXPECT_EQ(reductionRecords(Kernel).bytesFor(7), 7u << 20);
  // Teams share records.
  EXPECT_EQ(reductionRecords(Kernel).bytesFor(1 << 30), uint64_t(1) << 40);
  // Nobody has checked the numbers in the image.
  Kernel.ReductionDataSize = -8;
  EXPECT_EQ(reductionRecords(Kernel).bytesFor(7), 0u);
}

TEST(Shape, LeavesOtherLanguagesTheirDimensions) {
  ompjit_launch Launch = {};
  Launch.num_teams[0] = 3;
  Launch.num_teams[1] = 2;
  Launch.thread_limit[0] = 8;
  Launch.thread_limit[2] = 4;
  const Shape Form = shapeOf(Launch, nullptr, 0, fourProcessors());
  EXPECT_EQ(Form.NumBlocks.Y, 2u);
  EXPECT_EQ(Form.NumBlocks.Z, 1u);
  EXPECT_EQ(Form.BlockSize.Y, 1u);
  EXPECT_EQ(Form.BlockSize.Z, 4u);
}

TEST(Shape, BareKernelsHaveTheSizeOfTheirLaunch) {
  const auto SizeFor = [](uint32_t Teams, uint32_t Threads) {
    const ompjit_launch_size Size =
        sizeOf(launch(Teams, Threads, 1000), {}, fourProcessors());
    return std::pair(Size.num_teams, Size.num_threads);
  };
  EXPECT_EQ(SizeFor(3, 1024), std::pair(3u, 1024u));
  EXPECT_EQ(SizeFor(100000, 1), std::pair(100000u, 1u));
  EXPECT_EQ(SizeFor(0, 0), std::pair(1u, 1u));
}

} // namespace
