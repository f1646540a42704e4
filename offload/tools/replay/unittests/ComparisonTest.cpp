//===- ComparisonTest.cpp - Tests of the comparison of outputs ------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Comparison.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace ompjit;
using namespace ompjit::replay;
using testing::HasSubstr;

namespace {

recording::Descriptor example() {
  recording::Descriptor D;
  D.Blocks = {{0x1000, 4}, {0x1080, 0}, {0x2000, 8}};
  D.Globals = {{"g", {0x5000, 4}}};
  D.Launch.Arguments = {7, 0x2004};
  return D;
}

const std::string Recorded = "abcdefghijklmnop";

TEST(ComparisonTest, SameBytesAreNoDifference) {
  EXPECT_EQ(describeDifference(example(), Recorded, Recorded), "");
  EXPECT_EQ(describeDifference({}, "", ""), "");
}

TEST(ComparisonTest, NamesTheFirstAddress) {
  std::string Replayed = Recorded;
  Replayed[3] = 'D';
  EXPECT_EQ(describeDifference(example(), Recorded, Replayed),
            "1 bytes differ, the first at 0x1003, byte 3 of the block at "
            "0x1000: recorded 0x64, replayed 0x44");
}

TEST(ComparisonTest, NamesTheArgument) {
  std::string Replayed = Recorded;
  Replayed[4] = Replayed[15] = '\xff';
  EXPECT_EQ(describeDifference(example(), Recorded, Replayed),
            "2 bytes differ, the first at 0x2000, byte 0 of the block at "
            "0x2000, to which argument 1 points: recorded 0x65, replayed 0xff");
}

TEST(ComparisonTest, NamesTheVariable) {
  std::string Replayed = Recorded;
  Replayed[14] = 0;
  EXPECT_THAT(describeDifference(example(), Recorded, Replayed),
              HasSubstr("at 0x5002, byte 2 of the variable 'g'"));
}

template <typename T> void append(std::string &To, T Value) {
  To.append(reinterpret_cast<const char *>(&Value), sizeof(T));
}

TEST(ComparisonTest, KnowsRounding) {
  recording::Descriptor D;
  // The second block does not begin at a multiple of 8 in the file.
  D.Blocks = {{0x1000, 20}, {0x2000, 8}};
  auto Memory = [](double A, float B, int64_t C, double E) {
    std::string Bytes;
    append(Bytes, A);
    append(Bytes, C);
    append(Bytes, B);
    append(Bytes, E);
    return Bytes;
  };
  const std::string Recorded = Memory(1.5, 2.5f, 1000000, 3.5);
  EXPECT_TRUE(differOnlyByRounding(D, Recorded, Recorded));
  EXPECT_TRUE(differOnlyByRounding(
      D, Recorded, Memory(1.5 + 1e-12, 2.5001f, 1000000, 3.5 - 1e-12)));
  EXPECT_FALSE(
      differOnlyByRounding(D, Recorded, Memory(1.6, 2.5f, 1000000, 3.5)));
  EXPECT_FALSE(
      differOnlyByRounding(D, Recorded, Memory(1.5, 2.6f, 1000000, 3.5)));
  EXPECT_FALSE(
      differOnlyByRounding(D, Recorded, Memory(1.5, 2.5f, 1000001, 3.5)));
  EXPECT_FALSE(
      differOnlyByRounding(D, Recorded, Memory(1.5, 2.5f, 1000000, -3.5)));
}

/// An integer that differs by one is no number that was rounded, unless it is
/// between 2^29 and 2^32.
TEST(ComparisonTest, IntegersAreNotRounded) {
  recording::Descriptor D;
  D.Blocks = {{0x1000, 8}};
  auto One = [](int64_t Number) {
    std::string Bytes;
    append(Bytes, Number);
    return Bytes;
  };
  auto Two = [](int32_t First, int32_t Second) {
    std::string Bytes;
    append(Bytes, First);
    append(Bytes, Second);
    return Bytes;
  };
  for (int64_t Number = 1; Number < int64_t(1) << 55; Number *= 3)
    if (Number < int64_t(1) << 29 || Number > int64_t(1) << 32)
      EXPECT_FALSE(differOnlyByRounding(D, One(Number), One(Number + 1)))
          << Number;
  for (int32_t Number = 1; Number < 500000000; Number *= 3) {
    EXPECT_FALSE(differOnlyByRounding(D, Two(Number, 7), Two(Number + 1, 7)))
        << Number;
    EXPECT_FALSE(differOnlyByRounding(D, Two(7, Number), Two(7, Number + 1)))
        << Number;
  }
}

} // namespace
