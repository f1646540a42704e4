//===- FragmentEntryTest.cpp - Tests of the fragments of a library --------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Fragments/FragmentEntry.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace ompjit;

namespace tags {
struct Float {};
template <typename T> struct Distance {};
} // namespace tags

// As generate_jit_lto_kernels() defines them.
// NOLINTBEGIN(readability-identifier-naming)
static const unsigned char First[] = "first", Second[] = "second";
template <>
const unsigned char *const StaticFatbin<tags::Distance<tags::Float>>::data =
    First;
template <>
const std::size_t StaticFatbin<tags::Distance<tags::Float>>::length = 5;
template <> const unsigned char *const StaticFatbin<tags::Float>::data = Second;
template <> const std::size_t StaticFatbin<tags::Float>::length = 6;
// NOLINTEND(readability-identifier-naming)

namespace {

TEST(FragmentEntry, OfATagHasTheGeneratedBytes) {
  const StaticFatbinFragmentEntry<tags::Distance<tags::Float>> Entry;
  EXPECT_EQ(Entry.bytes(), "first");
  EXPECT_EQ(Entry.name(), "tags::Distance<tags::Float>");
}

TEST(FragmentEntry, OfATagHasTheTagsKey) {
  const StaticFatbinFragmentEntry<tags::Distance<tags::Float>> A, B;
  const StaticFatbinFragmentEntry<tags::Float> Other;
  EXPECT_EQ(A.key(), B.key());
  EXPECT_NE(A.key(), Other.key());
  EXPECT_NE(A.key() < Other.key(), Other.key() < A.key());
}

TEST(FragmentEntry, OfBytesHasTheKeyOfItsContent) {
  const BytesFragmentEntry A("abc"), B("abc", "mine"), Other("abd");
  EXPECT_EQ(A.key(), B.key());
  EXPECT_NE(A.key(), Other.key());
  EXPECT_EQ(A.bytes(), "abc");
  EXPECT_EQ(B.name(), "mine");
  EXPECT_THAT(std::string(A.name()),
              testing::MatchesRegex("fragment-[0-9a-f]{32}"));
}

} // namespace
