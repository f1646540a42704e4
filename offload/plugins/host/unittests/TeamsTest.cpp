//===- TeamsTest.cpp - Tests of the limit on teams ------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Teams.h"

#include <gtest/gtest.h>

#include <map>
#include <string>

using namespace ompjit::host;

namespace {

std::map<std::string, const char *> Variables;

uint32_t with(std::map<std::string, const char *> Set) {
  Variables = std::move(Set);
  return maxTeams(8, [](const char *Name) -> const char * {
    auto Place = Variables.find(Name);
    return Place == Variables.end() ? nullptr : Place->second;
  });
}

TEST(Teams, AreAsManyAsTheProcessors) { EXPECT_EQ(with({}), 8u); }

TEST(Teams, FollowTheirVariableUpAndDown) {
  EXPECT_EQ(with({{"KMP_TEAMS_THREAD_LIMIT", "64"}}), 64u);
  EXPECT_EQ(with({{"KMP_TEAMS_THREAD_LIMIT", " 3 "}}), 3u);
  EXPECT_EQ(with({{"KMP_TEAMS_THREAD_LIMIT", "0"}}), 1u);
  EXPECT_EQ(with({{"KMP_TEAMS_THREAD_LIMIT", "-5"}}), 1u);
  EXPECT_EQ(with({{"KMP_TEAMS_THREAD_LIMIT", "abc"}}), 8u);
  EXPECT_EQ(with({{"KMP_TEAMS_THREAD_LIMIT", ""}}), 8u);
  EXPECT_EQ(with({{"KMP_TEAMS_THREAD_LIMIT", "99999999999999999999"}}), ~0u);
}

TEST(Teams, AreLimitedByTheThreads) {
  for (const char *Name :
       {"KMP_DEVICE_THREAD_LIMIT", "KMP_ALL_THREADS", "OMP_THREAD_LIMIT"}) {
    EXPECT_EQ(with({{"KMP_TEAMS_THREAD_LIMIT", "64"}, {Name, "4"}}), 4u);
    EXPECT_EQ(with({{Name, "64"}}), 8u);
  }
}

} // namespace
