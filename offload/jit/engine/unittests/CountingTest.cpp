//===- CountingTest.cpp - Tests of what kernels count ---------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EngineFixture.h"

#include "MockPlugin.h"

#include "ompjit/Cache/DiskStore.h"
#include "ompjit/Cache/Key.h"
#include "ompjit/KernelCounts.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <algorithm>

using namespace ompjit;
using namespace ompjit::jit;
using testing::ElementsAre;

namespace {

constexpr uint64_t Code = 0xc0de;

class CountingTest : public EngineFixture {
protected:
  CountingTest() {
    Chosen.InfoLevel = 1;
    Chosen.Cache = CacheMode::Disk;
    Answers->Failure = [this](const CompileRequest &Request) {
      Requests.push_back(Request);
      return "";
    };
  }

  Kernel *begin(uint64_t Digest = Code) {
    restart();
    return start(
               PackageBuilder().kernel("k", {UINT64_MAX}).code(Digest).build(),
               Device)
        ->findKernel("entry_k");
  }

  /// What an image of the kernel counts.
  static KernelCounts zeros() { return {{{0, 7, {0, 0, 0}}}}; }

  /// Starts a program that counts.
  Kernel *beginCounting() {
    Chosen.Counting = CountMode::Count;
    Answers->Counters = zeros().encode();
    return begin();
  }

  /// Runs the kernel's image for a value.
  void run(Kernel *K, uint64_t Value, std::vector<uint64_t> Counters) {
    ompjit_kernel *Loaded = launchForKernel(K, {Value});
    std::ranges::copy(Counters, Loaded->Image->Counters);
  }

  void end() { Jit->finish(); }

  Result<KernelCounts> kept() {
    cache::DiskStore::Options Wanted;
    Wanted.Folder = Chosen.CacheDir;
    const auto Note = cache::DiskStore(std::move(Wanted)).readNote(key());
    return Note ? KernelCounts::decode(Note->Payload) : Error("there are none");
  }

  void keep(const std::string &Bytes) {
    cache::DiskStore::Options Wanted;
    Wanted.Folder = Chosen.CacheDir;
    cache::DiskStore(std::move(Wanted)).replaceNote(key(), fields(), Bytes);
  }

  /// Launches the kernel in a run that does not count, and returns the counts
  /// by which it is compiled.
  std::string used() {
    Chosen.Counting = CountMode::Use;
    Answers->Counters.clear();
    Requests.clear();
    launch(begin(), {1});
    EXPECT_FALSE(Requests.back().IsCounting);
    return Requests.back().Counts;
  }

  static std::string fields() {
    return cache::countsFields("mock-unknown-linux", Code);
  }
  static cache::Key key() { return cache::keyOf(fields()); }

  std::vector<CompileRequest> Requests;
};

TEST_F(CountingTest, ImagesOfAKernelAreAddedUp) {
  Kernel *K = beginCounting();
  run(K, 1, {10, 0, 2});
  run(K, 2, {1, 5, 0});
  for (const CompileRequest &Each : Requests)
    EXPECT_TRUE(Each.IsCounting);
  end();
  Result<KernelCounts> Kept = kept();
  ASSERT_TRUE(Kept) << Kept.error().message();
  EXPECT_THAT(Kept->Functions[0].Counters, ElementsAre(11, 5, 2));
  EXPECT_TRUE(someLineHas("compiled k for device 0"));
  EXPECT_TRUE(someLineHas("; it counts"));
  EXPECT_TRUE(someLineHas("what k counted is kept for later runs"));
}

TEST_F(CountingTest, NothingIsCountedTwice) {
  run(beginCounting(), 1, {10, 0, 2});
  end();
  end();
  EXPECT_EQ(kept()->Functions[0].Counters[0], 10u);
}

TEST_F(CountingTest, AnotherRunAddsToIt) {
  run(beginCounting(), 1, {10, 0, 2});
  end();
  run(beginCounting(), 1, {5, 1, 1});
  end();
  EXPECT_THAT(kept()->Functions[0].Counters, ElementsAre(15, 1, 3));
}

TEST_F(CountingTest, CountsOfAnotherCompilerAreReplaced) {
  keep(KernelCounts{{{0, 8, {1}}}}.encode());
  run(beginCounting(), 1, {10, 0, 2});
  end();
  EXPECT_THAT(kept()->Functions[0].Counters, ElementsAre(10, 0, 2));
  keep("nonsense");
  run(beginCounting(), 1, {5, 0, 2});
  end();
  EXPECT_THAT(kept()->Functions[0].Counters, ElementsAre(5, 0, 2));
}

TEST_F(CountingTest, ImagesThatDidNotRunLeaveNothing) {
  run(beginCounting(), 1, {0, 0, 0});
  end();
  EXPECT_FALSE(kept());
}

TEST_F(CountingTest, LaterRunsCompileAccordingly) {
  EXPECT_EQ(used(), "");
  const std::string Usual = launch(begin(), {1});
  const std::string Counts = KernelCounts{{{0, 7, {11, 5, 2}}}}.encode();
  keep(Counts);
  // The image that was made without counts is another one.
  EXPECT_EQ(used(), Counts);
  EXPECT_TRUE(someLineHas("; by what earlier runs counted"));
  // It is found again.
  Requests.clear();
  EXPECT_EQ(launch(begin(), {1}), Usual);
  EXPECT_TRUE(Requests.empty());
}

TEST_F(CountingTest, OtherKernelsHaveNone) {
  keep(KernelCounts{{{0, 7, {11, 5, 2}}}}.encode());
  launch(begin(Code + 1), {1});
  EXPECT_EQ(Requests.back().Counts, "");
}

TEST_F(CountingTest, TheUserCanTurnThemOff) {
  keep(KernelCounts{{{0, 7, {11, 5, 2}}}}.encode());
  Chosen.Counting = CountMode::Off;
  launch(begin(), {1});
  EXPECT_EQ(Requests.back().Counts, "");
}

TEST_F(CountingTest, WhatCannotBeReadIsNamed) {
  keep("nonsense");
  EXPECT_EQ(used(), "");
  EXPECT_TRUE(someLineHas("what earlier runs counted in k is not used: damaged "
                          "counts: they do not start as such"));
}

TEST_F(CountingTest, WhatIsOfOtherCodeIsTold) {
  keep(KernelCounts{{{0, 8, {1}}}}.encode());
  Answers->HasUnfitCounts = true;
  used();
  EXPECT_TRUE(someLineHas(
      "; what earlier runs counted is of other code, and not used"));
}

TEST_F(CountingTest, WithoutAFolderCountsAreLost) {
  Chosen.Cache = CacheMode::Memory;
  run(beginCounting(), 1, {10, 0, 2});
  end();
  EXPECT_TRUE(someLineHas("warning: OMP_JIT_COUNT: what kernels counted is "
                          "lost"));
}

TEST_F(CountingTest, KernelsOfUnknownCodeDoNotCount) {
  Chosen.Counting = CountMode::Count;
  launch(begin(/*Digest=*/0), {1});
  EXPECT_FALSE(Requests.back().IsCounting);
}

} // namespace
