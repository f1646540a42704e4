//===- MapArgumentsTest.cpp - Tests of the list of mapped items -----------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MapArguments.h"

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

} // namespace
