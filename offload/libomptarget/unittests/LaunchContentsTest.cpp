//===- LaunchContentsTest.cpp - Tests of memory that a launch knows -------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// These tests check which bytes the start of a launch reports, and that it
// reports nothing that something else could change.
//
//===----------------------------------------------------------------------===//

#include "FakePlugin.h"
#include "Items.h"

#include <cstring>
#include <gtest/gtest.h>
#include <optional>

using namespace ompjit;
using namespace ompjit::test;

namespace {

struct Numbers {
  int A = 1, B = 2;
  int *P = nullptr;
  int C = 3, D = 4;
};

constexpr int64_t Argument = MapTargetParam;

class LaunchContentsTest : public testing::Test {
protected:
  FakePlugin Fake;
  DataEnvironment Data{Fake.device(), {}};
  Operation Work{Fake.device(), nullptr};
  LaunchContents Contents;
  Numbers N;

  void enter(const MapArguments &List) {
    Status S = Data.begin(List, nullptr, Work);
    ASSERT_TRUE(S) << S.error().message();
  }
  void launch(const MapArguments &List) {
    LaunchReferences::Row *Noted;
    Status S = Data.beginLaunch(List, nullptr, Work, Noted, &Contents);
    ASSERT_TRUE(S) << S.error().message();
  }
  /// Returns what is reported about the int at \p Host.
  std::optional<int> told(const int &Host) {
    const DeviceAddress There = Data.lookUp(HostAddress(&Host), 0);
    for (const jit::KnownMemory &Each : Contents.known())
      if (There.Value >= Each.Device &&
          There.Value + sizeof(int) <= Each.Device + Each.Size) {
        int Value;
        std::memcpy(&Value,
                    static_cast<const char *>(Each.Bytes) +
                        (There.Value - Each.Device),
                    sizeof(int));
        return Value;
      }
    return std::nullopt;
  }
};

TEST_F(LaunchContentsTest, TellWhatTheLaunchBrings) {
  launch(Items().add(&N, sizeof(N), MapTo | MapFrom | Argument));
  EXPECT_EQ(told(N.A), 1);
  EXPECT_EQ(told(N.D), 4);
}

TEST_F(LaunchContentsTest, TellWhatWasCopiedWhateverBecomesOfIt) {
  launch(Items().add(&N, sizeof(N), MapTo | Argument));
  N.B = 20;
  EXPECT_EQ(told(N.B), 2);
  auto *There =
      static_cast<Numbers *>(Data.lookUp(HostAddress(&N), 0).pointer());
  EXPECT_EQ(There->B, 2);
}

TEST_F(LaunchContentsTest, AreSilentAboutWhatIsNotCopied) {
  launch(Items().add(&N, sizeof(N), MapFrom | Argument));
  EXPECT_TRUE(Contents.known().empty());
}

TEST_F(LaunchContentsTest, AreSilentAboutWhatWasThereBefore) {
  enter(Items().add(&N, sizeof(N), MapTo));
  launch(Items().add(&N, sizeof(N), MapTo | Argument));
  EXPECT_TRUE(Contents.known().empty());
  // Another kernel may have changed memory beside it, and may change this copy,
  // too.
  launch(Items().add(&N, sizeof(N), MapTo | MapAlways | Argument));
  EXPECT_TRUE(Contents.known().empty());
}

TEST_F(LaunchContentsTest, AreSilentAboutLargeThings) {
  int Large[LaunchContents::MaxBytes] = {};
  launch(Items().add(Large, sizeof(Large), MapTo | Argument));
  EXPECT_TRUE(Contents.known().empty());
}

TEST_F(LaunchContentsTest, TellTheMappedPartsOfAStruct) {
  launch(Items()
             .add(&N, sizeof(N), Argument)
             .add(&N, &N.A, sizeof(int), MapTo | memberOf(0))
             .add(&N, &N.D, sizeof(int), MapTo | memberOf(0)));
  EXPECT_EQ(told(N.A), 1);
  EXPECT_EQ(told(N.D), 4);
  EXPECT_EQ(told(N.B), std::nullopt);
  EXPECT_EQ(told(N.C), std::nullopt);
}

TEST_F(LaunchContentsTest, AreSilentAboutAttachedPointers) {
  int Array[2] = {};
  N.P = Array;
  launch(
      Items()
          .add(&N, sizeof(N), MapTo | Argument)
          .add(&N.P, Array, sizeof(Array), MapTo | MapPtrAndObj | memberOf(0)));
  EXPECT_EQ(told(N.B), 2);
  EXPECT_EQ(told(N.C), 3);
  EXPECT_EQ(told(*reinterpret_cast<int *>(&N.P)), std::nullopt);
}

TEST_F(LaunchContentsTest, AreSilentWhereASecondArgumentLeads) {
  launch(Items()
             .add(&N, sizeof(N), MapTo | Argument)
             .add(&N.B, sizeof(int), MapTo | MapFrom | Argument));
  EXPECT_TRUE(Contents.known().empty());
}

TEST_F(LaunchContentsTest, AreSilentWhereAnEmptySectionLeads) {
  // The kernel uses `int *P = &N.B` without a map clause; its item may come
  // before or after that of N.
  launch(Items()
             .add(&N.B, 0, MapTo | MapFrom | MapImplicit | Argument)
             .add(&N, sizeof(N), MapTo | Argument));
  EXPECT_TRUE(Contents.known().empty());
}

TEST_F(LaunchContentsTest, AreSilentWhereAnAttachedPointerLeads) {
  N.P = &N.B;
  launch(Items()
             .add(&N, sizeof(N), MapTo | Argument)
             .add(&N.P, &N.B, sizeof(int), MapTo | MapPtrAndObj | memberOf(0)));
  EXPECT_TRUE(Contents.known().empty());
}

TEST_F(LaunchContentsTest, AreSilentWhereAnotherStructsPointerLeads) {
  Numbers Other;
  Other.P = &N.B;
  launch(Items()
             .add(&N, sizeof(N), MapTo | Argument)
             .add(&Other, sizeof(Other), MapTo | Argument)
             .add(&Other.P, &N.B, sizeof(int), MapAttach));
  EXPECT_EQ(told(N.B), std::nullopt);
  EXPECT_EQ(told(Other.B), 2);
}

TEST_F(LaunchContentsTest, AreSilentWhereALambdaLeads) {
  void *Lambda[1] = {&N};
  launch(Items()
             .add(Lambda, sizeof(Lambda), MapTo | Argument)
             .add(&N, sizeof(N), MapTo | Argument)
             .add(&Lambda[0], &N, sizeof(void *),
                  MapPtrAndObj | MapLiteral | MapImplicit | memberOf(0)));
  EXPECT_EQ(told(N.A), std::nullopt);
}

} // namespace
