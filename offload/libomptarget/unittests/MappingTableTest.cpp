//===- MappingTableTest.cpp - Tests of the mapping table ------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "data/MappingTable.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

using namespace ompjit;

namespace {

HostAddress at(uintptr_t Value) { return HostAddress(Value); }

TEST(MappingTable, FindsWhatIsContained) {
  MappingTable Table;
  Mapping &M = Table.insert(at(100), 50);
  EXPECT_EQ(Table.find(at(100), 50).Kind, Overlap::Contained);
  EXPECT_EQ(Table.find(at(149), 1).Kind, Overlap::Contained);
  EXPECT_EQ(Table.find(at(120), 10).Found, &M);
  EXPECT_EQ(Table.find(at(150), 1).Kind, Overlap::None);
  EXPECT_EQ(Table.find(at(99), 1).Kind, Overlap::None);
}

TEST(MappingTable, TellsPartialOverlaps) {
  MappingTable Table;
  Mapping &M = Table.insert(at(100), 50);
  for (auto [Begin, Size] : {std::pair<uintptr_t, uint64_t>{90, 20},
                             {140, 20},
                             {90, 100},
                             {100, 51},
                             {99, 51}}) {
    Match There = Table.find(at(Begin), Size);
    EXPECT_EQ(There.Kind, Overlap::Partial) << Begin << " " << Size;
    EXPECT_EQ(There.Found, &M);
  }
}

TEST(MappingTable, FindsEmptyRangesByTheirAddress) {
  MappingTable Table;
  Table.insert(at(100), 50);
  EXPECT_EQ(Table.find(at(100), 0).Kind, Overlap::Contained);
  EXPECT_EQ(Table.find(at(149), 0).Kind, Overlap::Contained);
  EXPECT_EQ(Table.find(at(150), 0).Kind, Overlap::None);
  EXPECT_EQ(Table.find(at(99), 0).Kind, Overlap::None);
}

TEST(MappingTable, FindsASectionByItsBase) {
  MappingTable Table;
  Mapping &M = Table.insert(at(100), 50);
  M.Base = at(60);
  Table.insert(at(40), 10);
  EXPECT_EQ(Table.findSection(at(60), 0).Found, &M);
  EXPECT_EQ(Table.findSection(at(99), 0).Kind, Overlap::Contained);
  EXPECT_EQ(Table.findSection(at(59), 0).Kind, Overlap::None);
  EXPECT_EQ(Table.findSection(at(150), 0).Kind, Overlap::None);
  EXPECT_EQ(Table.findSection(at(60), 1).Kind, Overlap::None);
  EXPECT_EQ(Table.find(at(60), 0).Kind, Overlap::None);
}

TEST(MappingTable, TranslatesAddresses) {
  MappingTable Table;
  Mapping &M = Table.insert(at(100), 50);
  M.Device = DeviceAddress(uintptr_t(7000));
  EXPECT_EQ(M.deviceAddress(at(110)).Value, 7010u);
}

/// Compares the table with a table of bytes over random insertions and
/// erasures.
TEST(MappingTable, AgreesWithASimpleModel) {
  constexpr uintptr_t Space = 400;
  std::mt19937 Random(20260101);
  MappingTable Table;
  std::vector<Mapping *> Owner(Space, nullptr);
  std::vector<Mapping *> Live;
  for (int Step = 0; Step < 20000; ++Step) {
    uintptr_t Begin = Random() % (Space - 40);
    uint64_t Size = Random() % 40;
    Mapping *First = nullptr;
    uint64_t Covered = 0;
    for (uintptr_t I = Begin; I < Begin + std::max<uint64_t>(Size, 1); ++I) {
      First = First ? First : Owner[I];
      Covered += Owner[I] == First && First;
    }
    Overlap Expected =
        !First ? Overlap::None
        : Owner[Begin] == First && Covered == std::max<uint64_t>(Size, 1)
            ? Overlap::Contained
            : Overlap::Partial;
    Match There = Table.find(at(Begin), Size);
    ASSERT_EQ(There.Kind, Expected) << Step << ": " << Begin << "+" << Size;
    ASSERT_EQ(There.Found, First);

    if (Expected == Overlap::None && Size) {
      Mapping &New = Table.insert(at(Begin), Size);
      Live.push_back(&New);
      for (uintptr_t I = Begin; I < Begin + Size; ++I)
        Owner[I] = &New;
    } else if (!Live.empty() && Random() % 3 == 0) {
      size_t Which = Random() % Live.size();
      Mapping *Old = Live[Which];
      for (Mapping *&Each : Owner)
        Each = Each == Old ? nullptr : Each;
      Table.erase(*Old);
      Live.erase(Live.begin() + long(Which));
    }
    ASSERT_EQ(Table.size(), Live.size());
  }
}

std::vector<std::pair<uintptr_t, uint64_t>>
cut(const Mapping &M, uintptr_t Begin, uint64_t Size) {
  std::vector<Piece> Pieces;
  appendPieces(M, at(Begin), Size, Pieces);
  std::vector<std::pair<uintptr_t, uint64_t>> Out;
  for (const Piece &Each : Pieces)
    Out.emplace_back(Each.Host.Value, Each.Size);
  return Out;
}

TEST(Pieces, LeaveAttachedPointersOut) {
  Mapping M;
  M.Begin = at(1000);
  M.End = at(1100);
  addAttachment(M, at(1048));
  addAttachment(M, at(1000));
  addAttachment(M, at(1008));
  addAttachment(M, at(1048));
  using Expected = std::vector<std::pair<uintptr_t, uint64_t>>;
  EXPECT_EQ(M.extra().Attached.size(), 3u);
  EXPECT_EQ(cut(M, 1000, 100), (Expected{{1016, 32}, {1056, 44}}));
  EXPECT_EQ(cut(M, 1016, 32), (Expected{{1016, 32}}));
  EXPECT_EQ(cut(M, 1048, 8), (Expected{}));
  // Half of a pointer must not be touched either.
  EXPECT_EQ(cut(M, 1052, 8), (Expected{{1056, 4}}));
  EXPECT_EQ(cut(M, 1040, 10), (Expected{{1040, 8}}));
}

} // namespace
