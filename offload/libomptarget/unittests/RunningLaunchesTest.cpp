//===- RunningLaunchesTest.cpp - Counting launches ------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RunningLaunches.h"

#include <gtest/gtest.h>

#include <memory>
#include <thread>

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

// In a child of fork(), launches of other threads never end; one of the forking
// thread may, and then must not count anything away.
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

} // namespace
