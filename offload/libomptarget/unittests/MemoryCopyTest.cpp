//===- MemoryCopyTest.cpp - Tests of copies between host and devices ------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "data/MemoryCopy.h"

#include "FakePlugin.h"

#include <gtest/gtest.h>

#include <numeric>
#include <vector>

using namespace ompjit;
using ompjit::test::FakePlugin;

namespace {

class MemoryCopyTest : public testing::Test {
protected:
  FakePlugin First, Second;
  PluginDevice FirstDevice = First.device();
  PluginDevice SecondDevice = Second.device();
  Place Host, One{&FirstDevice}, Two{&SecondDevice};
};

TEST_F(MemoryCopyTest, BetweenTwoDevicesLargerThanTheBuffer) {
  std::vector<int> Source(3 << 20), Back(Source.size());
  std::iota(Source.begin(), Source.end(), 7);
  const uint64_t Size = Source.size() * sizeof(int);
  void *A = *FirstDevice.allocate(Size, OMPJIT_MEMORY_DEVICE);
  void *B = *SecondDevice.allocate(Size, OMPJIT_MEMORY_DEVICE);
  ASSERT_TRUE(copyBetween(One, A, Host, Source.data(), Size));
  ASSERT_TRUE(copyBetween(Two, B, One, A, Size));
  ASSERT_TRUE(copyBetween(Host, Back.data(), Two, B, Size));
  EXPECT_EQ(Source, Back);
}

/// Copies a value from one device to another of the same plugin.
void expectCopied(FakePlugin &Plugin) {
  const PluginDevice From = Plugin.device(), To = Plugin.other();
  const int Value = 17;
  int Back = 0;
  void *A = *From.allocate(sizeof(Value), OMPJIT_MEMORY_DEVICE);
  void *B = *To.allocate(sizeof(Value), OMPJIT_MEMORY_DEVICE);
  ASSERT_TRUE(copyBetween({&From}, A, {}, &Value, sizeof(Value)));
  ASSERT_TRUE(copyBetween({&To}, B, {&From}, A, sizeof(Value)));
  ASSERT_TRUE(copyBetween({}, &Back, {&To}, B, sizeof(Value)));
  EXPECT_EQ(Back, 17);
}

TEST_F(MemoryCopyTest, TakesThePluginsWayBetweenItsDevices) {
  First.connect();
  expectCopied(First);
  EXPECT_EQ(First.Other.CopiesBeside, 1);
  EXPECT_EQ(First.State.CopiesFrom, 0);
}

TEST_F(MemoryCopyTest, GoesThroughTheHostWhereThatFails) {
  First.connect();
  First.Other.FailCopiesBeside = true;
  expectCopied(First);
  EXPECT_EQ(First.State.CopiesFrom, 1);
}

TEST_F(MemoryCopyTest, GoesThroughTheHostBetweenPlugins) {
  First.connect();
  Second.connect();
  const int Value = 18;
  int Back = 0;
  void *A = *FirstDevice.allocate(sizeof(Value), OMPJIT_MEMORY_DEVICE);
  void *B = *SecondDevice.allocate(sizeof(Value), OMPJIT_MEMORY_DEVICE);
  ASSERT_TRUE(copyBetween(One, A, Host, &Value, sizeof(Value)));
  ASSERT_TRUE(copyBetween(Two, B, One, A, sizeof(Value)));
  ASSERT_TRUE(copyBetween(Host, &Back, Two, B, sizeof(Value)));
  EXPECT_EQ(Back, 18);
  EXPECT_EQ(Second.State.CopiesBeside, 0);
}

TEST_F(MemoryCopyTest, CutsABoxOutOfThreeDimensions) {
  int Source[3][4][5], Target[2][6][7] = {};
  std::iota(&Source[0][0][0], &Source[0][0][0] + 60, 0);
  const size_t Volume[] = {2, 2, 3}, To[] = {0, 3, 4}, From[] = {1, 2, 1},
               TargetSize[] = {2, 6, 7}, SourceSize[] = {3, 4, 5};
  ASSERT_TRUE(
      copyBox(Host, Target, Host, Source,
              {sizeof(int), 3, Volume, To, From, TargetSize, SourceSize}));
  for (size_t I = 0; I < 2; ++I)
    for (size_t J = 0; J < 6; ++J)
      for (size_t K = 0; K < 7; ++K) {
        bool IsInside = J >= 3 && J < 5 && K >= 4;
        EXPECT_EQ(Target[I][J][K],
                  IsInside ? Source[I + 1][J - 3 + 2][K - 4 + 1] : 0);
      }
}

TEST_F(MemoryCopyTest, ReportsWhatTheDeviceSays) {
  int Value = 0;
  First.State.FailCopies = true;
  Status S = copyBetween(One, &Value, Host, &Value, sizeof(Value));
  ASSERT_FALSE(S);
  EXPECT_EQ(S.error().message(), "the fake's cable is cut");
}

} // namespace
