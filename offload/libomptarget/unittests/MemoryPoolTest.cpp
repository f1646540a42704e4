//===- MemoryPoolTest.cpp - Tests of the pool of device memory ------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/MemoryPool.h"
#include "FakePlugin.h"

#include <gtest/gtest.h>

#include <cstring>
#include <random>
#include <set>
#include <thread>
#include <vector>

using namespace ompjit;
using namespace ompjit::test;

namespace {

constexpr ompjit_memory_kind OnDevice = OMPJIT_MEMORY_DEVICE;

class MemoryPoolTest : public testing::Test {
protected:
  void *allocate(MemoryPool &Pool, uint64_t Size) {
    Result<void *> Memory = Pool.allocate(Size, OnDevice);
    EXPECT_TRUE(bool(Memory));
    return Memory ? *Memory : nullptr;
  }
  void release(MemoryPool &Pool, void *Memory) {
    EXPECT_TRUE(bool(Pool.free(Memory, OnDevice)));
  }

  FakePlugin Fake;
  PluginMemory Plugin{Fake.Table, &Fake.State};
};

TEST_F(MemoryPoolTest, GivesFreedMemoryOutAgain) {
  MemoryPool Pool(Plugin, 8192);
  void *First = allocate(Pool, 300);
  release(Pool, First);
  EXPECT_EQ(Fake.liveAllocations(), 1u);
  EXPECT_EQ(allocate(Pool, 512), First);
  EXPECT_NE(allocate(Pool, 512), First);
  EXPECT_EQ(Fake.liveAllocations(), 2u);
}

TEST_F(MemoryPoolTest, KeepsSizesApart) {
  MemoryPool Pool(Plugin, 8192);
  void *Small = allocate(Pool, 512);
  release(Pool, Small);
  EXPECT_NE(allocate(Pool, 513), Small);
  EXPECT_EQ(allocate(Pool, 257), Small);
}

TEST_F(MemoryPoolTest, ABlockHoldsWhatItIsAskedFor) {
  MemoryPool Pool(Plugin, 8192);
  for (uint64_t Size : {0, 1, 127, 128, 129, 4097, 8191, 8192, 8193}) {
    void *Memory = allocate(Pool, Size);
    EXPECT_GE(Fake.State.Live[Memory], Size);
    std::memset(Memory, 1, Size);
  }
}

TEST_F(MemoryPoolTest, LeavesLargeMemoryToThePlugin) {
  MemoryPool Pool(Plugin, 1024);
  void *Exact = allocate(Pool, 1024), *Large = allocate(Pool, 1025);
  EXPECT_EQ(Fake.State.Live[Large], 1025u);
  release(Pool, Exact);
  release(Pool, Large);
  EXPECT_EQ(Fake.liveAllocations(), 1u);
}

TEST_F(MemoryPoolTest, LeavesHostAndSharedMemoryToThePlugin) {
  MemoryPool Pool(Plugin, 8192);
  for (ompjit_memory_kind Kind : {OMPJIT_MEMORY_HOST, OMPJIT_MEMORY_SHARED}) {
    Result<void *> Memory = Pool.allocate(100, Kind);
    ASSERT_TRUE(bool(Memory));
    EXPECT_TRUE(bool(Pool.free(*Memory, Kind)));
    EXPECT_EQ(Fake.liveAllocations(), 0u);
  }
}

TEST_F(MemoryPoolTest, TakesAThresholdThatIsNoPowerOfTwo) {
  MemoryPool Pool(Plugin, 1000);
  void *Memory = allocate(Pool, 1000);
  release(Pool, Memory);
  EXPECT_EQ(allocate(Pool, 1000), Memory);
  release(Pool, allocate(Pool, 1001));
  EXPECT_EQ(Fake.liveAllocations(), 1u);
}

TEST_F(MemoryPoolTest, TakesAnyThreshold) {
  for (uint64_t Threshold : {uint64_t(1), uint64_t(1) << 40, ~uint64_t(0)}) {
    MemoryPool Pool(Plugin, Threshold);
    void *Memory = allocate(Pool, 1);
    release(Pool, Memory);
    EXPECT_EQ(allocate(Pool, 1), Memory);
    release(Pool, Memory);
  }
}

TEST_F(MemoryPoolTest, KeepsABoundedAmount) {
  MemoryPool Pool(Plugin, 8192);
  const size_t Fit = MemoryPool::shelfBytes(8192) / 8192;
  std::vector<void *> All;
  for (size_t I = 0; I < Fit + 10; ++I)
    All.push_back(allocate(Pool, 8192));
  for (void *Each : All)
    release(Pool, Each);
  EXPECT_EQ(Fake.liveAllocations(), Fit);
}

TEST_F(MemoryPoolTest, GivesEverythingBackAtTheEnd) {
  {
    MemoryPool Pool(Plugin, 8192);
    void *A = allocate(Pool, 100), *B = allocate(Pool, 5000);
    release(Pool, A);
    release(Pool, B);
    EXPECT_EQ(Fake.liveAllocations(), 2u);
  }
  EXPECT_EQ(Fake.liveAllocations(), 0u);
}

/// Fails while the fake holds three allocations.
int allocateUpToThree(ompjit_device *D, uint64_t Size, ompjit_memory_kind,
                      void **Address, ompjit_error *Error) {
  std::lock_guard Lock(D->Mutex);
  if (D->Live.size() >= 3) {
    std::strcpy(Error->text, "three are enough");
    return 1;
  }
  *Address = std::aligned_alloc(128, (Size + 127) / 128 * 128);
  D->Live[*Address] = Size;
  return 0;
}

TEST_F(MemoryPoolTest, TriesAgainWithoutWhatItKept) {
  Fake.Table.memory_allocate = allocateUpToThree;
  MemoryPool Pool(Plugin, 8192);
  void *A = allocate(Pool, 100), *B = allocate(Pool, 200);
  void *Used = allocate(Pool, 400);
  release(Pool, A);
  release(Pool, B);
  allocate(Pool, 100000); // This has no bucket, and needs the room as well.
  allocate(Pool, 8192);
  EXPECT_EQ(Fake.liveAllocations(), 3u);
  EXPECT_EQ(Fake.State.Live.count(Used), 1u);
}

TEST_F(MemoryPoolTest, ReportsThatTheDeviceIsFull) {
  Fake.Table.memory_allocate = allocateUpToThree;
  MemoryPool Pool(Plugin, 8192);
  for (int I = 0; I < 3; ++I)
    allocate(Pool, 64);
  Result<void *> Memory = Pool.allocate(64, OnDevice);
  ASSERT_FALSE(bool(Memory));
  EXPECT_EQ(Memory.error().message(), "three are enough");
}

TEST_F(MemoryPoolTest, PassesOnThePluginsErrorForUnknownMemory) {
  MemoryPool Pool(Plugin, 8192);
  int Local = 0;
  EXPECT_FALSE(bool(Pool.free(&Local, OnDevice)));
}

/// Threads allocate, mark, check and free blocks, and hand some of them to the
/// next thread, while one of them trims. No block may have two owners.
TEST_F(MemoryPoolTest, ThreadsNeverShareABlock) {
  constexpr int NumThreads = 4, Rounds = 3000;
  MemoryPool Pool(Plugin, 4096);
  std::mutex HandOverMutex;
  std::vector<void *> HandOver;
  auto Work = [&](int Id) {
    std::mt19937 Random(unsigned(Id) + 7);
    std::vector<std::pair<int *, int>> Mine;
    for (int I = 0; I < Rounds; ++I) {
      if (Mine.size() < 20 && Random() % 2) {
        int Mark = Id * Rounds + I;
        auto *Block = static_cast<int *>(allocate(Pool, 4 + Random() % 4093));
        *Block = Mark;
        Mine.push_back({Block, Mark});
      } else if (!Mine.empty()) {
        auto [Block, Mark] = Mine.back();
        Mine.pop_back();
        EXPECT_EQ(*Block, Mark);
        std::lock_guard Lock(HandOverMutex);
        HandOver.push_back(Block);
      }
      void *Other = nullptr;
      if (std::lock_guard Lock(HandOverMutex); !HandOver.empty()) {
        Other = HandOver.back();
        HandOver.pop_back();
      }
      if (Other)
        release(Pool, Other);
      if (Id == 0 && I % 100 == 0)
        Pool.trim();
    }
    for (auto [Block, Mark] : Mine) {
      EXPECT_EQ(*Block, Mark);
      release(Pool, Block);
    }
  };
  std::vector<std::thread> Threads;
  for (int I = 0; I < NumThreads; ++I)
    Threads.emplace_back(Work, I);
  for (std::thread &Each : Threads)
    Each.join();
  for (void *Each : HandOver)
    release(Pool, Each);
  Pool.trim();
  EXPECT_EQ(Fake.liveAllocations(), 0u);
}

} // namespace
