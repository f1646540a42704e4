//===- RunningLaunchesTest.cpp - Counting launches ------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RunningLaunches.h"

#include <gtest/gtest.h>

using namespace ompjit;

namespace {

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

} // namespace
