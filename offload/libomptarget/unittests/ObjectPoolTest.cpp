//===- ObjectPoolTest.cpp - Tests of the pool of objects ------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "data/ObjectPool.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <vector>

using namespace ompjit;

namespace {

/// Has room for the pool's own member.
struct alignas(64) Line {
  Line() { ++NumLive; }
  ~Line() { --NumLive; }
  Line(const Line &) = delete;
  Line &operator=(const Line &) = delete;

  uint64_t Number = 7;
  inline static int NumLive = 0;
};

constexpr int Many = 100'000; // Some slabs of huge pages.

std::vector<Line *> create(ObjectPool<Line> &Pool, int Count) {
  std::vector<Line *> Lines;
  for (int I = 0; I < Count; ++I) {
    Lines.push_back(Pool.create());
    Lines.back()->Number = uint64_t(I);
  }
  return Lines;
}

TEST(ObjectPool, ObjectsAreNewAndApart) {
  ObjectPool<Line> Pool;
  std::vector<Line *> Lines = create(Pool, 1000);
  for (size_t I = 0; I < Lines.size(); ++I) {
    EXPECT_EQ(Lines[I]->Number, I);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(Lines[I]) % 64, 0u);
  }
  Pool.destroy(Lines[10]);
  EXPECT_EQ(Line::NumLive, 999);
  EXPECT_EQ(Pool.create()->Number, 7u);
  for (Line *Each : Lines)
    Pool.destroy(Each);
  EXPECT_EQ(Line::NumLive, 0);
}

/// They take no more memory than an array of them, but for the last slab.
TEST(ObjectPool, NoRoomIsLostBesideObjects) {
  ObjectPool<Line> Pool;
  std::vector<Line *> Lines = create(Pool, Many);
  EXPECT_LT(Pool.bytes(), Many * sizeof(Line) + HugePageBytes + (1 << 16));
  for (Line *Each : Lines)
    Pool.destroy(Each);
}

TEST(ObjectPool, MemoryIsFreedWithTheObjects) {
  ObjectPool<Line> Pool;
  std::vector<Line *> Lines = create(Pool, Many);
  std::shuffle(Lines.begin(), Lines.end(), std::mt19937(20260101));
  for (Line *Each : Lines)
    Pool.destroy(Each);
  EXPECT_EQ(Line::NumLive, 0);
  EXPECT_LE(Pool.bytes(), 4096u);
  // What is left serves the next ones.
  const size_t Before = Pool.bytes();
  for (int I = 0; I < 10; ++I)
    Pool.destroy(Pool.create());
  EXPECT_EQ(Pool.bytes(), Before);
}

/// A slab whose last object comes and goes is not allocated each time.
TEST(ObjectPool, OneSlabWithoutObjectsStays) {
  ObjectPool<Line> Pool;
  std::vector<Line *> Lines;
  const size_t First = (Lines.push_back(Pool.create()), Pool.bytes());
  while (Pool.bytes() == First)
    Lines.push_back(Pool.create());
  const size_t Both = Pool.bytes();
  Pool.destroy(Lines.back());
  EXPECT_EQ(Pool.bytes(), Both);
  Lines.back() = Pool.create();
  EXPECT_EQ(Pool.bytes(), Both);
  for (Line *Each : Lines)
    Pool.destroy(Each);
}

} // namespace
