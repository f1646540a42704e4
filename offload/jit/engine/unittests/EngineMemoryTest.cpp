//===- EngineMemoryTest.cpp - Images make room for others -----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An image of the mock is its text. A launch reads the text of the loaded
// image, so that an image that is unloaded too early is an access to freed
// memory.
//
//===----------------------------------------------------------------------===//

#include "EngineFixture.h"

#include "MockPlugin.h"
#include "ompjit/Cache/DiskStore.h"
#include "ompjit/Cache/Key.h"
#include "ompjit/KernelCounts.h"
#include "policy/ImageBudget.h"

#include <array>
#include <thread>

using namespace ompjit;
using namespace ompjit::jit;

namespace {

constexpr uint64_t All = UINT64_MAX;
constexpr uint64_t OneImage = std::string_view("kernel k 0=1").size();

/// Watches the launches of threads. Each thread has a number of its own.
class CountedLaunches : public LaunchWatch {
public:
  class Scope {
  public:
    Scope(CountedLaunches &Watch, size_t Thread) : Mine(Watch.Counts[Thread]) {
      Current = Thread;
      Mine.fetch_add(1, std::memory_order_seq_cst);
    }
    ~Scope() { Mine.fetch_sub(1, std::memory_order_release); }

  private:
    std::atomic<int> &Mine;
  };

  std::unique_ptr<Earlier> earlier() const override {
    return std::make_unique<InUse>(*this);
  }

private:
  static constexpr size_t MaxThreads = 16;

  class InUse : public Earlier {
  public:
    explicit InUse(const CountedLaunches &Watch) : Watch(Watch) {
      for (size_t I = 0; I != MaxThreads; ++I)
        if (!Watch.isQuiet(I))
          Left.push_back(I);
    }
    bool areOver() override {
      std::erase_if(Left, [this](size_t I) { return Watch.isQuiet(I); });
      return Left.empty();
    }

  private:
    const CountedLaunches &Watch;
    std::vector<size_t> Left;
  };

  bool isQuiet(size_t Thread) const {
    return Counts[Thread].load(std::memory_order_seq_cst) <=
           (Thread == Current ? 1 : 0);
  }

  std::array<std::atomic<int>, MaxThreads> Counts{};
  static thread_local size_t Current;
};

thread_local size_t CountedLaunches::Current = 0;

class EngineMemoryTest : public EngineFixture {
protected:
  EngineMemoryTest() {
    Launches = &Watch;
    Chosen.Threshold = 1000;
  }

  Kernel *startKernel() {
    return start(PackageBuilder().kernel("k", {All}).build(), Device)
        ->findKernel("entry_k");
  }
  std::string launchOnce(Kernel *K, uint64_t Value, size_t Thread = 0) {
    const CountedLaunches::Scope Running(Watch, Thread);
    return launch(K, {Value});
  }
  static std::string imageOf(uint64_t Value) {
    return "kernel k 0=" + std::to_string(Value);
  }
  /// Launches with values below ten in eight threads at once.
  void launchInThreads(Kernel *K,
                       bool (*IsRight)(const std::string &, uint64_t)) {
    std::vector<std::thread> Threads;
    for (size_t Thread = 0; Thread != 8; ++Thread)
      Threads.emplace_back([&, Thread] {
        for (uint64_t I = 0; I != 500; ++I) {
          const uint64_t Value = (I * (Thread + 1)) % 10;
          const std::string Got = launchOnce(K, Value, Thread + 1);
          EXPECT_TRUE(IsRight(Got, Value)) << Got << " for " << Value;
        }
      });
    for (std::thread &Each : Threads)
      Each.join();
  }

  CountedLaunches Watch;
};

TEST_F(EngineMemoryTest, WhatWasNotUsedForTheLongestTimeGoes) {
  Chosen.MemoryBytes = 2 * OneImage;
  Kernel *K = startKernel();
  // The image for 3 takes the place of that for 2.
  for (uint64_t Value : {1, 2, 1, 3, 1})
    EXPECT_EQ(launchOnce(K, Value), imageOf(Value));
  EXPECT_EQ(Device.Loads, 3);
  EXPECT_EQ(Device.Unloads, 1);
  EXPECT_EQ(launchOnce(K, 2), imageOf(2)); // It takes the place of that for 3.
  EXPECT_EQ(launchOnce(K, 1), imageOf(1));
  EXPECT_EQ(Device.Loads, 4);
  EXPECT_EQ(Device.Unloads, 2);
  EXPECT_EQ(Answers->Compiles, 3);
  EXPECT_EQ(statistic("unloads"), 2u);
  EXPECT_EQ(statistic("l2_memory_hits"), 1u);
  expectCountsAddUp(7);
}

TEST_F(EngineMemoryTest, KernelsShareADevice) {
  Chosen.MemoryBytes = 2 * OneImage;
  DeviceProgram *P = start(
      PackageBuilder().kernel("k", {All}).kernel("l", {All}).build(), Device);
  Kernel *K = P->findKernel("entry_k"), *L = P->findKernel("entry_l");
  EXPECT_EQ(launchOnce(K, 1), imageOf(1));
  EXPECT_EQ(launchOnce(L, 1), "kernel l 0=1");
  EXPECT_EQ(launchOnce(L, 2), "kernel l 0=2");
  EXPECT_EQ(Device.Unloads, 1);
  EXPECT_EQ(launchOnce(L, 1), "kernel l 0=1");
  EXPECT_EQ(Device.Loads, 3);
  EXPECT_EQ(launchOnce(K, 1), imageOf(1));
  EXPECT_EQ(Device.Loads, 4);
}

TEST_F(EngineMemoryTest, WhatRunsIsNotUnloaded) {
  Chosen.MemoryBytes = OneImage;
  Kernel *K = startKernel();
  {
    const CountedLaunches::Scope Running(Watch, 1);
    ompjit_kernel *Held = launchForKernel(K, {1});
    EXPECT_EQ(launchOnce(K, 2), imageOf(2));
    EXPECT_EQ(launchOnce(K, 3), imageOf(3));
    EXPECT_EQ(Held->Image->Bytes, imageOf(1));
    EXPECT_EQ(Device.Unloads, 0);
  }
  EXPECT_EQ(launchOnce(K, 4), imageOf(4));
  EXPECT_EQ(Device.Unloads, 3);
}

TEST_F(EngineMemoryTest, AnImageLargerThanTheBoundIsLoadedAlone) {
  Chosen.MemoryBytes = 1;
  Kernel *K = startKernel();
  for (uint64_t Value : {1, 2, 1, 2})
    EXPECT_EQ(launchOnce(K, Value), imageOf(Value));
  EXPECT_EQ(Device.Loads, 4);
  EXPECT_EQ(Device.Unloads, 3);
}

TEST_F(EngineMemoryTest, WhereNobodyTellsWhatRunsAllStays) {
  Launches = nullptr;
  Chosen.MemoryBytes = 1;
  Kernel *K = startKernel();
  for (uint64_t Value : {1, 2, 3})
    EXPECT_EQ(launchOnce(K, Value), imageOf(Value));
  EXPECT_EQ(Device.Unloads, 0);
}

TEST_F(EngineMemoryTest, TheBaseStays) {
  Chosen.MemoryBytes = 1;
  DeviceProgram *P =
      start(PackageBuilder().kernel("k", {All}).global("g", 4).build(), Device);
  for (uint64_t Value : {1, 2, 3})
    EXPECT_EQ(launchOnce(P->findKernel("entry_k"), Value), imageOf(Value));
  EXPECT_EQ(Device.Loads, 4);
  EXPECT_EQ(Device.Unloads, 2);
  EXPECT_EQ(statistic("unloads"), 2u);
}

TEST_F(EngineMemoryTest, ImagesComeBackFromDisk) {
  Chosen.Cache = CacheMode::Disk;
  Chosen.MemoryBytes = OneImage;
  Kernel *K = startKernel();
  for (uint64_t Value : {1, 2})
    EXPECT_EQ(launchOnce(K, Value), imageOf(Value));
  restart();
  K = startKernel();
  for (uint64_t Value : {1, 2, 1, 2})
    EXPECT_EQ(launchOnce(K, Value), imageOf(Value));
  EXPECT_EQ(statistic("l2_disk_hits"), 2u);
  EXPECT_EQ(statistic("l2_memory_hits"), 2u);
  EXPECT_EQ(Answers->Compiles, 2);
}

TEST_F(EngineMemoryTest, AProgramThatGoesTakesItsImagesAlong) {
  Chosen.MemoryBytes = 2 * OneImage;
  restart();
  const std::string Package = PackageBuilder().kernel("k", {All}).build();
  for (int Round = 0; Round != 3; ++Round) {
    Program *P = *Jit->addProgram(Package);
    Kernel *K = (*onDevice(P, Device, 0))->findKernel("entry_k");
    for (uint64_t Value : {1, 2, 1})
      EXPECT_EQ(launchOnce(K, Value), imageOf(Value));
    Process.withLinker([&] { Jit->removeProgram(P); });
  }
  EXPECT_EQ(Device.Loads, 6);
  EXPECT_EQ(Device.Unloads, 6);
  EXPECT_EQ(statistic("unloads"), 0u);
}

TEST_F(EngineMemoryTest, ManyThreadsFewPlaces) {
  Chosen.MemoryBytes = 3 * OneImage;
  launchInThreads(startKernel(), [](const std::string &Got, uint64_t Value) {
    return Got == imageOf(Value);
  });
  EXPECT_GT(statistic("unloads"), 0u);
  expectCountsAddUp(4000);
}

TEST_F(EngineMemoryTest, ManyThreadsAndStandIns) {
  Chosen.Async = true;
  Chosen.Threads = 2;
  Chosen.MemoryBytes = 3 * OneImage;
  Kernel *K = startKernel();
  launchInThreads(K, [](const std::string &Got, uint64_t Value) {
    return Got == imageOf(Value) || Got == "kernel k";
  });
  uint64_t NumLaunches = 4000;
  for (uint64_t Value = 0; Value != 10; ++Value)
    waitUntil([&] {
      ++NumLaunches;
      return launchOnce(K, Value) == imageOf(Value);
    });
  EXPECT_GT(statistic("unloads"), 0u);
  expectCountsAddUp(NumLaunches);
}

/// Holds one image, which it gives up when asked.
struct SingleImage : ImageHolder {
  std::optional<uint64_t> coldest() override {
    ++NumAsked;
    return Loaded.Bytes > Loaded.RetiredBytes ? std::optional<uint64_t>(1)
                                              : std::nullopt;
  }
  uint64_t retireColdest() override {
    return Loaded.RetiredBytes = Loaded.Bytes;
  }
  uint64_t unloadRetired() override {
    return std::exchange(Loaded, {}).RetiredBytes;
  }
  Held held() override { return Loaded; }

  Held Loaded = {8, 0};
  int NumAsked = 0;
};

TEST(ImageBudget, ForgetsWhoeverHasNoImagesAnyMore) {
  ImageBudget Budget(10);
  SingleImage Gone, There;
  Budget.add(Gone, 8);
  Budget.makeRoom(8);
  EXPECT_EQ(Gone.Loaded.Bytes, 0u);
  Budget.remove(Gone);
  const int Before = Gone.NumAsked;
  Budget.add(There, 8);
  Budget.makeRoom(8);
  EXPECT_EQ(Gone.NumAsked, Before);
  EXPECT_EQ(There.Loaded.Bytes, 0u);
}

TEST_F(EngineMemoryTest, WhatAnUnloadedImageCountedIsKept) {
  Chosen.MemoryBytes = OneImage;
  Chosen.Cache = CacheMode::Disk;
  Chosen.Counting = CountMode::Count;
  Answers->Counters = KernelCounts{{{0, 7, {0, 0, 0}}}}.encode();
  constexpr uint64_t Code = 1;
  Kernel *K =
      start(PackageBuilder().kernel("k", {All}).code(Code).build(), Device)
          ->findKernel("entry_k");
  {
    const CountedLaunches::Scope Running(Watch, 0);
    launchForKernel(K, {1})->Image->Counters[1] = 5;
  }
  launchOnce(K, 2);
  EXPECT_EQ(Device.Unloads, 1);
  Jit->finish();
  cache::DiskStore::Options Wanted;
  Wanted.Folder = Chosen.CacheDir;
  const auto Note = cache::DiskStore(std::move(Wanted))
                        .readNote(cache::keyOf(
                            cache::countsFields("mock-unknown-linux", Code)));
  ASSERT_TRUE(Note);
  EXPECT_EQ(KernelCounts::decode(Note->Payload)->Functions[0].Counters[1], 5u);
}

} // namespace
