//===- PackedArgumentsTest.cpp - Tests of the layout of arguments ---------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "device/PackedArguments.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <array>
#include <cstring>
#include <vector>

using namespace ompjit;

namespace {

/// Arguments as a dispatch passes them.
struct Arguments {
  std::vector<uint64_t> Words;
  std::vector<uint32_t> Sizes;

  template <typename T> Arguments &add(T Value) {
    const size_t At = Words.size();
    Words.resize(At + (sizeof(T) + 7) / 8);
    std::memcpy(&Words[At], &Value, sizeof(T));
    Sizes.push_back(sizeof(T));
    return *this;
  }
  Status pack(const std::vector<PackedParameter> &To, void *Block) const {
    ompjit_fragment_launch Launch = {};
    Launch.words = Words.data();
    Launch.num_words = uint32_t(Words.size());
    Launch.sizes = Sizes.data();
    Launch.num_arguments = uint32_t(Sizes.size());
    return packArguments(Launch, To, Block);
  }
};

struct Pair {
  double X;
  float Y;
};

struct Triple {
  float X, Y, Z;
};

/// What nvcc makes of
/// (const float *, int, char, short, Pair, Triple, bool, double).
struct Parameters {
  const float *Data;
  int Size;
  char C;
  short S;
  Pair P;
  Triple T;
  bool B;
  double D;
};

const std::vector<PackedParameter> Places = {
    {offsetof(Parameters, Data), 8}, {offsetof(Parameters, Size), 4},
    {offsetof(Parameters, C), 1},    {offsetof(Parameters, S), 2},
    {offsetof(Parameters, P), 16},   {offsetof(Parameters, T), 12},
    {offsetof(Parameters, B), 1},    {offsetof(Parameters, D), 8}};

TEST(PackedArguments, HaveTheNaturalLayoutOfAStructure) {
  Arguments Given;
  Given.add<const float *>(nullptr).add(7).add('c').add(short(-3));
  Given.add(Pair{1.5, 2.5f}).add(Triple{1, 2, 3}).add(true).add(9.5);
  ASSERT_EQ(packedBytes(Places), sizeof(Parameters));
  std::array<char, sizeof(Parameters) + 1> Block;
  Block.fill('x');
  Status S = Given.pack(Places, Block.data());
  ASSERT_TRUE(S) << S.error().message();
  EXPECT_EQ(Block.back(), 'x');
  Parameters Seen;
  std::memcpy(&Seen, Block.data(), sizeof(Seen));
  EXPECT_EQ(Seen.Size, 7);
  EXPECT_EQ(Seen.C, 'c');
  EXPECT_EQ(Seen.S, -3);
  EXPECT_EQ(Seen.P.X, 1.5);
  EXPECT_EQ(Seen.P.Y, 2.5f);
  EXPECT_EQ(Seen.T.Z, 3);
  EXPECT_TRUE(Seen.B);
  EXPECT_EQ(Seen.D, 9.5);
}

TEST(PackedArguments, MayBeNone) {
  EXPECT_EQ(packedBytes({}), 0u);
  EXPECT_TRUE(Arguments().pack({}, nullptr));
}

TEST(PackedArguments, ErrorsSayWhatDoesNotFit) {
  std::array<char, 64> Block;
  Status Few = Arguments().add(1).pack({{0, 4}, {4, 4}}, Block.data());
  ASSERT_FALSE(Few);
  EXPECT_EQ(Few.error().message(),
            "the signature has 1 parameters, and the kernel takes 2");
  Status Wrong =
      Arguments().add(1).add(2.0).pack({{0, 4}, {4, 4}}, Block.data());
  ASSERT_FALSE(Wrong);
  EXPECT_EQ(Wrong.error().message(), "parameter 2 of the signature has 8 "
                                     "bytes, and that of the kernel 4");
}

} // namespace
