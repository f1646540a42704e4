//===- ItemPlacesTest.cpp - Tests of the mappings of list items -----------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Kernels are compiled for these mappings: one that is too large gives a wrong
// result.
//
//===----------------------------------------------------------------------===//

#include "FakePlugin.h"
#include "Items.h"
#include "data/DataEnvironment.h"

#include <gtest/gtest.h>

using namespace ompjit;
using namespace ompjit::test;

namespace {

class ItemPlacesTest : public testing::Test {
protected:
  FakePlugin Fake;
  DataEnvironment Data{Fake.device(), {}};
  int A[8] = {}, B[8] = {};

  struct Place {
    DeviceAddress Address;
    jit::MappedRange Range;
  };

  /// Returns where the items are. All that is mapped stays mapped.
  std::vector<Place> placesOf(const MapArguments &List) {
    std::vector<DeviceAddress> Addresses(List.Count);
    std::vector<jit::MappedRange> Ranges(List.Count, {1, 2});
    Operation Work(Data.device(), nullptr);
    Status S = Data.begin(List, {Addresses.data(), Ranges.data()}, Work);
    EXPECT_TRUE(S) << S.error().message();
    std::vector<Place> Places;
    for (uint32_t I = 0; I < List.Count; ++I)
      Places.push_back({Addresses[I], Ranges[I]});
    return Places;
  }
  uintptr_t onDevice(void *Host) {
    return Data.lookUp(HostAddress(Host), 0).Value;
  }
};

TEST_F(ItemPlacesTest, IsTheWholeMapping) {
  // In the first round all is newly mapped, in the second one it is found.
  for (int I = 0; I < 2; ++I) {
    auto Places = placesOf(Items()
                               .add(A, sizeof(A), MapTo)
                               .add(&A[2], sizeof(int), MapTo)
                               .add(&A[3], 0, MapTo)
                               .add(A, &A[4], sizeof(int), MapTo)
                               .add(B, sizeof(B), MapTo));
    for (int N = 0; N < 4; ++N) {
      EXPECT_EQ(Places[N].Range.Begin, onDevice(A));
      EXPECT_EQ(Places[N].Range.Size, sizeof(A));
    }
    EXPECT_EQ(Places[4].Range.Begin, onDevice(B));
    EXPECT_EQ(Places[4].Range.Size, sizeof(B));
  }
}

TEST_F(ItemPlacesTest, IsUnknownForValues) {
  auto Places = placesOf(
      Items().add(A, sizeof(A), MapLiteral).add(B, sizeof(B), MapPrivate));
  EXPECT_EQ(Places[0].Range.Size, 0u);
  EXPECT_EQ(Places[1].Range.Size, 0u);
}

TEST_F(ItemPlacesTest, IsUnknownForWhatIsNotMapped) {
  EXPECT_EQ(placesOf(Items().add(A, 0, MapTo))[0].Range.Size, 0u);
  DataOptions Unified;
  Unified.UnifiedSharedMemory = true;
  DataEnvironment InPlace(Fake.device(), Unified);
  DeviceAddress Address;
  jit::MappedRange Range = {1, 2};
  Operation Work(Data.device(), nullptr);
  Items List;
  List.add(A, sizeof(A), MapTo);
  ASSERT_TRUE(InPlace.begin(List, {&Address, &Range}, Work));
  EXPECT_EQ(Address.pointer(), A);
  EXPECT_EQ(Range.Size, 0u);
}

TEST_F(ItemPlacesTest, IsUnknownBeforeAMapping) {
  placesOf(Items().add(A, A + 2, 2 * sizeof(int), MapTo));
  // An empty section finds the mapping by its base, and so does an implicit
  // map.
  auto Places = placesOf(Items()
                             .add(A, 0, MapTo)
                             .add(B, sizeof(B), MapTo)
                             .add(A, sizeof(A), MapTo | MapImplicit));
  EXPECT_TRUE(Places[0].Address);
  EXPECT_EQ(Places[0].Range.Size, 0u);
  EXPECT_TRUE(Places[2].Address);
  EXPECT_EQ(Places[2].Range.Size, 0u);
}

TEST_F(ItemPlacesTest, IsUnknownForVariablesAndAssociatedPointers) {
  int Variable[8], There[8];
  Data.addGlobal(HostAddress(A), DeviceAddress(Variable), sizeof(A));
  ASSERT_TRUE(Data.associate(HostAddress(B), DeviceAddress(There), sizeof(B)));
  for (int64_t New : {0, 1}) {
    int C[8];
    Items List;
    List.add(A, sizeof(A), MapTo).add(B, sizeof(B), MapTo);
    if (New) // All items are looked up again under the exclusive lock then.
      List.add(C, sizeof(C), MapTo).add(A, sizeof(A), MapTo);
    for (const Place &Each : placesOf(List)) {
      const bool IsNew = Each.Address.Value == onDevice(C);
      EXPECT_EQ(Each.Range.Size, New && IsNew ? sizeof(C) : 0u);
    }
  }
}

TEST_F(ItemPlacesTest, IsUnknownBehindAttachedPointers) {
  struct {
    int *Pointer;
  } S = {A};
  auto Places = placesOf(
      Items()
          .add(&S, sizeof(S), MapTo)
          .add(&S.Pointer, A, sizeof(A), MapTo | MapPtrAndObj | memberOf(0)));
  EXPECT_EQ(Places[0].Range.Begin, onDevice(&S));
  EXPECT_EQ(Places[1].Range.Size, 0u);
}

} // namespace
