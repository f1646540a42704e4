//===- ImageStateTest.cpp - Tests of the life of images -------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "variants/ImageState.h"

#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <set>
#include <string>
#include <vector>

using namespace ompjit;
using namespace ompjit::jit;

namespace {

using enum ImageState;

constexpr ImageState AllStates[] = {Absent,  Queued, Compiling, Ready,
                                    Retired, Loaded, Demoted,   Failed};
static_assert(std::size(AllStates) == NumImageStates);

const std::map<ImageState, std::set<ImageState>> Legal = {
    {Absent, {Queued, Ready, Loaded, Demoted, Failed}},
    {Queued, {Absent, Compiling, Loaded, Demoted, Failed}},
    {Compiling, {Absent, Ready, Loaded, Demoted, Failed}},
    {Ready, {Loaded, Demoted, Failed}},
    {Retired, {Queued, Loaded, Demoted, Failed}},
    {Loaded, {Retired, Demoted}},
    {Demoted, {Loaded, Failed}},
    {Failed, {Loaded}},
};

/// The changes that lead to each state.
const std::map<ImageState, std::vector<ImageState>> Ways = {
    {Absent, {}},
    {Queued, {Queued}},
    {Compiling, {Queued, Compiling}},
    {Ready, {Ready}},
    {Retired, {Loaded, Retired}},
    {Loaded, {Loaded}},
    {Demoted, {Demoted}},
    {Failed, {Failed}},
};

/// Returns the names in backquotes in a line.
std::vector<std::string> namesIn(const std::string &Line) {
  std::vector<std::string> Names;
  for (size_t At = 0; (At = Line.find('`', At)) != Line.npos;) {
    const size_t End = Line.find('`', At + 1);
    Names.push_back(Line.substr(At + 1, End - At - 1));
    At = End + 1;
  }
  return Names;
}

TEST(ImageStateTest, MakesEachLegalChangeAndNoOther) {
  for (ImageState Before : AllStates)
    for (ImageState Next : AllStates) {
      ImageProgress Image;
      for (ImageState Each : Ways.at(Before))
        ASSERT_TRUE(Image.change(Each));
      ASSERT_EQ(Image.state(), Before);
      const bool IsLegal = Legal.at(Before).count(Next);
      EXPECT_EQ(mayFollow(Next, Before), IsLegal)
          << stateName(Next) << " behind " << stateName(Before);
      EXPECT_EQ(Image.change(Next), IsLegal)
          << stateName(Next) << " behind " << stateName(Before);
      EXPECT_EQ(Image.state(), IsLegal ? Next : Before);
    }
}

TEST(ImageStateTest, TheDocumentListsTheLegalChanges) {
  std::ifstream Document(OMPJIT_SOURCE_DIR "/docs/tiers.md");
  std::map<std::string, std::set<std::string>> Listed, Wanted;
  for (std::string Line; std::getline(Document, Line);)
    for (ImageState Each : AllStates)
      if (Line.starts_with("| `" + std::string(stateName(Each)) + "` |")) {
        const std::vector<std::string> Names = namesIn(Line);
        Listed[Names[0]] = {Names.begin() + 1, Names.end()};
      }
  for (const auto &[Before, Followers] : Legal)
    for (ImageState Each : Followers)
      Wanted[stateName(Before)].insert(stateName(Each));
  EXPECT_EQ(Listed, Wanted);
}

TEST(ImageStateTest, WhatIsSettledIsNotLookedForAgain) {
  for (ImageState Each : AllStates)
    EXPECT_EQ(isSettled(Each),
              Each == Loaded || Each == Demoted || Each == Failed);
}

TEST(ImageStateTest, CountsLaunchesThatDidWithout) {
  ImageProgress Image;
  EXPECT_EQ(Image.countLaunch(), 1u);
  EXPECT_EQ(Image.countLaunch(), 2u);
  EXPECT_EQ(Image.launches(), 2u);
  EXPECT_FALSE(Image.hasNews());
  Image.setNews(true);
  EXPECT_TRUE(Image.hasNews());
}

} // namespace
