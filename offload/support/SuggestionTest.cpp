//===- SuggestionTest.cpp - Tests of what misspelt words are meant to be --===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Support/Suggestion.h"

#include <gtest/gtest.h>

using namespace ompjit;

namespace {

constexpr std::string_view Names[] = {"CACHE",      "CACHE_DIR", "CACHE_SIZE",
                                      "SPECIALIZE", "STATS",     "THREADS"};

std::string nearest(std::string_view Word) {
  return std::string(nearestWord(Word, Names));
}

TEST(Suggestion, FindsWhatDiffersLeast) {
  EXPECT_EQ(nearest("THREAD"), "THREADS");        // One is left out,
  EXPECT_EQ(nearest("TTHREADS"), "THREADS");      // added,
  EXPECT_EQ(nearest("SPECIALISE"), "SPECIALIZE"); // replaced,
  EXPECT_EQ(nearest("THRAEDS"), "THREADS");       // two are exchanged.
  EXPECT_EQ(nearest("CAHCE"), "CACHE");
  EXPECT_EQ(nearest("CACHE_DIRS"), "CACHE_DIR");
}

TEST(Suggestion, CaseDoesNotMatter) {
  EXPECT_EQ(nearest("threads"), "THREADS");
  EXPECT_EQ(nearest("Cache_Sise"), "CACHE_SIZE");
}

TEST(Suggestion, AnAbbreviationIsLikeTheWord) {
  EXPECT_EQ(nearest("SPEC"), "SPECIALIZE");
  EXPECT_EQ(nearest("CACHE_DIRECTORY"), "CACHE_DIR");
  EXPECT_EQ(nearest("SPE"), "");
}

TEST(Suggestion, PartsMayBeInAnyOrder) {
  constexpr std::string_view Names[] = {"CACHE_REMOTE_WAIT", "CACHE_REMOTE"};
  for (const char *Typed : {"REMOTE_CACHE", "remote-cache", "REMOTE"})
    EXPECT_EQ(nearestWord(Typed, Names), "CACHE_REMOTE") << Typed;
  EXPECT_EQ(nearestWord("REMOTE_CACHES_ARE_FAST", Names), "");
  EXPECT_EQ(nearestWord("____", Names), "");
}

TEST(Suggestion, OtherWordsAreLikeNone) {
  EXPECT_EQ(nearest(""), "");
  EXPECT_EQ(nearest("SPEED"), "");
  EXPECT_EQ(nearest("VERBOSE"), "");
  EXPECT_EQ(nearest(std::string(1000, 'C')), "");
  EXPECT_EQ(nearestWord("CACHE", {}), "");
}

TEST(Suggestion, AWordThatExistsNeedsNone) { EXPECT_EQ(nearest("CACHE"), ""); }

TEST(Suggestion, ThePrefixOfAllIsNoLikeness) {
  constexpr std::string_view Variables[] = {"OMP_JIT", "OMP_JIT_INFO",
                                            "OMP_JIT_STATS"};
  EXPECT_EQ(suggestion("OMP_JIT_STAT", Variables, "OMP_JIT_"),
            " (did you mean OMP_JIT_STATS?)");
  EXPECT_EQ(suggestion("OMP_JIT_FAST", Variables, "OMP_JIT_"), "");
  EXPECT_EQ(suggestion("OMP_JITINFO", Variables, "OMP_JIT_"), "");
}

} // namespace
