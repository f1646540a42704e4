//===- TextTest.cpp - Tests of how values are shown -----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Text.h"

#include <gmock/gmock.h>

using namespace ompjit::cachetool;
using testing::ElementsAre;
using testing::IsEmpty;

namespace {

TEST(CacheToolText, Sizes) {
  EXPECT_EQ(sizeText(0), "0 bytes");
  EXPECT_EQ(sizeText(1), "1 byte");
  EXPECT_EQ(sizeText(1023), "1023 bytes");
  EXPECT_EQ(sizeText(1536), "1.5 KiB");
  EXPECT_EQ(sizeText(uint64_t(1) << 30), "1.0 GiB");
  EXPECT_EQ(sizeText(UINT64_MAX), "16777216.0 TiB");
}

TEST(CacheToolText, Durations) {
  EXPECT_EQ(durationText(0), "0.0 ms");
  EXPECT_EQ(durationText(12345678), "12.3 ms");
  EXPECT_EQ(durationText(2500000000), "2.5 s");
}

TEST(CacheToolText, Ages) {
  EXPECT_EQ(ageText(100, 100), "now");
  EXPECT_EQ(ageText(99, 100), "1 second ago");
  EXPECT_EQ(ageText(0, 179), "2 minutes ago");
  EXPECT_EQ(ageText(0, 86399), "23 hours ago");
  EXPECT_EQ(ageText(0, 86400 * 400), "400 days ago");
  EXPECT_EQ(ageText(101, 100), "in the future");
}

TEST(CacheToolText, BytesThatCannotBePrinted) {
  EXPECT_EQ(printable("sm_90"), "sm_90");
  EXPECT_EQ(printable(std::string_view("\0\xff", 2)), "00ff");
}

TEST(CacheToolText, PartsOfOneList) {
  EXPECT_THAT(partsWithout("a=1,b=2,c=3", "b=2,a=2"),
              ElementsAre("a=1", "c=3"));
  EXPECT_THAT(partsWithout("", "a=1"), IsEmpty());
  EXPECT_THAT(partsWithout("a=1", "a=1"), IsEmpty());
}

TEST(CacheToolText, ColumnsAreAligned) {
  EXPECT_EQ(table({{"a", "bcd", "e"}, {"fgh", "i", "j"}}),
            "a    bcd  e\nfgh  i    j\n");
}

} // namespace
