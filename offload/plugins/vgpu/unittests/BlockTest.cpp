//===- BlockTest.cpp - Tests of how lanes wait for each other -------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Block.h"
#include "Operations.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <functional>
#include <thread>

using namespace ompjit::vgpu;
using testing::HasSubstr;

namespace {

using Kernel = std::function<void(Lane &)>;
const Kernel *Running;

/// Launches lambdas as kernels.
class BlockTest : public testing::TestWithParam<Family> {
protected:
  BlockTest() {
    What.Kernel = &Record;
    What.Kind = GetParam();
    What.WarpSize = What.Kind == Family::Nvptx ? 32 : 64;
    What.StackBytes = 32 << 10;
    What.SharedBytes = 1024;
  }

  bool run(uint32_t Threads, const Kernel &Code) {
    What.BlockSize = {Threads, 1, 1};
    Running = &Code;
    What.Running = 1;
    return Block(What).run(0, 0);
  }

  static void sync(uint32_t Id = 0, uint32_t Count = 0,
                   const Site *Source = &Sites[0]) {
    TheOperations.OnBlock(Source, BlockOperation::Sync, Id, Count, 0);
  }
  static uint64_t onWarp(WarpOperation Operation, uint64_t Mask, uint64_t Value,
                         const Site *Source) {
    return TheOperations.OnWarp(Source, Operation, Mask, Value, 0, 0).Value;
  }

  static constexpr Site Sites[] = {
      {"f", "f.c", 1, 0}, {"f", "f.c", 2, 1}, {"f", "f.c", 3, 2}};
  const KernelRecord Record = {
      "kernel", [](const char *) { (*Running)(*TheOperations.CurrentLane()); },
      0,        0,
      nullptr,  nullptr,
      0};
  Launch What;
};

INSTANTIATE_TEST_SUITE_P(All, BlockTest,
                         testing::Values(Family::Nvptx, Family::Amdgcn),
                         [](const auto &Info) {
                           return Info.param == Family::Nvptx ? "Nvptx"
                                                              : "Amdgcn";
                         });

TEST_P(BlockTest, RunsEveryThread) {
  std::vector<int> Runs(100);
  EXPECT_TRUE(run(100, [&](Lane &L) {
    EXPECT_EQ(L.Thread.X, L.Warp * L.WarpSize + L.InWarp);
    ++Runs[L.Thread.X];
  }));
  EXPECT_EQ(Runs, std::vector<int>(100, 1));
}

TEST_P(BlockTest, WaitsAtBarriers) {
  int Before = 0, Between = 0;
  EXPECT_TRUE(run(200, [&](Lane &) {
    ++Before;
    sync();
    EXPECT_EQ(Before, 200);
    ++Between;
    sync();
    EXPECT_EQ(Between, 200);
  }));
}

TEST_P(BlockTest, DoesNotWaitForThreadsThatEnded) {
  int Met = 0;
  EXPECT_TRUE(run(130, [&](Lane &L) {
    if (L.Thread.X >= 100)
      TheOperations.Exit();
    sync();
    ++Met;
  }));
  EXPECT_EQ(Met, 100);
}

TEST_P(BlockTest, LanesThatWentDifferentWaysMeetBehind) {
  const uint64_t All = What.WarpSize == 32 ? 0xffffffff : ~uint64_t(0);
  EXPECT_TRUE(run(What.WarpSize, [&](Lane &L) {
    const bool IsOdd = L.InWarp & 1;
    // The lanes of each side meet, although those of the first side come
    // sooner.
    const uint64_t Side = onWarp(WarpOperation::ActiveBallot, 0, 1,
                                 IsOdd ? &Sites[0] : &Sites[1]);
    EXPECT_EQ(Side,
              IsOdd ? All & 0xaaaaaaaaaaaaaaaa : All & 0x5555555555555555);
    EXPECT_EQ(onWarp(WarpOperation::ActiveBallot, 0, 1, &Sites[2]), All);
  }));
}

TEST_P(BlockTest, LanesOfALoopWaitForEachOther) {
  // Lanes meet at the end of each turn, as in lowered code.
  EXPECT_TRUE(run(What.WarpSize, [&](Lane &L) {
    for (uint32_t Turn = 0; Turn <= L.InWarp; ++Turn) {
      const uint64_t There = onWarp(WarpOperation::ActiveMask, 0, 0, &Sites[0]);
      EXPECT_EQ(uint32_t(__builtin_popcountll(There)), L.WarpSize - Turn);
      onWarp(WarpOperation::Meet, 0, 0, &Sites[1]);
    }
  }));
}

TEST_P(BlockTest, LetsOthersRunWhileALaneWaits) {
  std::atomic<int> Flag = 0;
  EXPECT_TRUE(run(2 * What.WarpSize, [&](Lane &L) {
    if (L.Warp == 1)
      Flag = 1;
    while (!Flag)
      TheOperations.Yield(&Sites[0], 0);
  }));
}

TEST_P(BlockTest, GivesUpOnLoopsThatWaitForNothing) {
  EXPECT_FALSE(run(2, [&](Lane &) {
    for (;;)
      TheOperations.Tick(&Sites[0]);
  }));
  EXPECT_THAT(What.failure().What, HasSubstr("wait in loops"));
}

/// The wait lasts longer than a loop that waits for nothing may go on.
TEST_P(BlockTest, WaitsForTheHostAsLongAsItTakes) {
  std::atomic<bool> IsAnswered = false;
  std::thread Host([&] {
    std::this_thread::sleep_for(std::chrono::seconds(1));
    IsAnswered = true;
  });
  EXPECT_TRUE(run(2 * What.WarpSize, [&](Lane &L) {
    while (!IsAnswered && L.InWarp == 3)
      TheOperations.Yield(&Sites[0], HostWaitNs);
    sync(0, 0);
  }));
  Host.join();
}

TEST_P(BlockTest, WaitsForABlockWhoseThreadTheSystemStops) {
  std::atomic<uint32_t> Stage = 0, FirstWaited = 0, SecondWaited = 0;
  auto WaitFor = [&](uint32_t Wanted, std::atomic<uint32_t> &Turns) {
    for (; Stage != Wanted; ++Turns)
      TheOperations.Yield(&Sites[0], 0);
  };
  // This is no operation of the GPU, so that the block does not seem to wait.
  auto StopUntil = [](const std::atomic<uint32_t> &Turns, uint32_t Wanted) {
    while (Turns < Wanted)
      std::this_thread::yield();
  };
  const Kernel Code = [&](Lane &L) {
    if (L.Block.X == 0) {
      StopUntil(SecondWaited, 2000);
      Stage = 1;
      WaitFor(2, FirstWaited);
    } else {
      WaitFor(1, SecondWaited);
      StopUntil(FirstWaited, 250000);
      Stage = 2;
    }
  };
  Running = &Code;
  What.NumBlocks = {2, 1, 1};
  What.Running = 2;
  bool HasEnded = false;
  std::thread Second([&] {
    HasEnded = Block(What).run(1, 0);
    What.Running.fetch_sub(1);
  });
  EXPECT_TRUE(Block(What).run(0, 0)) << What.failure().What;
  Stage = 2;
  Second.join();
  EXPECT_TRUE(HasEnded);
}

TEST_P(BlockTest, FailsAtATrap) {
  EXPECT_FALSE(run(40, [&](Lane &L) {
    if (L.Thread.X == 33)
      TheOperations.Trap(&Sites[1], "a trap");
    sync();
  }));
  EXPECT_THAT(What.failure().What,
              HasSubstr("a trap (f, f.c:2), in thread (33,0,0) "
                        "of block (0,0,0)"));
}

TEST_P(BlockTest, FillsSharedMemory) {
  EXPECT_TRUE(run(1, [&](Lane &L) {
    EXPECT_EQ(uint8_t(L.Shared[1023]), 0xb5);
    EXPECT_TRUE(TheOperations.IsShared(L.Shared));
    EXPECT_FALSE(TheOperations.IsShared(L.Shared + 1024));
#if !OMPJIT_HAS_ASAN // It moves variables to stacks of its own.
    int Local = 0;
    EXPECT_TRUE(TheOperations.IsPrivate(&Local));
#endif
    EXPECT_FALSE(TheOperations.IsPrivate(L.Shared));
  }));
}

class NvptxBlockTest : public BlockTest {};
INSTANTIATE_TEST_SUITE_P(Only, NvptxBlockTest, testing::Values(Family::Nvptx));

TEST_P(NvptxBlockTest, CountsAtNamedBarriers) {
  std::vector<int> Order;
  EXPECT_TRUE(run(128, [&](Lane &L) {
    if (L.Warp < 2) {
      sync(1, 64);
      Order.push_back(1);
    } else {
      TheOperations.Yield(&Sites[0], 0);
      sync(2, 64);
      Order.push_back(2);
    }
  }));
  EXPECT_EQ(Order.size(), 128u);
}

TEST_P(NvptxBlockTest, ArrivalsCountAndDoNotWait) {
  int Produced = 0;
  EXPECT_TRUE(run(64, [&](Lane &L) {
    if (L.Warp == 0) {
      ++Produced;
      TheOperations.OnBlock(&Sites[0], BlockOperation::Arrive, 3, 64, 0);
    } else {
      sync(3, 64);
      EXPECT_EQ(Produced, 32);
    }
  }));
}

TEST_P(NvptxBlockTest, BarriersReduce) {
  EXPECT_TRUE(run(64, [&](Lane &L) {
    auto Reduce = [&](BlockOperation Operation, bool Holds) {
      return TheOperations.OnBlock(&Sites[0], Operation, 0, 0, Holds);
    };
    EXPECT_EQ(Reduce(BlockOperation::Count, L.Thread.X < 10), 10u);
    EXPECT_EQ(Reduce(BlockOperation::And, L.Thread.X < 64), 1u);
    EXPECT_EQ(Reduce(BlockOperation::And, L.Thread.X < 63), 0u);
    EXPECT_EQ(Reduce(BlockOperation::Or, L.Thread.X == 63), 1u);
  }));
}

TEST_P(NvptxBlockTest, ReportsDeadlocks) {
  EXPECT_FALSE(run(32, [&](Lane &L) {
    if (L.InWarp < 4)
      onWarp(WarpOperation::Sync, 0xffffffff, 0, &Sites[0]);
    else
      sync(0, 0, &Sites[1]);
  }));
  EXPECT_THAT(What.failure().What,
              HasSubstr("deadlock: lanes 0-3 of warp 0 wait in a barrier of "
                        "the warp for lanes 0-31 (f, f.c:1); lanes 4-31 of "
                        "warp 0 wait in barrier 0 (f, f.c:2)"));
}

TEST_P(NvptxBlockTest, AMaskNamesItsOwnLane) {
  EXPECT_FALSE(run(32, [&](Lane &L) {
    if (L.InWarp == 2)
      onWarp(WarpOperation::Sync, 1, 0, &Sites[0]);
  }));
  EXPECT_THAT(What.failure().What, HasSubstr("not in the mask"));
}

} // namespace
