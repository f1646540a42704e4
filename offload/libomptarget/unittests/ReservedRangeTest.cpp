//===- ReservedRangeTest.cpp - Tests of memory at a reserved address ------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "record/ReservedRange.h"
#include "FakePlugin.h"

#include <gtest/gtest.h>

#include <cstring>
#include <random>

using namespace ompjit;
using namespace ompjit::test;

namespace {

constexpr ompjit_memory_kind OnDevice = OMPJIT_MEMORY_DEVICE;
constexpr uint64_t MiB = uint64_t(1) << 20;

uint64_t Capabilities = 0;
uint64_t LargestReservation = 0;

int reserve(ompjit_device *D, uint64_t Size, void *Wanted, void **Address,
            ompjit_error *Error) {
  if (Wanted || Size > LargestReservation) {
    std::strcpy(Error->text, "the fake has no room there");
    return 1;
  }
  *Address = std::aligned_alloc(4096, Size);
  std::lock_guard Lock(D->Mutex);
  D->Live[*Address] = Size;
  return 0;
}

int unreserve(ompjit_device *D, void *Address, uint64_t Size, ompjit_error *) {
  std::lock_guard Lock(D->Mutex);
  EXPECT_EQ(D->Live[Address], Size);
  D->Live.erase(Address);
  std::free(Address);
  return 0;
}

class ReservedRangeTest : public testing::Test {
protected:
  ReservedRangeTest() {
    Capabilities = OMPJIT_CAN_RESERVE;
    LargestReservation = ~uint64_t(0);
    Fake.Table.device_capabilities = [](ompjit_device *) {
      return Capabilities;
    };
    Fake.Table.memory_reserve = reserve;
    Fake.Table.memory_release = unreserve;
  }

  std::unique_ptr<ReservedRange> make(uint64_t Size) {
    Result<std::unique_ptr<ReservedRange>> Range =
        ReservedRange::reserve(Plugin, Size, DeviceAddress());
    EXPECT_TRUE(bool(Range));
    return std::move(*Range);
  }
  DeviceAddress allocate(ReservedRange &Range, uint64_t Bytes) {
    Result<void *> Memory = Range.allocate(Bytes, OnDevice);
    return Memory ? DeviceAddress(*Memory) : DeviceAddress();
  }
  void release(ReservedRange &Range, DeviceAddress Place) {
    EXPECT_TRUE(bool(Range.free(Place.pointer(), OnDevice)));
  }

  FakePlugin Fake;
  PluginMemory Plugin{Fake.Table, &Fake.State};
};

TEST_F(ReservedRangeTest, PlacesBlocksFirstFit) {
  auto Range = make(1);
  EXPECT_EQ(Range->size(), 2 * MiB);
  DeviceAddress A = allocate(*Range, 1), B = allocate(*Range, 129),
                C = allocate(*Range, 0);
  EXPECT_EQ(A, Range->begin());
  EXPECT_EQ(B - A, 128u);
  EXPECT_EQ(C - B, 256u);
  release(*Range, A);
  release(*Range, B);
  EXPECT_EQ(allocate(*Range, 384), A) << "free neighbours are one place";
  EXPECT_EQ(allocate(*Range, 128) - C, 128u);
}

TEST_F(ReservedRangeTest, ListsBlocksAsTheyWereAskedFor) {
  auto Range = make(MiB);
  DeviceAddress A = allocate(*Range, 5), B = allocate(*Range, 200);
  auto Blocks = Range->blocks();
  ASSERT_EQ(Blocks.size(), 2u);
  EXPECT_EQ(Blocks[0].Begin, A);
  EXPECT_EQ(Blocks[0].Size, 5u);
  EXPECT_EQ(Blocks[1].Begin, B);
  release(*Range, A);
  EXPECT_EQ(Range->blocks().size(), 1u);
}

TEST_F(ReservedRangeTest, IsFullAtSomeTime) {
  auto Range = make(2 * MiB);
  EXPECT_FALSE(allocate(*Range, 2 * MiB + 1));
  EXPECT_FALSE(allocate(*Range, ~uint64_t(0)));
  DeviceAddress All = allocate(*Range, 2 * MiB);
  EXPECT_TRUE(All);
  EXPECT_FALSE(allocate(*Range, 1));
  release(*Range, All);
  EXPECT_EQ(allocate(*Range, 1), All);
}

TEST_F(ReservedRangeTest, KnowsItsBlocks) {
  auto Range = make(MiB);
  DeviceAddress A = allocate(*Range, 1000);
  EXPECT_FALSE(bool(Range->free((A + 128).pointer(), OnDevice)));
  release(*Range, A);
  EXPECT_FALSE(bool(Range->free(A.pointer(), OnDevice)));
}

TEST_F(ReservedRangeTest, OtherKindsComeFromThePlugin) {
  auto Range = make(MiB);
  Result<void *> Memory = Range->allocate(100, OMPJIT_MEMORY_SHARED);
  ASSERT_TRUE(bool(Memory));
  EXPECT_FALSE(Range->contains(DeviceAddress(*Memory), 1));
  EXPECT_TRUE(bool(Range->free(*Memory, OMPJIT_MEMORY_SHARED)));
  Range.reset();
  EXPECT_EQ(Fake.liveAllocations(), 0u);
}

TEST_F(ReservedRangeTest, OtherKindsAreTheSameWhereHostMemoryIsUsedInPlace) {
  Capabilities |= OMPJIT_CAN_USE_HOST_MEMORY;
  auto Range = make(MiB);
  Result<void *> Memory = Range->allocate(100, OMPJIT_MEMORY_HOST);
  ASSERT_TRUE(bool(Memory));
  EXPECT_TRUE(Range->contains(DeviceAddress(*Memory), 100));
  EXPECT_TRUE(bool(Range->free(*Memory, OMPJIT_MEMORY_HOST)));
}

TEST_F(ReservedRangeTest, TakesLessWhereThereIsLess) {
  LargestReservation = 100 * MiB;
  auto Range = ReservedRange::reserveUpTo(Plugin, 1024 * MiB);
  ASSERT_TRUE(bool(Range));
  EXPECT_EQ((*Range)->size(), 64 * MiB);
  LargestReservation = MiB;
  EXPECT_FALSE(bool(ReservedRange::reserveUpTo(Plugin, 1024 * MiB)));
}

TEST_F(ReservedRangeTest, SaysWhyNothingIsReserved) {
  auto Taken =
      ReservedRange::reserve(Plugin, MiB, DeviceAddress(uintptr_t(4096)));
  ASSERT_FALSE(bool(Taken));
  EXPECT_EQ(Taken.error().message(), "the fake has no room there");
  EXPECT_FALSE(
      bool(ReservedRange::reserve(Plugin, ~uint64_t(0), DeviceAddress())));
  Capabilities = 0;
  auto Unable = ReservedRange::reserve(Plugin, MiB, DeviceAddress());
  ASSERT_FALSE(bool(Unable));
  EXPECT_EQ(Unable.error().message(),
            "the plugin 'fake' cannot reserve memory at an address");
}

/// Blocks never overlap, and everything that is freed can be allocated again.
TEST_F(ReservedRangeTest, AgreesWithASimpleModel) {
  auto Range = make(4 * MiB);
  std::mt19937 Random(11);
  std::map<DeviceAddress, uint64_t> Model;
  for (int I = 0; I < 20000; ++I) {
    if (Random() % 2) {
      uint64_t Bytes = Random() % 40000;
      DeviceAddress Place = allocate(*Range, Bytes);
      if (!Place)
        continue;
      EXPECT_EQ(Place.Value % 128, 0u);
      EXPECT_TRUE(Range->contains(Place, Bytes));
      auto Next = Model.lower_bound(Place);
      if (Next != Model.end())
        EXPECT_LE(Place + std::max<uint64_t>(Bytes, 1), Next->first);
      if (Next != Model.begin())
        EXPECT_LE(std::prev(Next)->first + std::prev(Next)->second, Place);
      Model[Place] = Bytes;
    } else if (!Model.empty()) {
      auto Any = Model.begin();
      std::advance(Any, Random() % Model.size());
      release(*Range, Any->first);
      Model.erase(Any);
    }
  }
  EXPECT_EQ(Range->blocks().size(), Model.size());
  for (auto &[Place, Bytes] : Model)
    release(*Range, Place);
  EXPECT_EQ(allocate(*Range, 4 * MiB), Range->begin());
}

} // namespace
