//===- SearchTest.cpp - Looks for the fastest choice ----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Search.h"

#include "ompjit/CompileService.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace ompjit;
using namespace ompjit::tune;
using testing::ElementsAre;

namespace {

const std::vector<Quantity> TwoQuantities = {{&Tuning::Threads, {2, 1}},
                                             {&Tuning::Unroll, {1, 2, 4}}};

auto never() {
  return [] { return false; };
}

TEST(TuneSearch, CombinesWhatHelps) {
  const Found Best = search(
      TwoQuantities, 100, 0.01,
      [](const Tuning &T) -> std::optional<double> {
        double Ns = 100;
        if (T.Threads == 1)
          Ns -= 30;
        if (T.Unroll == 4)
          Ns -= 20;
        return Ns;
      },
      never());
  EXPECT_EQ(Best.Best, (Tuning{.Unroll = 4, .Threads = 1}));
  EXPECT_EQ(Best.Ns, 50);
}

TEST(TuneSearch, ASecondRoundCorrectsTheFirst) {
  // One thread pays only with unrolled loops, which come later.
  const Found Best = search(
      TwoQuantities, 100, 0.01,
      [](const Tuning &T) -> std::optional<double> {
        if (T.Unroll != 4)
          return T.Threads ? 120 : 100;
        return T.Threads == 1 ? 40 : 80;
      },
      never());
  EXPECT_EQ(Best.Best, (Tuning{.Unroll = 4, .Threads = 1}));
}

TEST(TuneSearch, IgnoresWhatFailsAndWhatHardlyHelps) {
  const Found Best = search(
      TwoQuantities, 100, 0.02,
      [](const Tuning &T) -> std::optional<double> {
        if (T.Threads)
          return std::nullopt;
        return 99;
      },
      never());
  EXPECT_EQ(Best.Best, Tuning());
  EXPECT_EQ(Best.NumTried, 5u);
}

TEST(TuneSearch, EndsInTime) {
  size_t NumLeft = 2;
  const Found Best = search(
      TwoQuantities, 100, 0.01,
      [&](const Tuning &) -> std::optional<double> {
        --NumLeft;
        return 50;
      },
      [&] { return NumLeft == 0; });
  EXPECT_EQ(Best.NumTried, 2u);
  EXPECT_EQ(Best.Best, (Tuning{.Threads = 2}));
}

std::vector<uint32_t> valuesOf(const std::vector<Quantity> &All,
                               uint32_t Tuning::*Member) {
  for (const Quantity &Each : All)
    if (Each.Member == Member)
      return Each.Values;
  return {};
}

TEST(TuneSearch, LeavesWhatTheProgramSays) {
  const tuning::DeviceKind Host = {"x86_64-pc-linux-gnu", "znver3", 8},
                           Gpu = {"nvptx64-nvidia-cuda", "sm_90", 132};
  recording::Launch Open, Fixed;
  Fixed.NumTeams[0] = 7;
  Fixed.ThreadLimit[0] = 64;
  EXPECT_THAT(valuesOf(quantitiesFor(Open, Host), &Tuning::Threads),
              ElementsAre(4, 2, 1));
  EXPECT_THAT(valuesOf(quantitiesFor(Fixed, Host), &Tuning::Threads),
              ElementsAre());
  EXPECT_THAT(valuesOf(quantitiesFor(Open, Host), &Tuning::Teams),
              ElementsAre());
  EXPECT_THAT(valuesOf(quantitiesFor(Open, Host), &Tuning::Lanes),
              ElementsAre(LanesOff, 4, 8, 16));
  EXPECT_THAT(valuesOf(quantitiesFor(Open, Gpu), &Tuning::Teams),
              ElementsAre(132, 264, 528, 1056, 2112, 4224));
  for (auto Member : {&Tuning::Teams, &Tuning::Threads})
    EXPECT_THAT(valuesOf(quantitiesFor(Fixed, Gpu), Member), ElementsAre());
  EXPECT_THAT(valuesOf(quantitiesFor(Open, Gpu), &Tuning::VectorBits),
              ElementsAre());
}

TEST(TuneSearch, AGainShowsInMostPairs) {
  using Pairs = std::vector<std::pair<double, double>>;
  EXPECT_TRUE(isGain(Pairs(5, {100, 90}), 0.03));
  EXPECT_FALSE(isGain(Pairs(5, {100, 98}), 0.03));
  EXPECT_FALSE(isGain({}, 0.03));
  // The median gains, but two of five pairs lose.
  EXPECT_FALSE(
      isGain({{100, 50}, {100, 50}, {100, 50}, {100, 110}, {100, 101}}, 0.03));
  EXPECT_TRUE(
      isGain({{100, 50}, {100, 50}, {100, 50}, {100, 50}, {100, 101}}, 0.03));
}

} // namespace
