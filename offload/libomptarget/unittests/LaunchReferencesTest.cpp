//===- LaunchReferencesTest.cpp - Tests of what running launches refer to -===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "data/LaunchReferences.h"

#include "FakePlugin.h"
#include "ImmediateData.h"
#include "Items.h"

#include <gtest/gtest.h>

#include <array>
#include <thread>
#include <vector>

using namespace ompjit;
using namespace ompjit::test;

namespace {

constexpr int NumElements = 8;
using Buffer = std::array<int, NumElements>;

Items listOf(Buffer &Data) {
  Items List;
  return List.add(Data.data(), sizeof(Data), MapTo | MapFrom);
}

/// A launch whose kernel runs from the constructor to the call of end().
class RunningKernel {
public:
  RunningKernel(DataEnvironment &Data, Buffer &Host)
      : Data(Data), List(listOf(Host)), Work(Data.device(), nullptr) {
    DeviceAddress Place;
    Failed |= !Data.beginLaunch(List, &Place, Work, Noted);
    Elements = static_cast<int *>(Place.pointer());
  }
  void end() { Failed |= !endLaunch(Data, List, Work, Noted); }

  int *Elements;
  bool Failed = false;
  LaunchReferences::Row *Noted;

private:
  DataEnvironment &Data;
  Items List;
  Operation Work;
};

class LaunchReferencesTest : public testing::Test {
protected:
  uint64_t references() {
    uint64_t Count = 0;
    Data.forEach([&](const Mapping &Each) { Count = Each.References; });
    return Count;
  }

  FakePlugin Fake;
  ImmediateData Data{Fake.device(), {}};
  Buffer Host = {};
};

TEST_F(LaunchReferencesTest, AreNotedWhereAllIsPresent) {
  RunningKernel Maps(Data, Host);
  EXPECT_FALSE(Maps.Noted);
  RunningKernel Finds(Data, Host);
  EXPECT_TRUE(Finds.Noted);
  // The thread's row is already in use.
  RunningKernel Nested(Data, Host);
  EXPECT_FALSE(Nested.Noted);
  EXPECT_EQ(references(), 3u);
  Nested.end();
  Finds.end();
  EXPECT_EQ(references(), 1u);
  Maps.end();
  EXPECT_EQ(Fake.liveAllocations(), 0u);
}

TEST_F(LaunchReferencesTest, AreCountedWhenTheEndDoesMore) {
  ASSERT_TRUE(Data.begin(listOf(Host), nullptr));
  for (int64_t Bits : {int64_t(MapAlways | MapFrom), int64_t(MapOmpxHold)}) {
    Items List;
    List.add(Host.data(), sizeof(Host), Bits);
    Operation Work(Data.device(), nullptr);
    LaunchReferences::Row *Noted;
    ASSERT_TRUE(Data.beginLaunch(List, nullptr, Work, Noted));
    EXPECT_FALSE(Noted);
    ASSERT_TRUE(endLaunch(Data, List, Work, Noted));
  }
  ASSERT_TRUE(Data.end(listOf(Host)));
}

TEST_F(LaunchReferencesTest, KeepDataThatOthersRemove) {
  ASSERT_TRUE(Data.begin(listOf(Host), nullptr));
  RunningKernel Kernel(Data, Host);
  ASSERT_TRUE(Kernel.Noted);
  ASSERT_TRUE(Data.end(listOf(Host)));
  ASSERT_EQ(Fake.liveAllocations(), 1u);
  EXPECT_EQ(Host[1], 0);
  Kernel.Elements[1] = 7;
  // The kernel holds the last reference now.
  Kernel.end();
  EXPECT_FALSE(Kernel.Failed);
  EXPECT_EQ(Host[1], 7);
  EXPECT_EQ(Fake.liveAllocations(), 0u);
}

/// Another mapping may get the place of a mapping that is deleted.
TEST_F(LaunchReferencesTest, AreNotTakenFromAnotherMapping) {
  Buffer Other = {};
  ASSERT_TRUE(Data.begin(listOf(Host), nullptr));
  RunningKernel Kernel(Data, Host);
  Items Deleted;
  Deleted.add(Host.data(), sizeof(Host), MapDelete);
  ASSERT_TRUE(Data.end(Deleted));
  ASSERT_TRUE(Data.begin(listOf(Other), nullptr));
  Kernel.end();
  EXPECT_EQ(references(), 1u);
  ASSERT_TRUE(Data.end(listOf(Other)));
}

/// Every thread counts its kernels in an element of its own, in data that comes
/// and goes all the time. If a kernel ran without its data, or if the data left
/// too early, a count would be wrong, or a sanitizer would report it.
TEST_F(LaunchReferencesTest, HoldDataWhileThreadsMapAndUnmapIt) {
  constexpr int Rounds = 2000;
  std::array<std::atomic<int>, NumElements> Failures = {};
  std::vector<std::thread> Threads;
  for (size_t T = 0; T < NumElements; ++T)
    Threads.emplace_back([&, T] {
      for (int I = 0; I < Rounds; ++I) {
        if (T % 4 == 3) {
          Failures[T] += !Data.begin(listOf(Host), nullptr);
          Failures[T] += !Data.end(listOf(Host));
          continue;
        }
        RunningKernel Kernel(Data, Host);
        ++Kernel.Elements[T];
        Kernel.end();
        Failures[T] += Kernel.Failed;
      }
    });
  for (std::thread &Each : Threads)
    Each.join();
  for (size_t T = 0; T < NumElements; ++T) {
    EXPECT_EQ(Host[T], T % 4 == 3 ? 0 : Rounds);
    EXPECT_EQ(Failures[T], 0);
  }
  EXPECT_EQ(Fake.liveAllocations(), 0u);
}

} // namespace
