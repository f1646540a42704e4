//===- AllocationTableTest.cpp - Tests of the table of allocations --------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "data/AllocationTable.h"

#include <gtest/gtest.h>

using namespace ompjit;

namespace {

TEST(AllocationTable, KnowsWhatIsInside) {
  AllocationTable Table;
  DeviceAddress A(uintptr_t(1000));
  Table.add(A, 100, OMPJIT_MEMORY_SHARED);
  EXPECT_TRUE(Table.contains(A, 100));
  EXPECT_TRUE(Table.contains(A + 99, 1));
  EXPECT_FALSE(Table.contains(A + 99, 2));
  EXPECT_FALSE(Table.contains(A + 100, 0));
  EXPECT_FALSE(Table.contains(A - 1, 1));
}

TEST(AllocationTable, GivesBackTheKindOnce) {
  AllocationTable Table;
  DeviceAddress A(uintptr_t(1000));
  Table.add(A, 100, OMPJIT_MEMORY_HOST);
  EXPECT_EQ(Table.remove(A + 1), std::nullopt);
  EXPECT_EQ(Table.remove(A), OMPJIT_MEMORY_HOST);
  EXPECT_EQ(Table.remove(A), std::nullopt);
  EXPECT_FALSE(Table.contains(A, 1));
}

} // namespace
