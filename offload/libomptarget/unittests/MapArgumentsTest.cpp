//===- MapArgumentsTest.cpp - Tests of the list of mapped items -----------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "data/MapArguments.h"

#include <gtest/gtest.h>

using namespace ompjit;

namespace {

TEST(MapArguments, ReadsTheParentOfAMember) {
  int64_t Types[] = {MapTo, MapTo | int64_t(1) << MapMemberOfShift,
                     int64_t(uint64_t(0xffff) << MapMemberOfShift)};
  MapArguments Arguments;
  Arguments.Types = Types;
  EXPECT_EQ(Arguments.parent(0), -1);
  EXPECT_EQ(Arguments.parent(1), 0);
  EXPECT_EQ(Arguments.parent(2), 0xfffe);
}

TEST(MapArguments, DescribesAnItem) {
  char Name[] = ";a[0:n];b.cpp;7;30;;";
  char Odd[] = "odd";
  void *Names[] = {Name, nullptr, Odd};
  MapArguments Arguments;
  EXPECT_EQ(Arguments.describe(0), "data");
  Arguments.Names = Names;
  EXPECT_EQ(Arguments.describe(0), "'a[0:n]' (b.cpp:7)");
  EXPECT_EQ(Arguments.describe(1), "data");
  EXPECT_EQ(Arguments.describe(2), "data");
}

constexpr int64_t MemberOfFirst = int64_t(1) << MapMemberOfShift;

TEST(StructExtents, LeaveWhatIsRight) {
  int S[4];
  void *Bases[] = {S, S}, *Begins[] = {S, S + 2};
  int64_t Sizes[] = {16, 4}, Types[] = {0, MapTo | MemberOfFirst};
  StructExtents Extents;
  MapArguments Covered = Extents.cover({2, Bases, Begins, Sizes, Types});
  EXPECT_EQ(Covered.Begins, Begins);
  EXPECT_EQ(Covered.Sizes, Sizes);
}

TEST(StructExtents, CoverMembersOutside) {
  int S[8];
  void *Bases[] = {S, S, S}, *Begins[] = {S + 3, S + 2, S + 6};
  int64_t Sizes[] = {4, 4, 8};
  int64_t Types[] = {0, MapTo | MemberOfFirst, MapTo | MemberOfFirst};
  StructExtents Extents;
  MapArguments Covered = Extents.cover({3, Bases, Begins, Sizes, Types});
  EXPECT_EQ(Covered.Begins[0], S + 2);
  EXPECT_EQ(Covered.Sizes[0], 24);
  EXPECT_EQ(Covered.Begins[2], S + 6);
  EXPECT_EQ(Begins[0], S + 3) << "the program's own arrays stay as they are";
}

TEST(StructExtents, ReplaceANegativeSize) {
  int S[8];
  void *Bases[] = {S, S}, *Begins[] = {S + 6, S + 1};
  int64_t Sizes[] = {-20, 8};
  int64_t Types[] = {0, MapTo | MemberOfFirst};
  StructExtents Extents;
  MapArguments Covered = Extents.cover({2, Bases, Begins, Sizes, Types});
  EXPECT_EQ(Covered.Begins[0], S + 1);
  EXPECT_EQ(Covered.Sizes[0], 8);
}

TEST(StructExtents, LeaveOutWhatMembersPointTo) {
  int *S[4];
  int Pointee[4];
  void *Bases[] = {S, S + 1, Pointee}, *Begins[] = {S, Pointee, Pointee};
  int64_t Sizes[] = {16, 16, 16};
  int64_t Types[] = {0, MapTo | MapPtrAndObj | MemberOfFirst,
                     MapTo | MemberOfFirst};
  StructExtents Extents;
  EXPECT_EQ(Extents.cover({3, Bases, Begins, Sizes, Types}).Sizes, Sizes);
}

void mapTwice(void *Handle, void *Base, void *Begin, int64_t Size, int64_t Type,
              void *Name) {
  auto *Own = static_cast<MapperComponents *>(Handle);
  EXPECT_EQ(Own->size(), 0u);
  Own->push(Base, Begin, Size, Type, Name);
  Own->push(Base, Begin, Size / 2, Type, Name);
}

TEST(MapArguments, ExpandsMappersInPlace) {
  int A = 0, B = 0, C = 0;
  void *Begins[] = {&A, &B, &C};
  int64_t Sizes[] = {4, 8, 4};
  int64_t Types[] = {MapTo, MapFrom, MapTo};
  void *Mappers[] = {nullptr, reinterpret_cast<void *>(&mapTwice), nullptr};
  MapArguments Arguments{3, Begins, Begins, Sizes, Types, nullptr, Mappers};
  ASSERT_TRUE(Arguments.hasMappers());
  MapperComponents All = expandMappers(Arguments);
  EXPECT_EQ(All.Begins, (std::vector<void *>{&A, &B, &B, &C}));
  EXPECT_EQ(All.Sizes, (std::vector<int64_t>{4, 8, 4, 4}));
  EXPECT_EQ(All.Types, (std::vector<int64_t>{MapTo, MapFrom, MapFrom, MapTo}));
}

TEST(MapArguments, HandsDeleteOnToAllComponents) {
  int A = 0;
  void *Begins[] = {&A};
  int64_t Sizes[] = {8};
  int64_t Types[] = {MapDelete};
  void *Mappers[] = {
      reinterpret_cast<void *>(+[](void *Handle, void *Base, void *Begin,
                                   int64_t Size, int64_t, void *Name) {
        static_cast<MapperComponents *>(Handle)->push(Base, Begin, Size, MapTo,
                                                      Name);
      })};
  MapperComponents All =
      expandMappers({1, Begins, Begins, Sizes, Types, nullptr, Mappers});
  EXPECT_EQ(All.Types, (std::vector<int64_t>{MapTo | MapDelete}));
}

TEST(MapArguments, HandsModifiersOnToAllButAttachments) {
  int A = 0;
  void *Begins[] = {&A};
  int64_t Sizes[] = {8};
  constexpr int64_t Modifiers = MapAlways | MapClose | MapPresent | MapOmpxHold;
  int64_t Types[] = {MapFrom | Modifiers};
  void *Mappers[] = {
      reinterpret_cast<void *>(+[](void *Handle, void *Base, void *Begin,
                                   int64_t Size, int64_t, void *Name) {
        auto *Own = static_cast<MapperComponents *>(Handle);
        Own->push(Base, Begin, Size, MapFrom, Name);
        Own->push(Base, Begin, Size, MapAttach, Name);
      })};
  MapperComponents All =
      expandMappers({1, Begins, Begins, Sizes, Types, nullptr, Mappers});
  EXPECT_EQ(All.Types, (std::vector<int64_t>{MapFrom | Modifiers, MapAttach}));
}

} // namespace
