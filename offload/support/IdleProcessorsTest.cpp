//===- IdleProcessorsTest.cpp - Tests of how busy the machine is ----------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Support/IdleProcessors.h"

#include <gtest/gtest.h>

using namespace ompjit;

namespace {

TEST(IdleProcessors, TheFourthNumberCounts) {
  EXPECT_EQ(runnableThreads("2.68 2.70 3.66 3/450 16340\n"), 3u);
  EXPECT_EQ(runnableThreads("0.00 0.01 0.05 12/1 1"), 12u);
}

TEST(IdleProcessors, AnotherFormIsNotUnderstood) {
  for (const char *Text :
       {"", "2.68", "2.68 2.70 3.66", "2.68 2.70 3.66 ", "1 2 3 x/4 5",
        "2.68 2.70 3.66 3", "1 2 3 99999999999999999999/4 5"})
    EXPECT_EQ(runnableThreads(Text), std::nullopt) << Text;
}

} // namespace
