//===- ThinModulesTest.cpp ------------------------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ThinModules.h"

#include "gtest/gtest.h"

#include <set>

using namespace llvm;
using namespace ompjit::devicelink;

namespace {

using Files = std::vector<std::string>;
using Group = std::vector<std::string>;

constexpr size_t Large = 100000;

/// Returns files of about 100 instructions; a file whose name begins with
/// "large" is large.
std::vector<Piece> rowOf(const Files &Names) {
  std::vector<Piece> Row;
  for (const std::string &Name : Names) {
    uint64_t Rank = rankOfName(Name);
    Row.push_back({Rank, StringRef(Name).starts_with("large")
                             ? Large
                             : 1 + size_t(Rank % 199)});
  }
  return Row;
}

Files files(unsigned Count) {
  Files Names;
  for (unsigned I = 0; I != Count; ++I)
    Names.push_back("file" + std::to_string(I));
  return Names;
}

std::set<Group> groupsOf(const Files &Names) {
  std::set<Group> Groups;
  for (ArrayRef<unsigned> Positions : groupSmallModules(rowOf(Names))) {
    Group Members;
    for (unsigned Position : Positions)
      Members.push_back(Names[Position]);
    Groups.insert(Members);
  }
  return Groups;
}

size_t numCommon(const std::set<Group> &A, const std::set<Group> &B) {
  size_t Count = 0;
  for (const Group &G : A)
    Count += B.count(G);
  return Count;
}

TEST(ThinModules, FewModulesStayAlone) {
  EXPECT_TRUE(groupsOf(files(31)).empty());
  EXPECT_FALSE(groupsOf(files(32)).empty());
}

TEST(ThinModules, EachSmallModuleIsInOneGroup) {
  std::multiset<std::string> Grouped;
  std::set<Group> Groups = groupsOf(files(500));
  for (const Group &G : Groups) {
    EXPECT_GT(G.size(), 1u);
    Grouped.insert(G.begin(), G.end());
  }
  Files All = files(500);
  EXPECT_EQ(Grouped, std::multiset<std::string>(All.begin(), All.end()));
  EXPECT_GT(Groups.size(), 10u);
}

TEST(ThinModules, LargeModulesStayAloneAndSeparateNothing) {
  Files Mixed;
  for (const std::string &Name : files(500)) {
    Mixed.push_back(Name);
    Mixed.push_back("large" + Name);
  }
  EXPECT_EQ(groupsOf(Mixed), groupsOf(files(500)));
}

TEST(ThinModules, OneFileMoreChangesFewGroups) {
  Files Names = files(500);
  std::set<Group> Before = groupsOf(Names);
  Names.insert(Names.begin(), "first");
  Names.insert(Names.begin() + 250, "middle");
  EXPECT_GE(numCommon(Before, groupsOf(Names)) + 4, Before.size());
}

} // namespace
