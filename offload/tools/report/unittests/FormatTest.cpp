//===- FormatTest.cpp - Tests of figures for people ----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Format.h"

#include <gtest/gtest.h>

using namespace ompjit::report;

namespace {

TEST(Format, TimesHaveThreeDigits) {
  EXPECT_EQ(formatTime(0), "0 ns");
  EXPECT_EQ(formatTime(999), "999 ns");
  EXPECT_EQ(formatTime(1234), "1.23 us");
  EXPECT_EQ(formatTime(12345678), "12.3 ms");
  EXPECT_EQ(formatTime(999600), "1.00 ms");
  EXPECT_EQ(formatTime(250000000), "250 ms");
  EXPECT_EQ(formatTime(61200000000), "61.2 s");
}

TEST(Format, BytesArePowersOf1024) {
  EXPECT_EQ(formatBytes(12), "12 bytes");
  EXPECT_EQ(formatBytes(1000), "0.98 KiB");
  EXPECT_EQ(formatBytes(8 << 20), "8.00 MiB");
  EXPECT_EQ(formatBytes(1023 << 10), "1.00 MiB");
  EXPECT_EQ(formatBytes(uint64_t(123) << 30), "123 GiB");
}

TEST(Format, CountsHaveCommas) {
  EXPECT_EQ(formatCount(7), "7");
  EXPECT_EQ(formatCount(1000), "1,000");
  EXPECT_EQ(formatCount(1234567), "1,234,567");
  EXPECT_EQ(formatCount(1, "launch", "launches"), "1 launch");
  EXPECT_EQ(formatCount(1000, "launch", "launches"), "1,000 launches");
}

TEST(Format, SharesOfNothingAreNothing) {
  EXPECT_EQ(formatShare(45, 100), "45 %");
  EXPECT_EQ(formatShare(3, 1000), "0.3 %");
  EXPECT_EQ(formatShare(3, 0), "0.0 %");
}

} // namespace
