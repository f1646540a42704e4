//===- ValueMeaningTest.cpp - Unit tests for ValueMeaning -----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Support/ValueMeaning.h"

#include "gtest/gtest.h"

using namespace ompjit;

namespace {

TEST(ValueMeaning, OtherWordsForOnAndOff) {
  EXPECT_EQ(meaningOf("yes", "0 or 1"), "1");
  EXPECT_EQ(meaningOf("FALSE", "0 or 1"), "0");
  EXPECT_EQ(meaningOf("0", "`off`, `memory` or `disk`"), "off");
  EXPECT_EQ(meaningOf("off", "`none`, `all`, or a list"), "none");
  EXPECT_EQ(meaningOf("on", "`off`, `memory` or `disk`"), "");
  EXPECT_EQ(meaningOf("yes", "an integer from 0 to 3"), "");
  EXPECT_EQ(meaningOf("quick", "0 or 1"), "");
}

TEST(ValueMeaning, OtherUnitsOfSizes) {
  constexpr std::string_view Sizes =
      "a number of bytes above 0, or one with the suffix K, M, G or T";
  EXPECT_EQ(meaningOf("12MB", Sizes), "12M");
  EXPECT_EQ(meaningOf("2GiB", Sizes), "2G");
  EXPECT_EQ(meaningOf("64k", Sizes), "64K");
  EXPECT_EQ(meaningOf("12Q", Sizes), "");
  EXPECT_EQ(meaningOf("MB", Sizes), "");
  EXPECT_EQ(meaningOf("12MBs", Sizes), "");
  EXPECT_EQ(meaningOf("12", Sizes), "");
  EXPECT_EQ(meaningOf("1G", "a number of bytes, or one with the suffix K or M"),
            "");
  EXPECT_EQ(meaningOf("12MB", "an absolute path"), "");
}

} // namespace
