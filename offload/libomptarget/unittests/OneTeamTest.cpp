//===- OneTeamTest.cpp - Threads of a region with one team ----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "device/OneTeam.h"

#include <climits>
#include <cstring>
#include <gtest/gtest.h>

using namespace ompjit;

namespace {

TeamSettings ofMachine(int Processors) {
  return {/*Level=*/0,
          /*MaxActiveLevels=*/1,
          /*NumTeams=*/0,
          /*TeamsThreadLimit=*/0,
          /*ThreadLimit=*/INT_MAX,
          Processors};
}

constexpr UsualThreads All8 = {8, false}, Only3 = {3, true};

TEST(OneTeam, HasTheUsualThreads) {
  const TeamSettings Now = ofMachine(8);
  EXPECT_EQ(threadsOfOneTeam(Now, All8, 0, 0), 8);
  EXPECT_EQ(threadsOfOneTeam(Now, All8, 1, 0), 8);
  EXPECT_EQ(threadsOfOneTeam(Now, Only3, 0, 0), 3);
}

TEST(OneTeam, IsNotOneOfSeveral) {
  TeamSettings Now = ofMachine(8);
  EXPECT_EQ(threadsOfOneTeam(Now, All8, 2, 0), 0);
  EXPECT_EQ(threadsOfOneTeam(Now, All8, -1, 0), 0);
  Now.NumTeams = 2;
  EXPECT_EQ(threadsOfOneTeam(Now, All8, 0, 0), 0);
  EXPECT_EQ(threadsOfOneTeam(Now, All8, 1, 0), 8);
  Now.NumTeams = 1;
  EXPECT_EQ(threadsOfOneTeam(Now, All8, 0, 0), 8);
}

TEST(OneTeam, KeepsToLimits) {
  TeamSettings Now = ofMachine(8);
  EXPECT_EQ(threadsOfOneTeam(Now, All8, 0, 2), 2);
  EXPECT_EQ(threadsOfOneTeam(Now, Only3, 0, 5), 3);
  EXPECT_EQ(threadsOfOneTeam(Now, All8, 0, -1), 0);
  Now.TeamsThreadLimit = 4;
  EXPECT_EQ(threadsOfOneTeam(Now, All8, 0, 0), 4);
  EXPECT_EQ(threadsOfOneTeam(Now, All8, 0, 5), 5);
  Now.ThreadLimit = 2;
  EXPECT_EQ(threadsOfOneTeam(Now, All8, 0, 0), 2);
}

TEST(OneTeam, DoesNotGuess) {
  TeamSettings Now = ofMachine(8);
  // The team that was counted had no more because of its limit.
  Now.TeamsThreadLimit = 2;
  const UsualThreads Two = usualThreads(Now, 2);
  Now.TeamsThreadLimit = 0;
  EXPECT_EQ(threadsOfOneTeam(Now, Two, 0, 0), 0);
  EXPECT_EQ(threadsOfOneTeam(Now, Two, 0, 2), 2);
  // This one could have had more.
  EXPECT_EQ(threadsOfOneTeam(Now, usualThreads(Now, 2), 0, 0), 2);
  EXPECT_EQ(threadsOfOneTeam(Now, {-1, false}, 0, 0), 0);
  // libomp warns.
  EXPECT_EQ(threadsOfOneTeam(Now, {12, true}, 0, 10), 0);
}

TEST(OneTeam, ParallelIsDifferentWhereOnlyLeaguesAreActive) {
  TeamSettings Now = ofMachine(8);
  Now.MaxActiveLevels = 0;
  EXPECT_EQ(threadsOfOneTeam(Now, All8, 0, 0), 0);
  Now = ofMachine(8);
  Now.Level = 1;
  EXPECT_EQ(threadsOfOneTeam(Now, All8, 0, 0), 0);
}

TEST(OneTeam, SomeVariablesAreForLeagues) {
  EXPECT_TRUE(
      teamsAreUsual([](const char *) -> const char * { return nullptr; }));
  EXPECT_TRUE(teamsAreUsual([](const char *Name) {
    return std::strcmp(Name, "OMP_PROC_BIND") ? nullptr : "close";
  }));
  EXPECT_FALSE(teamsAreUsual([](const char *Name) {
    return std::strcmp(Name, "OMP_PROC_BIND") ? nullptr : "spread,close";
  }));
  EXPECT_FALSE(teamsAreUsual([](const char *Name) {
    return std::strcmp(Name, "KMP_TEAMS_THREAD_LIMIT") ? nullptr : "1";
  }));
}

TEST(OneTeam, SomeVariablesAreForLoops) {
  EXPECT_TRUE(
      loopsAreUsual([](const char *) -> const char * { return nullptr; }));
  EXPECT_TRUE(loopsAreUsual([](const char *Name) {
    return std::strcmp(Name, "OMP_SCHEDULE") ? nullptr : "static";
  }));
  EXPECT_FALSE(loopsAreUsual([](const char *Name) {
    return std::strcmp(Name, "KMP_SCHEDULE") ? nullptr : "static,greedy";
  }));
}

} // namespace
