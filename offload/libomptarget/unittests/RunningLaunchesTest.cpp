//===- RunningLaunchesTest.cpp - Tests of the count of launches -----------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "device/RunningLaunches.h"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

using namespace ompjit;

namespace {

TEST(RunningLaunchesTest, KnowsWhetherALaunchIsAlone) {
  RunningLaunches All;
  RunningLaunches::Guard Own(All);
  EXPECT_TRUE(All.isAlone());
  std::thread([&] {
    RunningLaunches::Guard Other(All);
    EXPECT_FALSE(All.isAlone());
  }).join();
  EXPECT_TRUE(All.isAlone());
  RunningLaunches::Guard Second(All);
  EXPECT_FALSE(All.isAlone());
}

TEST(RunningLaunchesTest, CountsNestedLaunches) {
  RunningLaunches All;
  EXPECT_FALSE(All.any());
  {
    RunningLaunches::Guard Outer(All);
    {
      RunningLaunches::Guard Inner(All);
    }
    EXPECT_TRUE(All.any());
  }
  EXPECT_FALSE(All.any());
}

// In a child of fork(), launches of other threads never end. One of the forking
// thread may end, and must not reduce the count then.
TEST(RunningLaunchesTest, ForgottenLaunchesDoNotCount) {
  RunningLaunches All;
  {
    RunningLaunches::Guard Forgotten(All);
    All.forgetAll();
    EXPECT_FALSE(All.any());
  }
  EXPECT_FALSE(All.any());
  RunningLaunches::Guard Next(All);
  EXPECT_TRUE(All.any());
}

TEST(RunningLaunchesTest, EarlierOnesAreOverWithoutTheCallersOwn) {
  RunningLaunches All;
  RunningLaunches::Guard Own(All);
  EXPECT_TRUE(All.earlier()->areOver());
  auto Other = std::make_unique<RunningLaunches::Guard>(All);
  auto Earlier = All.earlier();
  EXPECT_FALSE(Earlier->areOver());
  Other.reset();
  EXPECT_TRUE(Earlier->areOver());
}

TEST(RunningLaunchesTest, LaterOnesOfAQuietThreadDoNotMatter) {
  RunningLaunches All;
  RunningLaunches::Guard Own(All);
  auto Earlier = All.earlier();
  std::thread([&] {
    RunningLaunches::Guard Later(All);
    EXPECT_TRUE(Earlier->areOver());
  }).join();
}

TEST(RunningLaunchesTest, AnotherThreadsLaunchIsWaitedFor) {
  RunningLaunches All;
  RunningLaunches::Guard Own(All);
  std::unique_ptr<RunningLaunches::Guard> Other;
  std::thread([&] {
    Other = std::make_unique<RunningLaunches::Guard>(All);
  }).join();
  auto Earlier = All.earlier();
  EXPECT_FALSE(Earlier->areOver());
  Other.reset();
  EXPECT_TRUE(Earlier->areOver());
}

TEST(RunningLaunchesTest, EarlierOnesEndThoughLaterOnesAreAlwaysUnderWay) {
  RunningLaunches All;
  auto First = std::make_unique<RunningLaunches::Guard>(All);
  auto Later = std::make_unique<RunningLaunches::Guard>(All);
  std::unique_ptr<jit::LaunchWatch::Earlier> Earlier;
  const auto AreOver = [&] {
    bool Over = false;
    std::thread([&] {
      RunningLaunches::Guard Own(All);
      if (!Earlier)
        Earlier = All.earlier();
      Over = Earlier->areOver();
    }).join();
    return Over;
  };
  for (int I = 0; I != 10; ++I) {
    EXPECT_FALSE(AreOver());
    Later = std::make_unique<RunningLaunches::Guard>(All);
  }
  First.reset();
  int NumAsked = 1;
  for (; !AreOver() && NumAsked != 10; ++NumAsked)
    Later = std::make_unique<RunningLaunches::Guard>(All);
  EXPECT_LE(NumAsked, 4);
}

TEST(RunningLaunchesTest, NoneIsOverWhileItRuns) {
  RunningLaunches All;
  std::atomic<bool> IsOver = false;
  std::atomic<int> Object = 0; // The number of the object that launches use.
  std::vector<std::thread> Launching;
  std::atomic<long> NumWrong = 0;
  std::array<std::atomic<bool>, 20000> IsGone = {};
  for (int I = 0; I != 3; ++I)
    Launching.emplace_back([&] {
      while (!IsOver) {
        RunningLaunches::Guard Own(All);
        const int Mine = Object.load(std::memory_order_seq_cst);
        for (int Use = 0; Use != 20; ++Use)
          NumWrong += IsGone[size_t(Mine)].load();
      }
    });
  std::vector<std::pair<int, std::unique_ptr<jit::LaunchWatch::Earlier>>> Old;
  for (int Next = 1; Next != int(IsGone.size()); ++Next) {
    RunningLaunches::Guard Own(All);
    Object.store(Next, std::memory_order_seq_cst);
    Old.push_back({Next - 1, All.earlier()});
    std::erase_if(Old, [&](auto &Each) {
      return Each.second->areOver() && (IsGone[size_t(Each.first)] = true);
    });
  }
  IsOver = true;
  for (std::thread &Each : Launching)
    Each.join();
  EXPECT_EQ(NumWrong, 0);
}

} // namespace
