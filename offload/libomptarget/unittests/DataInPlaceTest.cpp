//===- DataInPlaceTest.cpp - Tests of data that needs no copy -------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FakePlugin.h"
#include "ImmediateData.h"
#include "Items.h"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <chrono>
#include <random>
#include <thread>
#include <vector>

using namespace ompjit;
using namespace ompjit::test;

namespace {

constexpr int64_t Both = MapTo | MapFrom;

/// A launch whose kernel runs from the constructor to the call of end().
class RunningKernel {
public:
  RunningKernel(DataEnvironment &Data, Items List, InPlaceTerms Terms = {true},
                LaunchContents *Contents = nullptr)
      : Data(Data), List(std::move(List)), Work(Data.device(), nullptr),
        Places(this->List.Components.size()) {
    Status S = Data.beginLaunch(this->List, Places.data(), Work, Noted,
                                Contents, Terms);
    EXPECT_TRUE(S) << S.error().message();
  }
  void end() {
    Status S = endLaunch(Data, List, Work, Noted);
    EXPECT_TRUE(S) << S.error().message();
  }
  void *place(size_t I = 0) const { return Places[I].pointer(); }

private:
  DataEnvironment &Data;
  Items List;
  Operation Work;
  std::vector<DeviceAddress> Places;
  LaunchReferences::Row *Noted = nullptr;
};

DataOptions inPlace() {
  DataOptions Options;
  Options.LeavesInPlace = true;
  return Options;
}

/// What a kernel does that only reads through some arguments.
jit::MemoryUse reads(uint64_t Arguments) {
  jit::MemoryUse Use;
  Use.Written = ~Arguments;
  Use.Captured = 0;
  return Use;
}

class InPlaceTest : public testing::Test {
protected:
  FakePlugin Fake;
  ImmediateData Data{Fake.device(), inPlace()};
  std::array<int, 8> A = {}, B = {};

  static Items item(std::array<int, 8> &Of, int64_t Type = Both) {
    Items List;
    return List.add(Of.data(), sizeof(Of), Type);
  }
  size_t numMappings() {
    size_t Count = 0;
    Data.forEach([&](const Mapping &) { ++Count; });
    return Count;
  }
  /// Whether the first item of an awaited launch stays in its place. Nothing
  /// may be left of the launch.
  bool stays(Items List, InPlaceTerms Terms = {true}) {
    const void *Host = List.Components.Begins[0];
    RunningKernel Kernel(Data, std::move(List), Terms);
    const bool Stays = Kernel.place() == Host;
    Kernel.end();
    EXPECT_EQ(numMappings(), 0u);
    EXPECT_EQ(Fake.liveAllocations(), 0u);
    return Stays;
  }
  int copies() const { return Fake.State.CopiesTo + Fake.State.CopiesFrom; }
};

TEST_F(InPlaceTest, IsWhatOneLaunchCopiesBack) {
  EXPECT_TRUE(stays(item(A)));
  EXPECT_TRUE(stays(item(A, MapFrom)));
  EXPECT_TRUE(stays(item(A, Both | MapAlways)));
  EXPECT_TRUE(stays(item(A, Both | MapImplicit)));
  EXPECT_EQ(copies(), 0);
  EXPECT_FALSE(stays(item(A, MapTo)));
  EXPECT_FALSE(stays(item(A, 0)));
}

TEST_F(InPlaceTest, IsNotWhatTheHostUsesMeanwhile) {
  EXPECT_FALSE(stays(item(A), {/*IsAwaited=*/false}));
  ASSERT_TRUE(Data.begin(item(A), nullptr));
  EXPECT_NE(Data.lookUp(HostAddress(A.data()), 0).pointer(), A.data());
  RunningKernel Kernel(Data, item(A));
  EXPECT_NE(Kernel.place(), A.data());
  Kernel.end();
  ASSERT_TRUE(Data.end(item(A)));
}

TEST_F(InPlaceTest, IsNotWhatHasPointersOrStays) {
  for (int64_t Bit : {MapReturnParam, MapDelete, MapClose, MapOmpxHold})
    EXPECT_FALSE(stays(item(A, Both | Bit))) << Bit;
  int *P = B.data();
  EXPECT_FALSE(stays(item(A).add(&P, B.data(), 4, Both | MapPtrAndObj)));
  EXPECT_FALSE(stays(item(A).add(A.data(), 4, Both | memberOf(0))));
  // The pointer has a copy on the device.
  EXPECT_FALSE(stays(item(A)
                         .add(&P, sizeof(P), MapTo)
                         .add(&P, B.data(), sizeof(P), MapAttach)));
  EXPECT_TRUE(stays(item(A).add(&P, B.data(), sizeof(P), MapAttach)));
}

TEST_F(InPlaceTest, IsWhatTheKernelOnlyReads) {
  constexpr int64_t To = MapTo | MapTargetParam, Empty = MapTargetParam;
  const jit::MemoryUse First = reads(1), Second = reads(2), All = reads(3);
  EXPECT_TRUE(stays(item(A, To), {true, &First}));
  EXPECT_FALSE(stays(item(A, To), {false, &First}));
  EXPECT_FALSE(stays(item(A, To), {true, &Second}));
  EXPECT_EQ(copies(), 2);
  EXPECT_TRUE(
      stays(item(A, To).add(B.data(), sizeof(B), Both), {true, &First}));
  // The kernel may have other ways to the data.
  EXPECT_FALSE(stays(item(A, To).add(B.data(), 0, Empty), {true, &First}));
  EXPECT_TRUE(stays(item(A, To).add(B.data(), 0, Empty), {true, &All}));
  EXPECT_FALSE(stays(item(A, To).add(A.data() + 2, 4, To), {true, &First}));
  EXPECT_TRUE(stays(item(A, To).add(A.data() + 2, 4, To), {true, &All}));
  jit::MemoryUse Stores = reads(1);
  Stores.Captured = 1;
  EXPECT_FALSE(stays(item(A, To), {true, &Stores}));
}

/// What one kernel reads in its place, another one must not write to.
TEST_F(InPlaceTest, IsNotWrittenForOthers) {
  constexpr int64_t To = MapTo | MapTargetParam;
  const jit::MemoryUse Use = reads(1);
  RunningKernel Reads(Data, item(A, To), {true, &Use});
  ASSERT_EQ(Reads.place(), A.data());
  RunningKernel Also(Data, item(A, To), {true, &Use});
  EXPECT_EQ(Also.place(), A.data());
  Also.end();
  std::atomic<bool> Began = false;
  std::thread Other([&] {
    RunningKernel Writes(Data, item(A, To));
    Began = true;
    EXPECT_NE(Writes.place(), A.data());
    *static_cast<int *>(Writes.place()) = 9;
    Writes.end();
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_FALSE(Began);
  Reads.end();
  Other.join();
  EXPECT_EQ(A[0], 0);
  EXPECT_EQ(numMappings(), 0u);
}

TEST_F(InPlaceTest, IsNothingIfThatIsOff) {
  ImmediateData Copies{Fake.device(), {}};
  RunningKernel Kernel(Copies, item(A));
  EXPECT_NE(Kernel.place(), A.data());
  Kernel.end();
}

TEST_F(InPlaceTest, IsOnlyPartOfALaunch) {
  A[0] = 1;
  B[0] = 2;
  RunningKernel Kernel(Data, item(A).add(B.data(), sizeof(B), MapTo));
  EXPECT_EQ(Kernel.place(0), A.data());
  ASSERT_NE(Kernel.place(1), B.data());
  EXPECT_EQ(*static_cast<int *>(Kernel.place(1)), 2);
  *static_cast<int *>(Kernel.place(1)) = 3;
  Kernel.end();
  EXPECT_EQ(B[0], 2);
  EXPECT_EQ(numMappings(), 0u);
  EXPECT_EQ(Fake.liveAllocations(), 0u);
}

TEST_F(InPlaceTest, PartsOfOneItemAreInItsPlace) {
  RunningKernel Parts(Data, item(A).add(A.data() + 2, 4, Both));
  EXPECT_EQ(Parts.place(0), A.data());
  EXPECT_EQ(Parts.place(1), A.data() + 2);
  EXPECT_EQ(numMappings(), 1u);
  Parts.end();
  EXPECT_EQ(numMappings(), 0u);
  // An empty section before the item that maps it.
  Items Section;
  Section.add(A.data() + 1, 0, 0).add(A.data(), sizeof(A), Both);
  RunningKernel Kernel(Data, Section);
  EXPECT_EQ(Kernel.place(0), A.data() + 1);
  EXPECT_EQ(Kernel.place(1), A.data());
  Kernel.end();
  EXPECT_EQ(numMappings(), 0u);
}

TEST_F(InPlaceTest, OverlapsAreErrors) {
  Items List;
  List.add(A.data(), 16, Both).add(A.data() + 2, 16, Both);
  DeviceAddress Places[2];
  Operation Work(Data.device(), nullptr);
  LaunchReferences::Row *Noted;
  Status S = Data.beginLaunch(List, Places, Work, Noted, nullptr, {true});
  ASSERT_FALSE(S);
  EXPECT_NE(S.error().message().find("only partly"), std::string::npos)
      << S.error().message();
}

TEST_F(InPlaceTest, LaunchesShareIt) {
  RunningKernel First(Data, item(A));
  RunningKernel Second(Data, item(A).add(B.data(), sizeof(B), Both));
  EXPECT_EQ(Second.place(0), A.data());
  EXPECT_EQ(Second.place(1), B.data());
  First.end();
  EXPECT_EQ(Data.lookUp(HostAddress(A.data()), 0).pointer(), A.data());
  Second.end();
  EXPECT_EQ(numMappings(), 0u);
  EXPECT_EQ(copies(), 0);
}

TEST_F(InPlaceTest, OthersNeitherCopyNorFreeIt) {
  RunningKernel Kernel(Data, item(A));
  ASSERT_TRUE(Data.update(item(A, MapTo)));
  ASSERT_TRUE(Data.update(item(A, MapFrom)));
  ASSERT_TRUE(Data.end(item(A, MapFrom | MapDelete)));
  EXPECT_EQ(numMappings(), 0u);
  Kernel.end();
  EXPECT_EQ(copies(), 0);
}

TEST_F(InPlaceTest, TellsItsContents) {
  LaunchContents Contents;
  A[3] = 5;
  RunningKernel Kernel(Data, item(A, Both | MapTargetParam), {true}, &Contents);
  EXPECT_EQ(Kernel.place(), A.data());
  ASSERT_EQ(Contents.known().size(), 1u);
  EXPECT_EQ(Contents.known()[0].Size, sizeof(A));
  EXPECT_EQ(static_cast<const int *>(Contents.known()[0].Bytes)[3], 5);
  Kernel.end();
}

/// What needs a copy waits for the kernel, whose results are then in the copy,
/// and meanwhile all launches have copies.
TEST_F(InPlaceTest, ACopyWaits) {
  RunningKernel Kernel(Data, item(A));
  std::atomic<bool> HasCopy = false;
  std::thread Other([&] {
    ASSERT_TRUE(Data.begin(item(A), nullptr));
    HasCopy = true;
  });
  for (bool Waits = false; !Waits; std::this_thread::yield()) {
    RunningKernel Later(Data, item(B));
    Waits = Later.place() != B.data();
    Later.end();
  }
  EXPECT_FALSE(HasCopy);
  *static_cast<int *>(Kernel.place()) = 7;
  Kernel.end();
  Other.join();
  auto *Copy =
      static_cast<int *>(Data.lookUp(HostAddress(A.data()), 0).pointer());
  ASSERT_TRUE(Copy);
  ASSERT_NE(Copy, A.data());
  EXPECT_EQ(Copy[0], 7);
  ASSERT_TRUE(Data.end(item(A)));
}

/// The launch that a thread shared may outlast the thread's own.
TEST_F(InPlaceTest, ACopyWaitsForSharers) {
  RunningKernel First(Data, item(A));
  RunningKernel Second(Data, item(A));
  First.end();
  std::atomic<bool> HasCopy = false;
  std::thread Ender([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    EXPECT_FALSE(HasCopy);
    *static_cast<int *>(Second.place()) = 7;
    Second.end();
  });
  // From the thread that began the launch.
  ASSERT_TRUE(Data.begin(item(A, MapTo), nullptr));
  HasCopy = true;
  Ender.join();
  auto *Copy =
      static_cast<int *>(Data.lookUp(HostAddress(A.data()), 0).pointer());
  ASSERT_NE(Copy, A.data());
  EXPECT_EQ(Copy[0], 7);
  ASSERT_TRUE(Data.end(item(A, MapTo)));
}

TEST_F(InPlaceTest, IsForgottenInAChild) {
  RunningKernel OfAnotherThread(Data, item(A));
  Data.lockForFork();
  Data.forgetLaunches();
  Data.unlockAfterFork();
  EXPECT_EQ(numMappings(), 0u);
  ASSERT_TRUE(Data.begin(item(A), nullptr));
  ASSERT_TRUE(Data.end(item(A)));
  EXPECT_TRUE(stays(item(B)));
}

/// Threads count in elements of their own, in data that all of them map.
TEST_F(InPlaceTest, NothingIsLostBetweenThreads) {
  constexpr int NumThreads = 8, Rounds = 2000;
  std::atomic<int> NumInPlace = 0, NumCopies = 0;
  auto Work = [&](size_t Thread) {
    std::mt19937 Random{unsigned(Thread)};
    for (int I = 0; I < Rounds; ++I) {
      const bool IsData = Random() % 8 == 0, IsAwaited = Random() % 8 != 0;
      Items Shared = item(A);
      if (Random() % 2)
        Shared.add(B.data(), sizeof(B), MapTo);
      if (IsData)
        ASSERT_TRUE(Data.begin(Shared, nullptr));
      RunningKernel Kernel(Data, Shared, {IsAwaited});
      ++(Kernel.place() == A.data() ? NumInPlace : NumCopies);
      ++static_cast<int *>(Kernel.place())[Thread];
      Kernel.end();
      if (IsData)
        ASSERT_TRUE(Data.end(Shared));
    }
  };
  std::vector<std::thread> Threads;
  Threads.reserve(NumThreads);
  for (size_t I = 0; I < NumThreads; ++I)
    Threads.emplace_back(Work, I);
  for (std::thread &Each : Threads)
    Each.join();
  for (int Count : A)
    EXPECT_EQ(Count, Rounds);
  EXPECT_GT(NumInPlace, 0);
  EXPECT_GT(NumCopies, 0);
  EXPECT_EQ(numMappings(), 0u);
  EXPECT_EQ(Fake.liveAllocations(), 0u);
}

} // namespace
