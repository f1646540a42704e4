//===- ExchangeTest.cpp - Tests of operations of a warp -------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Exchange.h"

#include <gtest/gtest.h>

#include <functional>
#include <vector>

using namespace ompjit::vgpu;

namespace {

/// A warp whose lanes bring their numbers unless a test says otherwise.
struct TestWarp {
  explicit TestWarp(WarpOperation Operation, uint32_t Size = 32) : Lanes(Size) {
    for (uint32_t I = 0; I != Size; ++I) {
      Lanes[I].Wants.OnWarp = Operation;
      Lanes[I].Wants.Value = I;
    }
  }
  TestWarp &operands(const std::function<void(uint32_t, Request &)> &Set) {
    for (uint32_t I = 0; I != Lanes.size(); ++I)
      Set(I, Lanes[I].Wants);
    return *this;
  }
  std::vector<uint64_t> run(LaneMask Together) {
    exchange(Lanes.data(), Together, uint32_t(Lanes.size()));
    std::vector<uint64_t> Results;
    for (const LaneState &L : Lanes)
      Results.push_back(L.Result.Value);
    return Results;
  }

  std::vector<LaneState> Lanes;
};

constexpr LaneMask AllOf32 = 0xffffffff;

TEST(Exchange, ShufflesDownInSegments) {
  // PTX allows segments; here they have 8 lanes.
  auto Results = TestWarp(WarpOperation::ShuffleDown)
                     .operands([](uint32_t, Request &R) {
                       R.A = 3;
                       R.B = 0x181f;
                     })
                     .run(AllOf32);
  EXPECT_EQ(Results[0], 3u);
  EXPECT_EQ(Results[4], 7u);
  EXPECT_EQ(Results[5], 5u); // The source is outside of its segment.
  EXPECT_EQ(Results[8], 11u);
}

TEST(Exchange, ShufflesUpAndAcross) {
  auto Up =
      TestWarp(WarpOperation::ShuffleUp).operands([](uint32_t, Request &R) {
        R.A = 1;
        R.B = 0;
      });
  EXPECT_EQ(Up.run(AllOf32)[0], 0u);
  EXPECT_FALSE(Up.Lanes[0].Result.Flag);
  EXPECT_EQ(Up.Lanes[31].Result.Value, 30u);
  EXPECT_TRUE(Up.Lanes[31].Result.Flag);
  auto Across = TestWarp(WarpOperation::ShuffleButterfly)
                    .operands([](uint32_t, Request &R) {
                      R.A = 16;
                      R.B = 0x1f;
                    })
                    .run(AllOf32);
  EXPECT_EQ(Across[3], 19u);
  EXPECT_EQ(Across[19], 3u);
  auto First = TestWarp(WarpOperation::ShuffleIndex)
                   .operands([](uint32_t, Request &R) {
                     R.A = 5;
                     R.B = 0x1f;
                   })
                   .run(AllOf32);
  EXPECT_EQ(First[31], 5u);
}

TEST(Exchange, VotesAmongThoseThere) {
  auto Odd = [](uint32_t I, Request &R) { R.Value = I & 1; };
  EXPECT_EQ(TestWarp(WarpOperation::VoteBallot).operands(Odd).run(0xff)[2],
            0xaau);
  EXPECT_EQ(TestWarp(WarpOperation::VoteAll).operands(Odd).run(0xaa)[1], 1u);
  EXPECT_EQ(TestWarp(WarpOperation::VoteAll).operands(Odd).run(0xab)[1], 0u);
  EXPECT_EQ(TestWarp(WarpOperation::VoteAny).operands(Odd).run(0x55)[0], 0u);
  EXPECT_EQ(TestWarp(WarpOperation::VoteUniform).operands(Odd).run(0x55)[0],
            1u);
  EXPECT_EQ(
      TestWarp(WarpOperation::ActiveBallot, 64).operands(Odd).run(~0ull)[63],
      0xaaaaaaaaaaaaaaaau);
}

TEST(Exchange, MatchesValues) {
  auto Thirds = [](uint32_t I, Request &R) { R.Value = I % 3; };
  EXPECT_EQ(TestWarp(WarpOperation::MatchAny).operands(Thirds).run(0x3f)[4],
            0x12u);
  TestWarp All(WarpOperation::MatchAll);
  All.operands([](uint32_t, Request &R) { R.Value = 7; });
  EXPECT_EQ(All.run(0xf)[0], 0xfu);
  EXPECT_TRUE(All.Lanes[0].Result.Flag);
}

TEST(Exchange, Reduces) {
  auto Negative = [](uint32_t I, Request &R) { R.Value = uint32_t(I) - 4; };
  EXPECT_EQ(
      TestWarp(WarpOperation::ReduceSignedMin).operands(Negative).run(0xff)[0],
      0xfffffffcu);
  EXPECT_EQ(
      TestWarp(WarpOperation::ReduceSignedMax).operands(Negative).run(0xff)[0],
      3u);
  EXPECT_EQ(TestWarp(WarpOperation::ReduceAdd).run(0xff)[0], 28u);
  EXPECT_EQ(TestWarp(WarpOperation::ReduceXor).run(0xff)[0], 0u);
}

TEST(Exchange, PermutesAsAmdDoes) {
  auto Next = [](uint32_t I, Request &R) { R.A = (I + 1) * 4; };
  auto Pulled =
      TestWarp(WarpOperation::Permuted, 64).operands(Next).run(~0ull ^ 2);
  EXPECT_EQ(Pulled[5], 6u);
  EXPECT_EQ(Pulled[63], 0u);
  EXPECT_EQ(Pulled[0], 0u); // Lane 1 does not take part.
  auto Pushed = TestWarp(WarpOperation::Permute, 64).operands(Next).run(~0ull);
  EXPECT_EQ(Pushed[6], 5u);
  // The first two of every four lanes change places.
  auto Swapped = TestWarp(WarpOperation::Swizzle, 64)
                     .operands([](uint32_t, Request &R) { R.A = 0x80e1; })
                     .run(~0ull);
  EXPECT_EQ(Swapped[4], 5u);
  EXPECT_EQ(Swapped[5], 4u);
  EXPECT_EQ(Swapped[6], 6u);
}

TEST(Exchange, NamesLanes) {
  EXPECT_EQ(lanesText(1), "lane 0");
  EXPECT_EQ(lanesText(0x8f), "lanes 0-3,7");
  EXPECT_EQ(lanesText(~0ull), "lanes 0-63");
}

} // namespace
