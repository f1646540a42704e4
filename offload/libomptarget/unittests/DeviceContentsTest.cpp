//===- DeviceContentsTest.cpp - Tests of the known contents of mappings ---===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A launch that reads a structure asks what is known about it, after data
// directives and launches that may have changed it.
//
//===----------------------------------------------------------------------===//

#include "data/DeviceContents.h"

#include "FakePlugin.h"
#include "Items.h"
#include "plugin/Operation.h"

#include "gtest/gtest.h"

#include <array>
#include <cstring>
#include <map>
#include <optional>
#include <thread>
#include <vector>

using namespace ompjit;
using namespace ompjit::test;

namespace {

struct Numbers {
  int A = 1, B = 2;
  int *P = nullptr;
  int C = 3, D = 4;
};

constexpr int64_t Argument = MapTargetParam;
/// The tests' lists have three arguments at most.
constexpr size_t MaxArguments = 3;

/// Describes a launch that asks what is known, and writes nothing itself.
jit::MemoryUse reader() {
  jit::MemoryUse Use;
  Use.Known = true;
  Use.Older = ~uint64_t(0);
  Use.Written = Use.Captured = 0;
  return Use;
}
jit::MemoryUse writerOf(uint64_t Arguments) {
  jit::MemoryUse Use = reader();
  Use.Written = Arguments;
  return Use;
}
jit::MemoryUse capturerOf(uint64_t Arguments) {
  jit::MemoryUse Use = writerOf(Arguments);
  Use.Captured = Arguments;
  return Use;
}

class DeviceContentsTest : public testing::Test {
protected:
  FakePlugin Fake;
  DataEnvironment Data{Fake.device(), {}};
  Numbers N;

  DeviceContentsTest() { Data.watchContents(); }

  void enter(const MapArguments &List) {
    Operation Work(Fake.device(), nullptr);
    Status S = Data.begin(List, nullptr, Work);
    ASSERT_TRUE(S) << S.error().message();
  }
  void leave(const MapArguments &List) {
    Operation Work(Fake.device(), nullptr);
    Status S = Data.end(List, Work);
    ASSERT_TRUE(S) << S.error().message();
  }
  void update(const MapArguments &List) {
    Operation Work(Fake.device(), nullptr);
    Status S = Data.update(List, Work);
    ASSERT_TRUE(S) << S.error().message();
  }
  void enterNumbers() { enter(Items().add(&N, sizeof(N), MapTo)); }

  /// Returns what a launch that does this is told: bytes by device address.
  std::map<uintptr_t, char> launch(const MapArguments &List,
                                   const jit::MemoryUse &Use) {
    std::map<uintptr_t, char> Told;
    Operation Work(Fake.device(), nullptr);
    DeviceAddress Places[MaxArguments];
    jit::MappedRange Ranges[MaxArguments];
    LaunchReferences::Row *Noted;
    LaunchContents Contents;
    Status S = Data.beginLaunch(List, {Places, Ranges}, Work, Noted, &Contents);
    EXPECT_TRUE(S) << S.error().message();
    Data.contents().launch({Ranges, List.Count}, Use, &Contents);
    for (const jit::KnownMemory &Each : Contents.known())
      for (uint64_t I = 0; I != Each.Size; ++I)
        Told[Each.Device + I] = static_cast<const char *>(Each.Bytes)[I];
    EXPECT_TRUE(endLaunch(Data, List, Work, Noted));
    return Told;
  }
  void launchOnNumbers(const jit::MemoryUse &Use) {
    launch(Items().add(&N, sizeof(N), Argument), Use);
  }

  /// Returns what a launch with the numbers is told about the int at \p Host.
  std::optional<int> told(const int &Host) {
    const std::map<uintptr_t, char> All =
        launch(Items().add(&N, sizeof(N), Argument), reader());
    const uintptr_t There = Data.lookUp(HostAddress(&Host), 0).Value;
    std::array<char, sizeof(int)> Bytes;
    for (size_t I = 0; I != sizeof(int); ++I) {
      auto At = All.find(There + I);
      if (At == All.end())
        return std::nullopt;
      Bytes[I] = At->second;
    }
    int Value;
    std::memcpy(&Value, Bytes.data(), sizeof(int));
    return Value;
  }
};

TEST_F(DeviceContentsTest, TellWhatADirectiveCopied) {
  enterNumbers();
  N.A = 10;
  EXPECT_EQ(told(N.A), 1);
  EXPECT_EQ(told(N.D), 4);
}

TEST_F(DeviceContentsTest, AreSilentWhereNobodyWatches) {
  DataEnvironment Other(Fake.device(), {});
  Operation Work(Fake.device(), nullptr);
  ASSERT_TRUE(Other.begin(Items().add(&N, sizeof(N), MapTo), nullptr, Work));
  EXPECT_FALSE(Other.contents().any());
}

TEST_F(DeviceContentsTest, AreSilentUnderUnifiedSharedMemory) {
  DataOptions Shared;
  Shared.UnifiedSharedMemory = true;
  DataEnvironment Other(Fake.device(), Shared);
  Other.watchContents();
  Operation Work(Fake.device(), nullptr);
  ASSERT_TRUE(
      Other.begin(Items().add(&N, sizeof(N), MapTo | MapClose), nullptr, Work));
  EXPECT_FALSE(Other.contents().any());
}

TEST_F(DeviceContentsTest, AreSilentAboutWhatIsNotCopied) {
  enter(Items().add(&N, sizeof(N), MapFrom));
  EXPECT_EQ(told(N.A), std::nullopt);
}

TEST_F(DeviceContentsTest, AreSilentAboutLargeThings) {
  int Large[LaunchContents::MaxBytes] = {};
  enter(Items().add(Large, sizeof(Large), MapTo));
  EXPECT_FALSE(Data.contents().any());
}

TEST_F(DeviceContentsTest, LearnFromUpdates) {
  enter(Items().add(&N, sizeof(N), MapFrom));
  update(Items().add(&N, &N.B, sizeof(int), MapTo));
  EXPECT_EQ(told(N.A), std::nullopt);
  EXPECT_EQ(told(N.B), 2);
  N.A = 10;
  N.B = 20;
  update(Items().add(&N, &N.A, sizeof(int), MapTo));
  EXPECT_EQ(told(N.A), 10);
  EXPECT_EQ(told(N.B), 2);
  N.A = 11;
  update(Items().add(&N, sizeof(N), MapFrom));
  EXPECT_EQ(told(N.A), 10);
}

TEST_F(DeviceContentsTest, LearnFromCopiesOfLaunches) {
  enterNumbers();
  N.A = 10;
  launch(Items().add(&N, sizeof(N), MapTo | MapAlways | Argument), reader());
  EXPECT_EQ(told(N.A), 10);
}

TEST_F(DeviceContentsTest, KnowTheCopiedPartsOfAStruct) {
  enter(Items()
            .add(&N, sizeof(N), 0)
            .add(&N, &N.A, sizeof(int), MapTo | memberOf(0))
            .add(&N, &N.D, sizeof(int), MapTo | memberOf(0)));
  EXPECT_EQ(told(N.A), 1);
  EXPECT_EQ(told(N.D), 4);
  EXPECT_EQ(told(N.B), std::nullopt);
  EXPECT_EQ(told(N.C), std::nullopt);
}

TEST_F(DeviceContentsTest, KnowNothingOfWhatFailed) {
  enterNumbers();
  Fake.State.FailCopies = true;
  Operation Work(Fake.device(), nullptr);
  N.A = 10;
  EXPECT_FALSE(Data.update(Items().add(&N, &N.A, sizeof(int), MapTo), Work));
  Fake.State.FailCopies = false;
  EXPECT_EQ(told(N.A), std::nullopt);
  EXPECT_EQ(told(N.B), 2);
}

TEST_F(DeviceContentsTest, AreLostWhereAKernelWrites) {
  enterNumbers();
  Numbers Other;
  enter(Items().add(&Other, sizeof(Other), MapTo));
  launch(
      Items().add(&N, sizeof(N), Argument).add(&Other, sizeof(Other), Argument),
      writerOf(2));
  EXPECT_EQ(told(N.A), 1);
  launchOnNumbers(writerOf(1));
  EXPECT_EQ(told(N.A), std::nullopt);
  update(Items().add(&N, sizeof(N), MapTo));
  EXPECT_EQ(told(N.A), 1);
}

TEST_F(DeviceContentsTest, AreToldToTheKernelThatWritesBesideThem) {
  enterNumbers();
  EXPECT_FALSE(
      launch(Items().add(&N, sizeof(N), Argument), writerOf(1)).empty());
  EXPECT_EQ(told(N.A), std::nullopt);
}

TEST_F(DeviceContentsTest, AreForgottenWhereAKernelMayStoreThePointer) {
  enterNumbers();
  launchOnNumbers(capturerOf(1));
  update(Items().add(&N, sizeof(N), MapTo));
  EXPECT_EQ(told(N.A), std::nullopt);
}

TEST_F(DeviceContentsTest, AreForgottenWhereANativeKernelLeads) {
  enterNumbers();
  launchOnNumbers({});
  update(Items().add(&N, sizeof(N), MapTo));
  EXPECT_EQ(told(N.A), std::nullopt);
}

TEST_F(DeviceContentsTest, AreNotToldWhereTwoArgumentsLead) {
  enterNumbers();
  const auto Two = [&](const jit::MemoryUse &Use) {
    return launch(
        Items().add(&N, sizeof(N), Argument).add(&N.B, sizeof(int), Argument),
        Use);
  };
  EXPECT_TRUE(Two(reader()).empty());
  EXPECT_EQ(told(N.A), 1);
  Two(writerOf(2));
  EXPECT_EQ(told(N.A), std::nullopt);
}

TEST_F(DeviceContentsTest, AreNotToldToKernelsThatMayWait) {
  enterNumbers();
  jit::MemoryUse Use = reader();
  Use.Older = 0;
  EXPECT_TRUE(launch(Items().add(&N, sizeof(N), Argument), Use).empty());
}

TEST_F(DeviceContentsTest, AreForgottenWhereTheProgramGetsThePointer) {
  enterNumbers();
  enter(Items().add(&N, sizeof(N), MapReturnParam));
  update(Items().add(&N, sizeof(N), MapTo));
  EXPECT_EQ(told(N.A), std::nullopt);
}

TEST_F(DeviceContentsTest, AreForgottenWhereThePointerIsReturnedAtOnce) {
  enter(Items().add(&N, sizeof(N), MapTo | MapReturnParam));
  EXPECT_EQ(told(N.A), std::nullopt);
}

TEST_F(DeviceContentsTest, AreUnknownWhereAPointerIsAttached) {
  enterNumbers();
  int Array[2] = {};
  N.P = Array;
  enter(Items()
            .add(Array, sizeof(Array), MapTo)
            .add(&N.P, Array, sizeof(Array), MapAttach));
  EXPECT_EQ(told(N.B), 2);
  EXPECT_EQ(told(*reinterpret_cast<int *>(&N.P)), std::nullopt);
  EXPECT_EQ(told(N.C), 3);
  update(Items().add(&N, sizeof(N), MapTo));
  EXPECT_EQ(told(*reinterpret_cast<int *>(&N.P)), std::nullopt);
}

TEST_F(DeviceContentsTest, AreForgottenWhereAnAttachedPointerLeads) {
  Numbers Other;
  Other.P = &N.B;
  enterNumbers();
  enter(Items()
            .add(&Other, sizeof(Other), MapTo)
            .add(&Other.P, &N.B, sizeof(int), MapAttach));
  EXPECT_EQ(told(N.A), std::nullopt);
}

TEST_F(DeviceContentsTest, AreForgottenWhereASectionInFrontLeads) {
  // p[2:2] is mapped, and a kernel is passed p.
  int Array[4] = {1, 2, 3, 4};
  enter(Items().add(Array, Array + 2, 2 * sizeof(int), MapTo));
  ASSERT_TRUE(Data.contents().any());
  launch(Items().add(Array, 0, MapImplicit | Argument), writerOf(1));
  EXPECT_FALSE(Data.contents().any());
}

TEST_F(DeviceContentsTest, AreForgottenWithTheMapping) {
  enterNumbers();
  leave(Items().add(&N, sizeof(N), 0));
  EXPECT_FALSE(Data.contents().any());
  // The next allocation may be at the same place.
  enter(Items().add(&N, sizeof(N), MapFrom));
  EXPECT_EQ(told(N.A), std::nullopt);
}

TEST_F(DeviceContentsTest, AreOfSomeMappingsOnly) {
  std::vector<Numbers> Many(DeviceContents::MaxWatched + 1);
  for (Numbers &Each : Many)
    enter(Items().add(&Each, sizeof(Each), MapTo));
  enterNumbers();
  EXPECT_EQ(told(N.A), std::nullopt);
  for (Numbers &Each : Many)
    leave(Items().add(&Each, sizeof(Each), 0));
  EXPECT_FALSE(Data.contents().any());
}

constexpr uintptr_t Place = 0x10000;

/// Returns the value that a launch is told about the place, or nothing.
std::optional<uint64_t> toldAt(DeviceContents &All, uint64_t Size = 8) {
  const jit::MappedRange Range = {Place, Size};
  LaunchContents Contents;
  All.launch({&Range, 1}, reader(), &Contents);
  if (Contents.known().empty())
    return std::nullopt;
  uint64_t Value = 0;
  std::memcpy(&Value, Contents.known()[0].Bytes, Contents.known()[0].Size);
  return Value;
}

TEST(DeviceContents, KnowNothingAfterCopiesAtTheSameTime) {
  const uint64_t One = 1, Two = 2;
  DeviceContents All;
  All.watch(DeviceAddress(Place), 8);
  DeviceContents::Copy First(All, DeviceAddress(Place), 8);
  {
    DeviceContents::Copy Second(All, DeviceAddress(Place), 8);
    Second.done(&Two);
  }
  First.done(&One);
  EXPECT_EQ(toldAt(All), std::nullopt);
  DeviceContents::Copy Third(All, DeviceAddress(Place), 8);
  Third.done(&One);
  EXPECT_EQ(toldAt(All), One);
}

TEST(DeviceContents, TellNothingWhileSomethingIsCopied) {
  const uint64_t One = 1;
  DeviceContents All;
  All.watch(DeviceAddress(Place), 8);
  DeviceContents::Copy(All, DeviceAddress(Place), 8).done(&One);
  EXPECT_EQ(toldAt(All), One);
  {
    DeviceContents::Copy Part(All, DeviceAddress(Place), 4);
    EXPECT_EQ(toldAt(All), std::nullopt);
    Part.done(&One);
  }
  EXPECT_EQ(toldAt(All), One);
}

TEST(DeviceContents, KnowNothingOfACopyBesideAKernel) {
  const uint64_t One = 1;
  const jit::MappedRange Range = {Place, 8};
  DeviceContents All;
  All.watch(DeviceAddress(Place), 8);
  DeviceContents::Copy Now(All, DeviceAddress(Place), 8);
  All.launch({&Range, 1}, writerOf(1), nullptr);
  Now.done(&One);
  EXPECT_EQ(toldAt(All), std::nullopt);
}

TEST(DeviceContents, DoNotTakeOneMappingForTheNext) {
  const uint64_t One = 1;
  DeviceContents All;
  All.watch(DeviceAddress(Place), 8);
  DeviceContents::Copy Late(All, DeviceAddress(Place), 8);
  All.forget(DeviceAddress(Place));
  All.watch(DeviceAddress(Place), 8);
  Late.done(&One);
  EXPECT_EQ(toldAt(All), std::nullopt);
}

TEST(DeviceContents, TellBytesOfAnySize) {
  std::array<char, DeviceContents::MaxBytes> Bytes;
  for (size_t I = 0; I != Bytes.size(); ++I)
    Bytes[I] = char(I * 7);
  for (uint64_t Size : {1, 3, 8, 63, 64, 65, 127, 511, 512}) {
    DeviceContents All;
    All.watch(DeviceAddress(Place), Size);
    DeviceContents::Copy Now(All, DeviceAddress(Place), Size);
    Now.done(Bytes.data());
    const jit::MappedRange Range = {Place, Size};
    LaunchContents Contents;
    All.launch({&Range, 1}, reader(), &Contents);
    ASSERT_EQ(Contents.known().size(), 1u) << Size;
    EXPECT_EQ(Contents.known()[0].Size, Size);
    EXPECT_EQ(std::memcmp(Contents.known()[0].Bytes, Bytes.data(), Size), 0);
  }
}

/// One thread updates a structure in which all numbers are equal, while another
/// one launches with it.
TEST(DeviceContents, AreReadWhole) {
  constexpr uint64_t Rounds = 20000;
  using Structure = std::array<uint64_t, 16>;
  DeviceContents All;
  All.watch(DeviceAddress(Place), sizeof(Structure));
  std::thread Updates([&] {
    for (uint64_t I = 0; I != Rounds; ++I) {
      Structure Now;
      Now.fill(I);
      DeviceContents::Copy Copy(All, DeviceAddress(Place), sizeof(Now));
      Copy.done(Now.data());
      if (I % 16 == 0)
        All.lose(DeviceAddress(Place + 8 * (I % 100)), 8);
    }
  });
  const jit::MappedRange Range = {Place, sizeof(Structure)};
  uint64_t Torn = 0;
  for (uint64_t I = 0; I != Rounds; ++I) {
    LaunchContents Contents;
    All.launch({&Range, 1}, reader(), &Contents);
    std::optional<uint64_t> First;
    for (const jit::KnownMemory &Each : Contents.known())
      for (uint64_t At = 0; At != Each.Size; At += 8) {
        uint64_t Value;
        std::memcpy(&Value, static_cast<const char *>(Each.Bytes) + At, 8);
        Torn += First.value_or(Value) != Value;
        First = Value;
      }
  }
  Updates.join();
  EXPECT_EQ(Torn, 0u);
}

/// Threads map, launch and unmap at one place after the other.
TEST(DeviceContents, MayBeUsedFromManyThreads) {
  constexpr uint64_t Rounds = 3000;
  DeviceContents All;
  std::vector<std::thread> Threads;
  std::atomic<uint64_t> Wrong = 0;
  for (uintptr_t T = 0; T != 4; ++T)
    Threads.emplace_back([&, T] {
      const uintptr_t Mine = Place * (T + 1);
      for (uint64_t I = 0; I != Rounds; ++I) {
        All.watch(DeviceAddress(Mine), 8);
        DeviceContents::Copy Copy(All, DeviceAddress(Mine), 8);
        Copy.done(&I);
        const jit::MappedRange Range = {Mine, 8};
        LaunchContents Contents;
        All.launch({&Range, 1}, reader(), &Contents);
        uint64_t Value = ~I;
        if (!Contents.known().empty())
          std::memcpy(&Value, Contents.known()[0].Bytes, 8);
        Wrong += Value != I;
        All.forget(DeviceAddress(Mine));
      }
    });
  for (std::thread &Each : Threads)
    Each.join();
  EXPECT_EQ(Wrong, 0u);
  EXPECT_FALSE(All.any());
}

} // namespace
