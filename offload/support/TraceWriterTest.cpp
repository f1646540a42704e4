//===- TraceWriterTest.cpp - Tests of the thread that writes a trace ------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TraceWriter.h"

#include <gtest/gtest.h>

#include <thread>
#include <unistd.h>
#include <vector>

using namespace ompjit;

namespace {

TEST(TraceWriterTest, WhatIsDoneBeforeItIsAskedForIsSeen) {
  for (int Round = 0; Round != 50; ++Round) {
    std::atomic<int> NumDone = 0, NumSeen = 0;
    TraceWriter Writer(
        [&] { NumSeen = NumDone.load(std::memory_order_relaxed); });
    std::vector<std::thread> Askers;
    for (int I = 0; I != 3; ++I)
      Askers.emplace_back([&] {
        for (int J = 0; J != 100; ++J) {
          NumDone.fetch_add(1, std::memory_order_relaxed);
          while (!Writer.ask())
            std::this_thread::yield();
        }
      });
    for (std::thread &Each : Askers)
      Each.join();
    Writer.end();
    EXPECT_EQ(NumSeen, 300);
  }
}

TEST(TraceWriterTest, ItSleepsUntilItIsAsked) {
  std::atomic<int> NumRuns = 0;
  TraceWriter Writer([&] { ++NumRuns; });
  for (int I = 1; I != 20; ++I) {
    EXPECT_TRUE(Writer.ask());
    while (NumRuns < I)
      std::this_thread::yield();
    EXPECT_EQ(NumRuns, I);
  }
}

TEST(TraceWriterTest, NoThreadBeforeItIsAskedNorAfterItsEnd) {
  std::thread::id Main = std::this_thread::get_id(), Other = Main;
  {
    TraceWriter Unused([&] { Other = std::this_thread::get_id(); });
    Unused.end();
    EXPECT_FALSE(Unused.ask());
  }
  EXPECT_EQ(Other, Main);
  TraceWriter Used([&] { Other = std::this_thread::get_id(); });
  EXPECT_TRUE(Used.ask());
  Used.end();
  EXPECT_NE(Other, Main);
  EXPECT_FALSE(Used.ask());
}

} // namespace
