//===- LaunchEstimateTest.cpp - Tests of what launches and compiles take --===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EngineFixture.h"

#include "policy/CompileCost.h"
#include "policy/LaunchEstimate.h"

using namespace ompjit;
using namespace ompjit::jit;

namespace {

constexpr uint64_t All = UINT32_MAX;

class LaunchEstimateTest : public testing::Test {
protected:
  void describe(const PackageBuilder &Builder) {
    Bytes = Builder.build();
    View = *PackageView::parse(Bytes);
    Info = View.kernel(0);
  }
  static PackageBuilder withNests(const std::vector<uint64_t> &Parameters) {
    return PackageBuilder()
        .kernel("k", Parameters)
        .asks(package::KernelHasNests);
  }
  uint64_t launchNs(uint64_t TripCount, std::vector<uint64_t> Arguments,
                    unsigned Parallel = 1) {
    LaunchValues Launch(reinterpret_cast<void **>(Arguments.data()), {});
    Launch.setTripCount(TripCount);
    return LaunchEstimate(View, Info).launchNs(Launch, Parallel);
  }

  std::string Bytes;
  PackageView View;
  KernelInfo Info{};
};

TEST_F(LaunchEstimateTest, MoreCodeAndMoreIterationsTakeLonger) {
  describe(withNests({0}).bitcodeBytes(5000));
  EXPECT_EQ(LaunchEstimate(View, Info).compileNs(), 25000000u);
  EXPECT_EQ(launchNs(1000, {0}), 200000u);
  EXPECT_EQ(launchNs(2000, {0}), 400000u);
  EXPECT_EQ(launchNs(2000, {0}, /*Parallel=*/4), 100000u);
  describe(withNests({0}).bitcodeBytes(6000));
  EXPECT_EQ(launchNs(1000, {0}), 400000u);
}

TEST_F(LaunchEstimateTest, IterationsWithoutLoopsTakeLittleTime) {
  describe(PackageBuilder()
               .kernel("k", {All})
               .uses(package::UseLoopBound)
               .bitcodeBytes(5000));
  EXPECT_EQ(launchNs(1000, {7}), 4000u);
  describe(PackageBuilder().kernel("k", {0}).bitcodeBytes(4000 + 2560));
  EXPECT_EQ(launchNs(1000, {0}), 10000u);
  // The loop is not known to be distributed.
  EXPECT_EQ(launchNs(0, {0}), 0u);
}

TEST_F(LaunchEstimateTest, WhatIsShortIsShorterThanItsCompile) {
  for (unsigned Bytes : {100, 4000, 4100, 1000000}) {
    describe(withNests({0}).bitcodeBytes(Bytes));
    const LaunchEstimate Estimate(View, Info);
    LaunchValues Launch(nullptr, {});
    Launch.setTripCount(24999);
    EXPECT_TRUE(Estimate.isShort(Launch));
    EXPECT_LT(Estimate.launchNs(Launch, 1), Estimate.compileNs());
    Launch.setTripCount(25000);
    EXPECT_FALSE(Estimate.isShort(Launch));
  }
}

TEST_F(LaunchEstimateTest, WithoutIterationsNothingIsKnown) {
  describe(PackageBuilder().kernel("k", {0, All}).bitcodeBytes(5000));
  EXPECT_EQ(launchNs(0, {0, 100}), 0u);
}

TEST_F(LaunchEstimateTest, BoundsOfInnerLoopsCount) {
  describe(
      withNests({All, All}).uses(package::UseLoopBound).bitcodeBytes(5000));
  EXPECT_EQ(launchNs(1000, {1000, 7}), 1400000u);
  // Both are bounds of loops whose iterations are distributed.
  EXPECT_EQ(launchNs(7000, {1000, 7}), 1400000u);
  // The upper half is garbage; what is so large is no bound of an inner loop.
  EXPECT_EQ(launchNs(1000, {1000, uint64_t(3) << 32 | 7}), 1400000u);
  EXPECT_EQ(launchNs(1000, {1000, 1000003}), 200000u);
  EXPECT_EQ(launchNs(0, {100, 7}), 140000u);
  EXPECT_LE(launchNs(UINT64_MAX, {9999, 9998}), uint64_t(1e15));
}

TEST_F(LaunchEstimateTest, KernelsShareTheBitcodeOfTheirPart) {
  describe(
      PackageBuilder().kernel("k", {0}).kernel("l", {0}).bitcodeBytes(6000));
  EXPECT_EQ(LaunchEstimate(View, Info).bitcodeBytes(), 5000u);
  describe(PackageBuilder().kernel("k", {0}).bitcodeBytes(100));
  EXPECT_EQ(LaunchEstimate(View, Info).bitcodeBytes(), 100u);
  EXPECT_EQ(launchNs(1000, {0}), 4000u);
}

TEST(CompileCostTest, WhatACompileTookReplacesTheEstimate) {
  CompileCost Cost;
  EXPECT_FALSE(Cost.isExpected());
  Cost.expect(2 * CompileCost::ExpensiveNs);
  EXPECT_TRUE(Cost.isExpected());
  EXPECT_TRUE(Cost.isHigh());
  Cost.note(CompileCost::ExpensiveNs, /*IsQuick=*/true);
  EXPECT_EQ(Cost.ns(), 2 * CompileCost::ExpensiveNs);
  Cost.note(3 * CompileCost::ExpensiveNs, /*IsQuick=*/true);
  EXPECT_EQ(Cost.ns(), 3 * CompileCost::ExpensiveNs);
  Cost.note(5, /*IsQuick=*/false);
  EXPECT_EQ(Cost.ns(), 5u);
  EXPECT_TRUE(Cost.isHigh());
  EXPECT_FALSE(Cost.paysFor(4));
  EXPECT_TRUE(Cost.paysFor(5));
}

TEST(CompileCostTest, ASmallKernelsImagePaysAtOnce) {
  CompileCost Cost;
  Cost.expect(CompileCost::ExpensiveNs - 1);
  // The machine was busy.
  Cost.note(CompileCost::ExtremeNs - 1, /*IsQuick=*/false);
  EXPECT_FALSE(Cost.isHigh());
  EXPECT_TRUE(Cost.paysFor(0));
  Cost.note(CompileCost::ExtremeNs, /*IsQuick=*/false);
  EXPECT_FALSE(Cost.paysFor(0));
}

TEST(CompileCostTest, LaunchesWithoutATimeCountAsWell) {
  CompileCost Cost;
  Cost.expect(640);
  EXPECT_EQ(Cost.weightOf(7), 7u);
  EXPECT_EQ(Cost.weightOf(0), 11u);
}

} // namespace
