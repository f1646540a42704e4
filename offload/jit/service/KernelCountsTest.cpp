//===- KernelCountsTest.cpp - Tests of the encoding and of sums -----------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/KernelCounts.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace ompjit;
using testing::HasSubstr;

namespace {

constexpr uint64_t Most = KernelCounts::MaxCount;

KernelCounts counts() { return {{{0, 0x1234, {5, 0, 7}}, {3, 0x99, {Most}}}}; }

std::string errorOf(ByteView Bytes) {
  Result<KernelCounts> Read = KernelCounts::decode(Bytes);
  return Read ? "no error" : Read.error().message();
}

TEST(KernelCounts, AreReadAsTheyWereWritten) {
  Result<KernelCounts> Read = KernelCounts::decode(counts().encode());
  ASSERT_TRUE(Read) << Read.error().message();
  EXPECT_EQ(*Read, counts());
  EXPECT_EQ(Read->numCounters(), 4u);
  Read = KernelCounts::decode(KernelCounts().encode());
  ASSERT_TRUE(Read) << Read.error().message();
  EXPECT_TRUE(Read->Functions.empty());
}

TEST(KernelCounts, AreRefusedWhereverTheyAreCutOff) {
  const std::string Bytes = counts().encode();
  for (size_t Size = 0; Size != Bytes.size(); ++Size)
    EXPECT_NE(errorOf(Bytes.substr(0, Size)), "no error") << Size;
  EXPECT_THAT(errorOf(Bytes + "x"), HasSubstr("bytes after their end"));
}

TEST(KernelCounts, AreRefusedIfTheyMakeNoSense) {
  auto ErrorOf = [](KernelCounts Wrong) { return errorOf(Wrong.encode()); };
  EXPECT_THAT(ErrorOf({{{3, 1, {1}}, {3, 1, {1}}}}), HasSubstr("not in order"));
  EXPECT_THAT(ErrorOf({{{0, 1, {}}}}), HasSubstr("without counters"));
  EXPECT_THAT(ErrorOf({{{0, 1, {Most + 1}}}}), HasSubstr("too large"));
  std::string Later = counts().encode();
  Later[4] = 9;
  EXPECT_EQ(errorOf(Later), "counts of version 9, expected version 1");
  std::string Huge = counts().encode();
  Huge.replace(8, 8, std::string(8, '\x7f'));
  EXPECT_THAT(errorOf(Huge), HasSubstr("end too early"));
}

TEST(KernelCounts, AddUpAndEndAtTheMost) {
  KernelCounts Sum = counts();
  EXPECT_TRUE(Sum.areOfSameCode(counts()));
  Sum.add(counts());
  const uint64_t More[] = {1, 2, UINT64_MAX, 1};
  Sum.add(More);
  EXPECT_EQ(Sum,
            (KernelCounts{{{0, 0x1234, {11, 2, Most}}, {3, 0x99, {Most}}}}));
}

TEST(KernelCounts, OfOtherCodeAreTold) {
  EXPECT_FALSE(counts().areOfSameCode({}));
  KernelCounts Other = counts();
  Other.Functions[1].CodeHash = 1;
  EXPECT_FALSE(counts().areOfSameCode(Other));
  Other = counts();
  Other.Functions[0].Counters.push_back(1);
  EXPECT_FALSE(counts().areOfSameCode(Other));
}

TEST(KernelCounts, AreZeroBeforeAnythingIsCounted) {
  EXPECT_FALSE(counts().areZero());
  EXPECT_TRUE((KernelCounts{{{0, 1, {0, 0}}}}).areZero());
}

} // namespace
