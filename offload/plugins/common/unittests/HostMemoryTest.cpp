//===- HostMemoryTest.cpp - Tests of host memory as a device's memory -----===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Plugins/HostMemory.h"
#include "ompjit/Support/Sanitizers.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <cstdio>
#include <cstring>
#include <fstream>
#include <string>
#include <vector>

using namespace ompjit;
using namespace ompjit::plugins;

namespace {

constexpr uint64_t MiB = uint64_t(1) << 20;

/// Returns the flags of the mapping that holds this address; empty if the
/// system does not tell them.
std::string flagsOf(const void *Address) {
  std::ifstream Maps("/proc/self/smaps");
  const auto Wanted = reinterpret_cast<uintptr_t>(Address);
  bool IsWanted = false;
  for (std::string Line; std::getline(Maps, Line);) {
    unsigned long Begin, End;
    if (std::sscanf(Line.c_str(), "%lx-%lx ", &Begin, &End) == 2)
      IsWanted = Begin <= Wanted && Wanted < End;
    else if (IsWanted && Line.starts_with("VmFlags:"))
      return Line;
  }
  return {};
}

size_t numMappings() {
  std::ifstream Maps("/proc/self/maps");
  size_t Number = 0;
  for (std::string Line; std::getline(Maps, Line);)
    ++Number;
  return Number;
}

void *allocate(uint64_t Size) {
  void *Memory = nullptr;
  ompjit_error Reason = {};
  EXPECT_EQ(allocateHostMemory(Size, &Memory, &Reason), 0);
  return Memory;
}

TEST(HostMemoryTest, BlocksOfAnySizeAreAlignedAndHoldWhatIsWritten) {
  for (uint64_t Size : {uint64_t(1), uint64_t(127), uint64_t(4096), 2 * MiB - 1,
                        2 * MiB, 4 * MiB + 1, 64 * MiB}) {
    void *Memory = allocate(Size);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(Memory) % 128, 0u) << Size;
    std::memset(Memory, 1, Size);
    freeHostMemory(Memory);
  }
  freeHostMemory(nullptr);
}

TEST(HostMemoryTest, LargeBlocksAskForHugePages) {
  if (!std::ifstream("/sys/kernel/mm/transparent_hugepage/enabled"))
    GTEST_SKIP() << "the system has no transparent huge pages";
  if (hasMemoryChecks())
    GTEST_SKIP() << "the sanitizer's allocator decides";
  void *Memory = allocate(64 * MiB);
  const std::string Flags =
      flagsOf(static_cast<const char *>(Memory) + 32 * MiB);
  if (Flags.empty())
    GTEST_SKIP() << "the system tells no flags of mappings";
  EXPECT_THAT(Flags, testing::HasSubstr(" hg"));
  freeHostMemory(Memory);
}

/// A process may have 65,530 mappings by default.
TEST(HostMemoryTest, LargeBlocksShareMappings) {
  if (hasMemoryChecks())
    GTEST_SKIP() << "the sanitizer's allocator decides";
  constexpr size_t NumBlocks = 500;
  const size_t Before = numMappings();
  std::vector<void *> Blocks;
  for (size_t I = 0; I != NumBlocks; ++I)
    Blocks.push_back(allocate(40 * MiB));
  EXPECT_LT(numMappings(), Before + NumBlocks / 10);
  for (void *Each : Blocks)
    freeHostMemory(Each);
}

TEST(HostMemoryTest, WhatCannotBeHadIsToldWithItsSize) {
  for (uint64_t Size : {UINT64_MAX, UINT64_MAX / 2}) {
    void *Memory = nullptr;
    ompjit_error Reason = {};
    EXPECT_NE(allocateHostMemory(Size, &Memory, &Reason), 0);
    EXPECT_THAT(std::string(Reason.text),
                testing::HasSubstr(std::to_string(Size)));
  }
}

} // namespace
