//===- ExactMathTest.cpp - Tests of functions that round alike ------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Support/ExactMath.h"

#include "gtest/gtest.h"

#include <cerrno>
#include <cfenv>
#include <thread>

using namespace ompjit;

TEST(ExactMath, IsTheSameInAllThreads) {
  const uint32_t Here = exactFunctions();
  EXPECT_EQ(Here & ~AllExactFunctions, 0u);
  uint32_t There = 0;
  std::thread([&] { There = exactFunctions(); }).join();
  EXPECT_EQ(Here, There);
}

TEST(ExactMath, LeavesErrnoAndFlagsAlone) {
  errno = EDOM;
  std::feclearexcept(FE_ALL_EXCEPT);
  std::feraiseexcept(FE_DIVBYZERO);
  (void)exactFunctions();
  EXPECT_EQ(errno, EDOM);
  EXPECT_EQ(std::fetestexcept(FE_ALL_EXCEPT), FE_DIVBYZERO);
}

TEST(ExactMath, NeedsRoundingToNearest) {
  std::fesetround(FE_UPWARD);
  EXPECT_EQ(exactFunctions(), 0u);
  std::fesetround(FE_TONEAREST);
}
