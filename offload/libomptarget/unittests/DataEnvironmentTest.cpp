//===- DataEnvironmentTest.cpp - Tests of data mapping without a device ---===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FakePlugin.h"
#include "ImmediateData.h"
#include "Items.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>
#include <vector>

using namespace ompjit;
using namespace ompjit::test;
using testing::HasSubstr;

namespace {

class DataTest : public testing::Test {
protected:
  FakePlugin Fake;
  ImmediateData Data{Fake.device(), {}};

  void begin(const MapArguments &List) {
    Status S = Data.begin(List, nullptr);
    ASSERT_TRUE(S) << S.error().message();
  }
  void end(const MapArguments &List) {
    Status S = Data.end(List);
    ASSERT_TRUE(S) << S.error().message();
  }
  void update(const MapArguments &List) {
    Status S = Data.update(List);
    ASSERT_TRUE(S) << S.error().message();
  }
  template <typename T> T *onDevice(T *Host) {
    return static_cast<T *>(Data.lookUp(HostAddress(Host), 0).pointer());
  }
};

TEST_F(DataTest, KeepsNamesThatGo) {
  int A[4] = {}, B[4] = {};
  char Library[] = "xA", Program[] = "B";
  MapperComponents Items;
  Items.push(A, A, sizeof(A), MapTo, Library + 1);
  Items.push(B, B, sizeof(B), MapTo, Program);
  begin(Items.arguments());
  Data.keepNames({Library, sizeof(Library)});
  Library[1] = Program[0] = '?';
  std::string Names;
  Data.forEach([&](const Mapping &M) { Names += M.Name; });
  EXPECT_TRUE(Names == "A?" || Names == "?A") << Names;
}

TEST_F(DataTest, CopiesThereAndBack) {
  int A[4] = {1, 2, 3, 4};
  begin(Items().add(A, sizeof(A), MapTo | MapFrom));
  ASSERT_NE(onDevice(A), nullptr);
  ASSERT_NE(onDevice(A), A);
  EXPECT_EQ(onDevice(A)[3], 4);
  onDevice(A)[0] = 9;
  EXPECT_EQ(A[0], 1);
  end(Items().add(A, sizeof(A), MapTo | MapFrom));
  EXPECT_EQ(A[0], 9);
  EXPECT_EQ(onDevice(A), nullptr);
  EXPECT_EQ(Fake.liveAllocations(), 0u);
}

TEST_F(DataTest, CopiesOnlyWhereTheCountComesOrGoes) {
  int A = 1;
  begin(Items().add(&A, sizeof(A), MapTo));
  begin(Items().add(&A, sizeof(A), MapTo));
  EXPECT_EQ(Fake.State.CopiesTo, 1);
  end(Items().add(&A, sizeof(A), MapFrom));
  EXPECT_EQ(Fake.State.CopiesFrom, 0);
  end(Items().add(&A, sizeof(A), MapFrom));
  EXPECT_EQ(Fake.State.CopiesFrom, 1);
  EXPECT_EQ(Fake.liveAllocations(), 0u);
}

TEST_F(DataTest, AnEmptySectionFindsWhatALaterItemMaps) {
  int A[4] = {1, 2, 3, 4}, New = 0;
  const int64_t Pointer = MapTo | MapFrom | MapImplicit;
  // Another item that is not present comes first in one of the two rounds.
  for (bool IsFirst : {true, false}) {
    Items List;
    if (!IsFirst)
      List.add(&New, sizeof(New), MapTo);
    List.add(&A[1], 0, Pointer).add(A, sizeof(A), MapTo | MapFrom);
    DeviceAddress Places[3];
    ASSERT_TRUE(Data.begin(List, Places));
    EXPECT_EQ(Places[IsFirst ? 0 : 1].pointer(), onDevice(&A[1]));
    // The end gives back only the references that the construct took.
    begin(Items().add(A, sizeof(A), MapTo));
    end(List);
    EXPECT_NE(onDevice(A), nullptr);
    end(Items().add(A, sizeof(A), MapTo));
    EXPECT_EQ(onDevice(A), nullptr);
  }
  EXPECT_EQ(Fake.liveAllocations(), 0u);
}

TEST_F(DataTest, AlwaysCopies) {
  int A = 1;
  begin(Items().add(&A, sizeof(A), 0));
  begin(Items().add(&A, sizeof(A), MapTo | MapAlways));
  EXPECT_EQ(*onDevice(&A), 1);
  *onDevice(&A) = 5;
  end(Items().add(&A, sizeof(A), MapFrom | MapAlways));
  EXPECT_EQ(A, 5);
  EXPECT_NE(onDevice(&A), nullptr);
}

TEST_F(DataTest, DeleteIgnoresTheCount) {
  int A = 1;
  begin(Items().add(&A, sizeof(A), MapTo));
  begin(Items().add(&A, sizeof(A), MapTo));
  end(Items().add(&A, sizeof(A), MapDelete));
  EXPECT_EQ(onDevice(&A), nullptr);
}

TEST_F(DataTest, HoldsAreCountedApart) {
  int A = 1;
  begin(Items().add(&A, sizeof(A), MapTo));
  begin(Items().add(&A, sizeof(A), MapTo | MapOmpxHold));
  end(Items().add(&A, sizeof(A), MapDelete));
  EXPECT_NE(onDevice(&A), nullptr);
  end(Items().add(&A, sizeof(A), MapOmpxHold));
  EXPECT_EQ(onDevice(&A), nullptr);
}

TEST_F(DataTest, PresentIsChecked) {
  int A[2] = {};
  Items Missing;
  Missing.add(A, sizeof(A), MapTo | MapPresent);
  Status S = Data.begin(Missing, nullptr);
  ASSERT_FALSE(S);
  EXPECT_THAT(S.error().message(), HasSubstr("OT302"));
  EXPECT_FALSE(Data.end(Missing));
  EXPECT_FALSE(Data.update(Missing));
  begin(Items().add(A, sizeof(A), MapTo));
  begin(Items().add(A, sizeof(A), MapTo | MapPresent));
}

TEST_F(DataTest, PartialOverlapIsAnError) {
  int A[8] = {};
  begin(Items().add(A, A + 2, 2 * sizeof(int), MapTo));
  Items Larger;
  Larger.add(A, A, sizeof(A), MapTo);
  Status S = Data.begin(Larger, nullptr);
  ASSERT_FALSE(S);
  EXPECT_THAT(S.error().message(), HasSubstr("OT301"));
}

TEST_F(DataTest, AnImplicitMapUsesAPartOfItself) {
  int A[8] = {};
  begin(Items().add(A, A + 2, 2 * sizeof(int), MapTo));
  Items Whole;
  Whole.add(A, A, sizeof(A), MapTo | MapFrom | MapImplicit);
  DeviceAddress Place;
  ASSERT_TRUE(Data.begin(Whole, &Place));
  EXPECT_EQ(Place + 2 * sizeof(int), DeviceAddress(onDevice(A + 2)));
  ASSERT_TRUE(Data.end(Whole));
  EXPECT_NE(onDevice(A + 2), nullptr);
}

TEST_F(DataTest, AnEmptySectionMapsNothingButCounts) {
  int A[2] = {};
  Items Empty;
  Empty.add(A, 0, MapTo);
  DeviceAddress Place(uintptr_t(1));
  ASSERT_TRUE(Data.begin(Empty, &Place));
  EXPECT_FALSE(Place);
  EXPECT_EQ(Fake.liveAllocations(), 0u);
  begin(Items().add(A, sizeof(A), MapTo));
  ASSERT_TRUE(Data.begin(Empty, &Place));
  EXPECT_EQ(Place, DeviceAddress(onDevice(A)));
  ASSERT_TRUE(Data.end(Empty));
  EXPECT_NE(onDevice(A), nullptr);
  // The section keeps the mapping after the construct that mapped the array has
  // ended.
  ASSERT_TRUE(Data.begin(Empty, &Place));
  end(Items().add(A, sizeof(A), 0));
  EXPECT_EQ(Place, DeviceAddress(onDevice(A)));
  ASSERT_TRUE(Data.end(Empty));
  EXPECT_EQ(onDevice(A), nullptr);
}

TEST_F(DataTest, AnEmptySectionBeforeAMappingIsNotCounted) {
  int A[4] = {};
  Items Behind;
  Behind.add(A, A + 2, 2 * sizeof(int), MapTo);
  begin(Behind);
  Items Empty;
  Empty.add(A, 0, MapTo);
  DeviceAddress Place;
  ASSERT_TRUE(Data.begin(Empty, &Place));
  EXPECT_EQ(Place + 2 * sizeof(int), DeviceAddress(onDevice(A + 2)));
  end(Behind);
  EXPECT_EQ(onDevice(A + 2), nullptr);
  ASSERT_TRUE(Data.end(Empty));
}

TEST_F(DataTest, MembersShareTheirParentsCount) {
  struct {
    int X, Y, Z;
  } S = {1, 2, 3};
  auto Construct = [&] {
    return Items()
        .add(&S, &S, sizeof(S), MapTargetParam)
        .add(&S, &S.X, sizeof(int), MapTo | MapFrom | memberOf(0))
        .add(&S, &S.Z, sizeof(int), MapTo | MapFrom | memberOf(0));
  };
  begin(Construct());
  EXPECT_EQ(Fake.State.BytesTo, 2 * sizeof(int));
  onDevice(&S)->X = 10;
  onDevice(&S)->Y = 20;
  onDevice(&S)->Z = 30;
  end(Construct());
  EXPECT_EQ(S.X, 10);
  EXPECT_EQ(S.Y, 2);
  EXPECT_EQ(S.Z, 30);
  EXPECT_EQ(Fake.liveAllocations(), 0u);
}

/// A struct with a pointer, and the array that it points to, as clang 22 maps
/// `s` and `s.p[Lower:N]`.
struct WithPointer {
  int Before;
  double *P;
  int After;
};

TEST_F(DataTest, AttachesPointersAndKeepsTheHostsOwn) {
  double Array[4] = {1, 2, 3, 4};
  WithPointer S{7, Array, 8};
  begin(Items()
            .add(&S, sizeof(S), MapTo)
            .add(Array, sizeof(Array), MapTo)
            .add(&S.P, Array, sizeof(void *), MapAttach));
  EXPECT_EQ(onDevice(&S)->P, onDevice(Array));
  // Updates in both directions leave out the pointer.
  S.Before = 70;
  update(Items().add(&S, sizeof(S), MapTo));
  EXPECT_EQ(onDevice(&S)->P, onDevice(Array));
  EXPECT_EQ(onDevice(&S)->Before, 70);
  onDevice(&S)->After = 80;
  update(Items().add(&S, sizeof(S), MapFrom));
  EXPECT_EQ(S.P, Array);
  EXPECT_EQ(S.After, 80);
  end(Items()
          .add(&S, sizeof(S), MapFrom)
          .add(Array, sizeof(Array), MapFrom)
          .add(&S.P, Array, sizeof(void *), MapAttach));
  EXPECT_EQ(S.P, Array);
  EXPECT_EQ(Fake.liveAllocations(), 0u);
}

TEST_F(DataTest, AttachesToTheMiddleOfASection) {
  double Array[8] = {};
  double *P = Array;
  begin(Items()
            .add(&P, sizeof(P), MapTo)
            .add(Array, Array + 3, 2 * sizeof(double), MapTo)
            .add(&P, Array + 3, sizeof(void *), MapAttach));
  EXPECT_EQ(*onDevice(&P) + 3, onDevice(Array + 3));
}

TEST_F(DataTest, AttachesOnlyWhatIsNew) {
  double Array[2] = {};
  double *P = Array;
  begin(Items().add(&P, sizeof(P), MapTo));
  begin(Items().add(Array, sizeof(Array), MapTo));
  auto Construct = [&](int64_t Extra) {
    return Items()
        .add(Array, sizeof(Array), MapTo)
        .add(&P, Array, sizeof(void *), MapAttach | Extra);
  };
  begin(Construct(0));
  EXPECT_EQ(*onDevice(&P), Array);
  begin(Construct(MapAlways));
  EXPECT_EQ(*onDevice(&P), onDevice(Array));
}

TEST_F(DataTest, PointerAndObjectOfAMapper) {
  double Array[2] = {1, 2};
  WithPointer S{1, Array, 2};
  auto Construct = [&] {
    return Items()
        .add(&S, sizeof(S), 0)
        .add(&S, sizeof(S), MapTo | MapFrom | memberOf(0))
        .add(&S.P, Array, sizeof(Array),
             MapTo | MapFrom | MapPtrAndObj | memberOf(0));
  };
  begin(Construct());
  begin(Construct());
  EXPECT_EQ(onDevice(&S)->P, onDevice(Array));
  onDevice(Array)[1] = 5;
  end(Construct());
  EXPECT_NE(onDevice(Array), nullptr);
  end(Construct());
  EXPECT_EQ(Array[1], 5);
  EXPECT_EQ(S.P, Array);
  EXPECT_EQ(Fake.liveAllocations(), 0u);
}

TEST_F(DataTest, ReturnsDevicePointers) {
  int A[4] = {};
  begin(Items().add(A, sizeof(A), MapTo));
  Items Use;
  Use.add(A, A + 1, 0, MapReturnParam);
  ASSERT_TRUE(Data.begin(Use, nullptr));
  EXPECT_EQ(Use.Components.Bases[0], onDevice(A));
  int Other = 0;
  Items Absent;
  Absent.add(&Other, 0, MapReturnParam);
  ASSERT_TRUE(Data.begin(Absent, nullptr));
  EXPECT_EQ(Absent.Components.Bases[0], &Other);
}

TEST_F(DataTest, KeepsTheAlignmentOfTheBase) {
  alignas(64) char A[256] = {};
  begin(Items().add(A, A + 24, 100, MapTo));
  auto Base = reinterpret_cast<uintptr_t>(onDevice(A + 24)) - 24;
  EXPECT_EQ(Base % 64, 0u);
}

TEST_F(DataTest, ABaseAsMallocAlignsItIsAlignedAsAnAllocation) {
  alignas(128) char A[256] = {};
  begin(Items().add(A + 16, A + 24, 100, MapTo));
  auto Base = reinterpret_cast<uintptr_t>(onDevice(A + 24)) - 8;
  EXPECT_EQ(Base % 128, 0u);
}

TEST_F(DataTest, StridedUpdate) {
  struct Dimension {
    uint64_t Offset, Count, Stride;
  };
  int A[10] = {};
  begin(Items().add(A, sizeof(A), 0));
  for (int I = 0; I < 10; ++I)
    onDevice(A)[I] = I;
  // This is A[1:3:3] as clang describes it.
  Dimension Section[] = {{1, 3, 12}, {0, 1, 4}};
  update(Items().add(A, Section, 2, MapFrom | MapNonContig));
  for (int I = 0; I < 10; ++I)
    EXPECT_EQ(A[I], I == 1 || I == 4 || I == 7 ? I : 0) << I;
}

TEST_F(DataTest, StridedUpdateOfAMember) {
  struct Dimension {
    uint64_t Offset, Count, Stride;
  };
  struct {
    int Before, Array[10], After;
  } S = {};
  begin(Items().add(&S, sizeof(S), 0));
  for (int I = 0; I < 12; ++I)
    onDevice(&S.Before)[I] = I;
  // These are S.After and S.Array[1:3:3]; the struct's item ends with S.After.
  Dimension Section[] = {{1, 3, 12}, {0, 1, 4}};
  constexpr int64_t Kind = MapFrom | memberOf(0);
  update(Items()
             .add(&S, &S.Array[1], 4 * 10, 0)
             .add(&S, &S.After, 4, Kind)
             .add(&S, Section, 2, Kind | MapNonContig));
  for (int I = 0; I < 10; ++I)
    EXPECT_EQ(S.Array[I], I == 1 || I == 4 || I == 7 ? I + 1 : 0) << I;
  EXPECT_EQ(S.After, 11);
}

TEST_F(DataTest, AssociatedMemoryStaysUntilDisassociated) {
  int A = 1, There = 2;
  ASSERT_TRUE(
      Data.associate(HostAddress(&A), DeviceAddress(&There), sizeof(A)));
  ASSERT_TRUE(
      Data.associate(HostAddress(&A), DeviceAddress(&There), sizeof(A)));
  EXPECT_FALSE(
      Data.associate(HostAddress(&A), DeviceAddress(uintptr_t(64)), sizeof(A)));
  begin(Items().add(&A, sizeof(A), MapTo));
  end(Items().add(&A, sizeof(A), MapDelete));
  EXPECT_EQ(onDevice(&A), &There);
  EXPECT_TRUE(Data.disassociate(HostAddress(&A)));
  EXPECT_FALSE(Data.disassociate(HostAddress(&A)));
}

TEST_F(DataTest, AnAssociationThatIsHeldStays) {
  int A[2] = {1, 2}, There[2] = {};
  ASSERT_TRUE(Data.associate(HostAddress(A), DeviceAddress(There), sizeof(A)));
  begin(Items().add(A, sizeof(A), MapTo | MapOmpxHold));
  begin(Items().add(&A[1], sizeof(A[1]), MapTo | MapOmpxHold));
  EXPECT_FALSE(Data.disassociate(HostAddress(A)));
  end(Items().add(&A[1], sizeof(A[1]), MapTo | MapOmpxHold));
  EXPECT_FALSE(Data.disassociate(HostAddress(A)));
  end(Items().add(A, sizeof(A), MapTo | MapOmpxHold));
  EXPECT_TRUE(Data.disassociate(HostAddress(A)));
  EXPECT_EQ(onDevice(A), nullptr);
}

TEST_F(DataTest, VariablesAreNoAssociations) {
  int A = 1, There = 2;
  Data.addGlobal(HostAddress(&A), DeviceAddress(&There), sizeof(A));
  EXPECT_FALSE(Data.disassociate(HostAddress(&A)));
  EXPECT_EQ(onDevice(&A), &There);
  Data.removeGlobal(HostAddress(&A));
  EXPECT_EQ(onDevice(&A), nullptr);
}

TEST_F(DataTest, ReportsAFullDevice) {
  Fake.State.FailAllocations = true;
  int A = 1;
  Items One;
  One.add(&A, sizeof(A), MapTo);
  Status S = Data.begin(One, nullptr);
  ASSERT_FALSE(S);
  EXPECT_THAT(S.error().message(), HasSubstr("OT303"));
  EXPECT_THAT(S.error().message(), HasSubstr("the fake is full"));
}

TEST_F(DataTest, AFailedCopyFailsWhoeverFindsTheMapping) {
  Fake.State.FailCopies = true;
  int A = 1;
  Items One;
  One.add(&A, sizeof(A), MapTo);
  Status S = Data.begin(One, nullptr);
  ASSERT_FALSE(S);
  EXPECT_THAT(S.error().message(), HasSubstr("OT304"));
  Fake.State.FailCopies = false;
  S = Data.begin(One, nullptr);
  ASSERT_FALSE(S);
  EXPECT_THAT(S.error().message(), HasSubstr("OT305"));
}

TEST(DataUnified, UsesHostMemoryInPlace) {
  FakePlugin Fake;
  DataOptions Options;
  Options.UnifiedSharedMemory = true;
  ImmediateData Data(Fake.device(), Options);
  int A = 1, B = 2;
  Items Both;
  Both.add(&A, sizeof(A), MapTo | MapPresent)
      .add(&B, sizeof(B), MapTo | MapClose);
  DeviceAddress Places[2];
  ASSERT_TRUE(Data.begin(Both, Places));
  EXPECT_EQ(Places[0].pointer(), &A);
  EXPECT_NE(Places[1].pointer(), &B);
  ASSERT_TRUE(Data.end(Both));
  EXPECT_EQ(Fake.liveAllocations(), 0u);
}

/// Threads map and unmap the same and neighbouring data. A thread that has
/// mapped data must see all of it. (ThreadSanitizer checks the rest.)
TEST_F(DataTest, ManyThreads) {
  constexpr int Threads = 8, Rounds = 2000;
  std::vector<int> Shared(1000, 42);
  std::vector<std::thread> Pool;
  std::atomic<int> Wrong = 0;
  for (int T = 0; T < Threads; ++T)
    Pool.emplace_back([&, T] {
      std::vector<int> Own(100, T);
      for (int I = 0; I < Rounds; ++I) {
        auto Construct = [&] {
          return Items()
              .add(Shared.data(), int64_t(Shared.size() * sizeof(int)), MapTo)
              .add(Own.data(), int64_t(Own.size() * sizeof(int)),
                   MapTo | MapFrom);
        };
        Items In = Construct();
        DeviceAddress Places[2];
        if (!Data.begin(In, Places)) {
          ++Wrong;
          return;
        }
        Wrong += static_cast<int *>(Places[0].pointer())[999] != 42;
        static_cast<int *>(Places[1].pointer())[5] += 1;
        Items Out = Construct();
        Wrong += !Data.end(Out);
      }
      Wrong += Own[5] != T + Rounds;
    });
  for (std::thread &Each : Pool)
    Each.join();
  EXPECT_EQ(Wrong, 0);
  EXPECT_EQ(Fake.liveAllocations(), 0u);
}

} // namespace
