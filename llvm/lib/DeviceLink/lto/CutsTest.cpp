//===- CutsTest.cpp -------------------------------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cuts.h"

#include "gtest/gtest.h"

#include <set>
#include <string>

using namespace llvm;
using namespace ompjit::devicelink;

namespace {

using Names = std::vector<std::string>;

/// Returns the size of a function: 100 instructions on average.
size_t costOf(StringRef Name) { return 1 + rankOfName(Name) % 199; }

std::vector<Piece> rowOf(const Names &Functions) {
  std::vector<Piece> Row;
  for (const std::string &Name : Functions)
    Row.push_back({rankOfName(Name), costOf(Name)});
  return Row;
}

Names functions(unsigned Count) {
  Names All;
  for (unsigned I = 0; I != Count; ++I)
    All.push_back("function" + std::to_string(I));
  return All;
}

/// Returns the functions that the parts begin with.
std::set<std::string> beginnings(const Names &Functions, size_t MinCost,
                                 unsigned MaxParts) {
  std::set<std::string> Found;
  for (unsigned Cut : cutsOf(rowOf(Functions), MinCost, MaxParts))
    Found.insert(Functions[Cut]);
  return Found;
}

size_t differences(const std::set<std::string> &A,
                   const std::set<std::string> &B) {
  size_t Count = 0;
  for (const std::string &Name : A)
    Count += !B.count(Name);
  for (const std::string &Name : B)
    Count += !A.count(Name);
  return Count;
}

TEST(Cuts, NoPartIsSmallerThanTheLeast) {
  std::vector<Piece> Row = rowOf(functions(1000));
  size_t Total = 0, Cost = 0, Smallest = ~size_t(0), Largest = 0;
  SmallVector<unsigned> Cuts = cutsOf(Row, 2000, 100);
  Cuts.push_back(unsigned(Row.size()));
  unsigned Next = 0;
  for (unsigned I = 0; I <= Row.size(); ++I) {
    if (I == Cuts[Next]) {
      Smallest = std::min(Smallest, Cost);
      Largest = std::max(Largest, Cost);
      Cost = 0;
      ++Next;
    }
    if (I != Row.size()) {
      Cost += Row[I].Cost;
      Total += Row[I].Cost;
    }
  }
  EXPECT_GE(Smallest, 2000u);
  EXPECT_LE(Largest, 12000u);
  EXPECT_GE(Cuts.size(), Total / 6000);
}

TEST(Cuts, NoMorePartsThanAsked) {
  EXPECT_EQ(cutsOf(rowOf(functions(1000)), 1, 7).size(), 6u);
  EXPECT_EQ(cutsOf(rowOf(functions(3)), 1, 7).size(), 2u);
  EXPECT_TRUE(cutsOf(rowOf(functions(1000)), 1, 1).empty());
  EXPECT_TRUE(cutsOf({}, 1, 8).empty());
}

TEST(Cuts, OfEqualRanksTheFirstOutranks) {
  std::vector<Piece> Row(100, Piece{42, 10});
  EXPECT_TRUE(cutsOf(Row, 11, 8).empty());
  Row[50].Rank = 43;
  EXPECT_EQ(cutsOf(Row, 11, 8), SmallVector<unsigned>({50}));
}

TEST(Cuts, AChangeMovesOnlyBoundariesNearIt) {
  Names Before = functions(1000);
  for (unsigned Place : {0u, 1u, 333u, 998u}) {
    Names After = Before;
    for (unsigned I = 0; I != 3; ++I)
      After.insert(After.begin() + Place, "inserted" + std::to_string(I));
    After.erase(After.begin() + Place + 5, After.end() - (1000 - Place - 2));
    EXPECT_LE(differences(beginnings(Before, 2000, 100),
                          beginnings(After, 2000, 100)),
              2u)
        << Place;
    EXPECT_LE(differences(beginnings(Before, 1, 32), beginnings(After, 1, 32)),
              4u)
        << Place;
  }
}

TEST(Cuts, RanksLastWhenAFileIsSavedOrItsLinesMove) {
  EXPECT_EQ(rankOfName("__omp_offloading_fd00_12ab_work_l10"),
            rankOfName("__omp_offloading_fd00_98_work_l4711"));
  EXPECT_NE(rankOfName("__omp_offloading_fd00_12ab_work_l10"),
            rankOfName("__omp_offloading_fd00_12ab_play_l10"));
}

} // namespace
