//===- RegionNameTest.cpp - Tests of names of target regions -------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Support/RegionName.h"

#include <gtest/gtest.h>

using namespace ompjit;

namespace {

TEST(RegionNameTest, IsTheFunctionAndTheLine) {
  EXPECT_EQ(regionName("__omp_offloading_fd01_3c0a2f__Z3fooPdi_l12"),
            "foo(double*, int), line 12");
  EXPECT_EQ(regionName("__omp_offloading_fd01_3c0a2f_main_l7"), "main, line 7");
}

TEST(RegionNameTest, IsTheSameInPackages) {
  EXPECT_EQ(regionName("__omp_offloading__Z3fooPdi_l12"),
            "foo(double*, int), line 12");
  EXPECT_EQ(regionName("__omp_offloading_add_face_l7"), "add_face, line 7");
}

TEST(RegionNameTest, NumbersTheRegionsOfALine) {
  EXPECT_EQ(regionName("__omp_offloading_10_2_main_l7_1"), "main, line 7 (1)");
}

TEST(RegionNameTest, KeepsUnderscoresOfTheFunction) {
  EXPECT_EQ(regionName("__omp_offloading_10_2_my_loop_l3"), "my_loop, line 3");
}

TEST(RegionNameTest, LeavesOtherSymbols) {
  EXPECT_EQ(regionName("_Z3barv"), "bar()");
  for (const char *Each : {"", "kernel", "__omp_offloading_", "_Zwrong",
                           "__omp_offloading_10_2_main", "__omp_offloading_1",
                           "__omp_offloading_10_2_main_l"})
    EXPECT_EQ(regionName(Each), Each);
}

} // namespace
