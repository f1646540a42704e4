//===- SettledIndexTest.cpp - Tests of the index of settled data ----------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "data/SettledIndex.h"

#include <gtest/gtest.h>

#include <bit>
#include <random>
#include <vector>

using namespace ompjit;

namespace {

HostAddress at(uintptr_t Value) { return HostAddress(Value); }

Mapping &insert(MappingTable &Table, uintptr_t Begin, uint64_t Size) {
  Mapping &New = Table.insert(at(Begin), Size);
  New.Device = DeviceAddress(Begin + 1);
  return New;
}

TEST(SettledIndex, FindsBeginsMiddlesAndEmptyRanges) {
  MappingTable Table;
  SettledIndex Index;
  Mapping &M = insert(Table, 1000, 50);
  M.IsPermanent = true;
  Index.insert(M);
  for (uintptr_t Address : {1000, 1023, 1024, 1049}) {
    const SettledPlace *Place = Index.find(at(Address), 1);
    ASSERT_TRUE(Place) << Address;
    EXPECT_EQ(Place->Owner, &M);
    EXPECT_TRUE(Place->IsPermanent);
    EXPECT_EQ(Place->deviceAddress(at(Address)), DeviceAddress(Address + 1));
    EXPECT_EQ(Index.find(at(Address), 0), Place);
  }
  EXPECT_TRUE(Index.find(at(1000), 50));
  EXPECT_FALSE(Index.find(at(1000), 51));
  EXPECT_FALSE(Index.find(at(999), 1));
  EXPECT_FALSE(Index.find(at(1050), 0));
  Index.erase(M);
  EXPECT_FALSE(Index.find(at(1000), 1));
}

/// Such a mapping is only in the mapping table.
TEST(SettledIndex, LeavesOutWhatIsEmptyOrTooLarge) {
  MappingTable Table;
  SettledIndex Index;
  for (uint64_t Size : {uint64_t(0), uint64_t(1) << 60}) {
    Mapping &M = insert(Table, 4096, Size);
    Index.insert(M);
    EXPECT_FALSE(Index.find(at(4096), 0));
    Index.erase(M);
    Table.erase(M);
  }
}

/// Compares random mappings of many sizes, of which some are in the index, with
/// the mapping table.
TEST(SettledIndex, AgreesWithTheMappingTable) {
  std::mt19937_64 Random(20261121);
  for (uintptr_t Space :
       {uintptr_t(300), uintptr_t(1) << 14, uintptr_t(1) << 40}) {
    MappingTable Table;
    SettledIndex Index;
    std::vector<Mapping *> Live;
    for (int Step = 0; Step < 30000; ++Step) {
      const uintptr_t Begin = Space + Random() % Space;
      const uint64_t Largest =
          Space >> (3 + Random() % size_t(std::bit_width(Space) - 3));
      const uint64_t Size = Random() % 4 ? 1 + Random() % Largest : 0;
      const Match There = Table.find(at(Begin), Size);
      const bool IsExpected =
          There.isContained() && There.Found->State == MappingState::Present;
      const SettledPlace *Place = Index.find(at(Begin), Size);
      ASSERT_EQ(Place != nullptr, IsExpected) << Step;
      ASSERT_TRUE(!Place || Place->Owner == There.Found) << Step;

      if (There.Kind == Overlap::None && Size) {
        Live.push_back(&insert(Table, Begin, Size));
        if (Random() % 8) {
          Live.back()->State = MappingState::Present;
          Index.insert(*Live.back());
        }
      } else if (!Live.empty() && Random() % 8 == 0) {
        const size_t Which = Random() % Live.size();
        if (Live[Which]->State == MappingState::Present)
          Index.erase(*Live[Which]);
        Table.erase(*Live[Which]);
        Live.erase(Live.begin() + long(Which));
      }
    }
    EXPECT_GT(Live.size(), 5u);
  }
}

} // namespace
