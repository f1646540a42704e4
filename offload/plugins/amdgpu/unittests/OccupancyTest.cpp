//===- OccupancyTest.cpp - How many blocks a compute unit holds -----------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Occupancy.h"

#include <gtest/gtest.h>

using namespace ompjit::amdgpu;

namespace {

KernelMetadata kernel(uint32_t Wave, uint32_t Vgprs, uint32_t Agprs = 0) {
  KernelMetadata Made;
  Made.WavefrontSize = Wave;
  Made.NumVgprs = Vgprs;
  Made.NumAgprs = Agprs;
  return Made;
}

// The numbers were computed by hand, from the sizes in LLVM's document.
TEST(OccupancyTest, RegistersLimitWaves) {
  EXPECT_EQ(wavesByRegisters(kernel(64, 24), "gfx906"), 10u);
  EXPECT_EQ(wavesByRegisters(kernel(64, 65), "gfx906"), 3u);
  EXPECT_EQ(wavesByRegisters(kernel(64, 256), "gfx906"), 1u);
  EXPECT_EQ(wavesByRegisters(kernel(64, 64), "gfx90a"), 8u);
  EXPECT_EQ(wavesByRegisters(kernel(64, 65), "gfx942"), 7u);
  EXPECT_EQ(wavesByRegisters(kernel(32, 96), "gfx1030"), 10u);
  EXPECT_EQ(wavesByRegisters(kernel(32, 96), "gfx1100"), 16u);
  EXPECT_EQ(wavesByRegisters(kernel(64, 128), "gfx1102"), 4u);
}

// LLVM's number of vector registers has them in it already: 126 and 128 are 256
// on gfx90a, where the second kind begins at a multiple of 4, and 128 on
// gfx908, which has a file for each kind.
TEST(OccupancyTest, AccumulationRegistersCountOnce) {
  EXPECT_EQ(wavesByRegisters(kernel(64, 256, 128), "gfx90a"), 2u);
  EXPECT_EQ(wavesByRegisters(kernel(64, 128, 64), "gfx90a"), 4u);
  EXPECT_EQ(wavesByRegisters(kernel(64, 128, 128), "gfx908"), 2u);
  EXPECT_EQ(wavesByRegisters(kernel(64, 126), "gfx90a"), 4u);
}

TEST(OccupancyTest, OfUnknownProcessorsOnlyWavesCount) {
  EXPECT_EQ(wavesByRegisters(kernel(32, 96), "gfx1999"), UINT32_MAX);
  const UnitResources Unit = {32, 4, 64 << 10};
  EXPECT_EQ(blocksOfUnit(kernel(32, 96), "gfx1999", Unit, 256, 0), 4u);
}

TEST(OccupancyTest, TheScarcestLimitsBlocks) {
  const UnitResources Unit = {32, 4, 64 << 10};
  // Registers limit a SIMD unit to 8 waves, and a compute unit to 32.
  EXPECT_EQ(blocksOfUnit(kernel(64, 64), "gfx90a", Unit, 256, 0), 8u);
  EXPECT_EQ(blocksOfUnit(kernel(64, 128), "gfx90a", Unit, 256, 0), 4u);
  EXPECT_EQ(blocksOfUnit(kernel(64, 64), "gfx90a", Unit, 257, 0), 6u);
  EXPECT_EQ(blocksOfUnit(kernel(64, 64), "gfx90a", Unit, 256, 20 << 10), 3u);
  // The caller reports a launch that is too large.
  EXPECT_EQ(blocksOfUnit(kernel(64, 64), "gfx90a", Unit, 256, 80 << 10), 1u);
  EXPECT_EQ(blocksOfUnit(kernel(64, 512), "gfx90a", Unit, 1024, 0), 1u);
}

} // namespace
