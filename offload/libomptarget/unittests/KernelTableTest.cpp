//===- KernelTableTest.cpp - Tests of the table of kernels ----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "device/KernelTable.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

using namespace ompjit;

namespace {

/// Region ids and kernels are only addresses to the table.
class KernelTableTest : public testing::Test {
protected:
  const void *region(size_t I) { return &Regions[I]; }
  DeviceKernel *kernel(size_t I) {
    return reinterpret_cast<DeviceKernel *>(&Kernels[I * 8]);
  }

  static constexpr size_t Count = 10000;
  std::vector<char> Regions = std::vector<char>(Count);
  std::vector<char> Kernels = std::vector<char>(Count * 8);
  KernelTable Table;
};

TEST_F(KernelTableTest, FindsWhatWasSet) {
  EXPECT_EQ(Table.find(region(0)), nullptr);
  for (size_t I = 0; I < Count; ++I)
    Table.set(region(I), kernel(I));
  for (size_t I = 0; I < Count; ++I)
    ASSERT_EQ(Table.find(region(I)), kernel(I));
}

TEST_F(KernelTableTest, RemovesAndSetsAgain) {
  for (int Round = 0; Round < 100; ++Round) {
    for (size_t I = 0; I < 200; ++I)
      Table.set(region(I + size_t(Round)), kernel(I));
    for (size_t I = 0; I < 200; ++I)
      ASSERT_EQ(Table.find(region(I + size_t(Round))), kernel(I));
    for (size_t I = 0; I < 200; ++I)
      Table.set(region(I + size_t(Round)), nullptr);
    for (size_t I = 0; I < 200; ++I)
      ASSERT_EQ(Table.find(region(I + size_t(Round))), nullptr);
  }
}

TEST_F(KernelTableTest, ReadersNeedNoLock) {
  for (size_t I = 0; I < 100; ++I)
    Table.set(region(I), kernel(I));
  std::atomic<bool> Stop = false;
  std::atomic<int> Wrong = 0;
  std::vector<std::thread> Readers;
  for (int T = 0; T < 3; ++T)
    Readers.emplace_back([&] {
      while (!Stop)
        for (size_t I = 0; I < 100; ++I)
          Wrong += Table.find(region(I)) != kernel(I);
    });
  for (size_t I = 100; I < Count; ++I)
    Table.set(region(I), kernel(I));
  Stop = true;
  for (std::thread &Each : Readers)
    Each.join();
  EXPECT_EQ(Wrong, 0);
}

} // namespace
