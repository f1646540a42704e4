//===- TimeLineTest.cpp - Tests of merging bars --------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TimeLine.h"

#include <gtest/gtest.h>

using namespace ompjit::report;

namespace {

Bar bar(uint64_t BeginNs, uint64_t Ns, Kind What = Kind::Kernel) {
  Bar Out;
  Out.What = What;
  Out.BeginNs = BeginNs;
  Out.EndNs = BeginNs + Ns;
  Out.Name = "k";
  return Out;
}

TEST(TimeLine, FewBarsStayAsTheyAre) {
  std::vector<Lane> Lanes(1);
  for (uint64_t I = 0; I != 10; ++I)
    Lanes[0].Bars.push_back(bar(I * 100, 50));
  mergeBars(Lanes, 10);
  EXPECT_EQ(Lanes[0].Bars.size(), 10u);
}

TEST(TimeLine, ManyShortBarsAreOne) {
  std::vector<Lane> Lanes(1);
  Lanes[0].Bars.push_back(bar(0, 1000000));
  for (uint64_t I = 0; I != 1000; ++I)
    Lanes[0].Bars.push_back(bar(2000000 + I * 100, 50));
  mergeBars(Lanes, 10);
  ASSERT_EQ(Lanes[0].Bars.size(), 2u);
  EXPECT_EQ(Lanes[0].Bars[0].Count, 1u);
  EXPECT_EQ(Lanes[0].Bars[1].Count, 1000u);
  EXPECT_EQ(Lanes[0].Bars[1].Name, "k");
  EXPECT_EQ(Lanes[0].Bars[1].EndNs, 2000000u + 999 * 100 + 50);
}

TEST(TimeLine, WhatCannotBeJoinedLosesItsShortestBars) {
  std::vector<Lane> Lanes(1);
  for (uint64_t I = 0; I != 100; ++I)
    Lanes[0].Bars.push_back(
        bar(I * 100, 50 + I, I % 2 ? Kind::Kernel : Kind::CopyTo));
  mergeBars(Lanes, 10);
  ASSERT_EQ(Lanes[0].Bars.size(), 10u);
  EXPECT_EQ(Lanes[0].Bars[0].EndNs - Lanes[0].Bars[0].BeginNs, 149u);
}

} // namespace
