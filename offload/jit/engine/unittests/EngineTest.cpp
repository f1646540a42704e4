//===- EngineTest.cpp - Tests of which image a launch gets ----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EngineFixture.h"
#include "policy/Tracker.h"

#include <fstream>
#include <thread>

using namespace ompjit;
using namespace ompjit::jit;

namespace {

constexpr uint64_t All = UINT64_MAX;
constexpr uint64_t Low32 = 0xffffffff;

using EngineTest = EngineFixture;

/// Runs a function in several threads that begin together.
void inThreads(int Number, const std::function<void(int)> &Body) {
  std::atomic<int> Waiting{Number};
  std::vector<std::thread> Threads;
  for (int I = 0; I != Number; ++I)
    Threads.emplace_back([&, I] {
      --Waiting;
      while (Waiting != 0)
        std::this_thread::yield();
      Body(I);
    });
  for (std::thread &T : Threads)
    T.join();
}

TEST_F(EngineTest, KernelIsCompiledOncePerValueAndFoundAgain) {
  Kernel *K = start(PackageBuilder().kernel("k", {All, 0}).build(), Device)
                  ->findKernel("entry_k");
  ASSERT_NE(K, nullptr);
  EXPECT_EQ(launch(K, {7, 100}), "kernel k 0=7");
  EXPECT_EQ(launch(K, {7, 200}), "kernel k 0=7"); // A pointer never counts.
  EXPECT_EQ(launch(K, {8, 100}), "kernel k 0=8");
  EXPECT_EQ(launch(K, {7, 100}), "kernel k 0=7");
  EXPECT_EQ(Answers->Compiles, 2);
  EXPECT_EQ(statistic("compiles"), 2u);
  EXPECT_EQ(statistic("l1_hits"), 2u);
  expectCountsAddUp(4);
}

TEST_F(EngineTest, UnknownKernelIsNull) {
  DeviceProgram *P = start(PackageBuilder().kernel("k", {}).build(), Device);
  EXPECT_EQ(P->findKernel("k"), nullptr);
  EXPECT_EQ(P->findKernel("entry_k")->name(), "k");
}

TEST_F(EngineTest, GarbageInUpperBitsGivesTheSameImage) {
  Kernel *K = start(PackageBuilder().kernel("k", {Low32}).build(), Device)
                  ->findKernel("entry_k");
  EXPECT_EQ(launch(K, {5}), "kernel k 0=5");
  EXPECT_EQ(launch(K, {0xdeadbeef00000005}), "kernel k 0=5");
  EXPECT_EQ(launch(K, {All}), "kernel k 0=4294967295");
  EXPECT_EQ(Answers->Compiles, 2);
}

TEST_F(EngineTest, WrongNumberOfArgumentsIsAnError) {
  Kernel *K = start(PackageBuilder().kernel("k", {All, All}).build(), Device)
                  ->findKernel("entry_k");
  EXPECT_EQ(launch(K, {1}),
            "the kernel k takes 2 arguments, but the launch has 1");
}

TEST_F(EngineTest, SixteenThreadsAtFirstLaunchCompileOnce) {
  Kernel *K = start(PackageBuilder().kernel("k", {All}).build(), Device)
                  ->findKernel("entry_k");
  inThreads(16, [&](int) { EXPECT_EQ(launch(K, {3}), "kernel k 0=3"); });
  EXPECT_EQ(Answers->Compiles, 1);
  EXPECT_EQ(Device.Loads, 1);
  EXPECT_EQ(statistic("compiles"), 1u);
  expectCountsAddUp(16);
}

TEST_F(EngineTest, ThreadThatComesDuringACompileDoesNotCompile) {
  Kernel *K = start(PackageBuilder().kernel("k", {All}).build(), Device)
                  ->findKernel("entry_k");
  std::atomic<bool> Compiling{false}, OtherStarted{false};
  Answers->Failure = [&](const CompileRequest &) {
    Compiling = true;
    while (!OtherStarted)
      std::this_thread::yield();
    return "";
  };
  std::thread First([&] { launch(K, {1}); });
  while (!Compiling)
    std::this_thread::yield();
  OtherStarted = true;
  EXPECT_EQ(launch(K, {1}), "kernel k 0=1");
  First.join();
  EXPECT_EQ(statistic("compiles"), 1u);
  // Which of the two it is depends on when the compile ends.
  EXPECT_EQ(statistic("l1_hits") + statistic("l2_memory_hits"), 1u);
}

TEST_F(EngineTest, ManyThreadsManyValuesCompileEachOnce) {
  Chosen.Threshold = 1000;
  Kernel *K = start(PackageBuilder().kernel("k", {All, All}).build(), Device)
                  ->findKernel("entry_k");
  inThreads(8, [&](int Thread) {
    for (uint64_t I = 0; I != 200; ++I) {
      uint64_t A = (I + uint64_t(Thread)) % 5, B = I % 3;
      EXPECT_EQ(launch(K, {A, B}),
                "kernel k 0=" + std::to_string(A) + " 1=" + std::to_string(B));
    }
  });
  EXPECT_EQ(Answers->Compiles, 15);
  EXPECT_EQ(Device.Loads, 15);
  expectCountsAddUp(1600);
}

constexpr package::LaunchBounds SpmdBounds = {2, 1, 128, 1, 16};

TEST_F(EngineTest, TheSizeOfALaunchIsMadeConstant) {
  Kernel *K =
      start(PackageBuilder().kernel("k", {All}).forGpu(SpmdBounds).build(),
            Device)
          ->findKernel("entry_k");
  EXPECT_EQ(launch(K, {1}), "kernel k 0=1 teams=16 threads=128");
  EXPECT_EQ(launch(K, {1}, {16, 0}), "kernel k 0=1 teams=16 threads=128");
  EXPECT_EQ(launch(K, {1}, {4, 32}), "kernel k 0=1 teams=4 threads=32");
  EXPECT_EQ(launch(K, {1}, {4, 0}), "kernel k 0=1 teams=4 threads=128");
  EXPECT_EQ(Answers->Compiles, 3);
  expectCountsAddUp(4);
  EXPECT_NE(statisticsText().find("\"teams\""), std::string::npos);
}

TEST_F(EngineTest, ASizeThatKeepsChangingIsGivenUp) {
  Chosen.Threshold = 4;
  Kernel *K =
      start(PackageBuilder().kernel("k", {All}).forGpu(SpmdBounds).build(),
            Device)
          ->findKernel("entry_k");
  for (uint32_t Teams = 1; Teams != 6; ++Teams)
    EXPECT_EQ(launch(K, {1}, {Teams, 64}),
              "kernel k 0=1 teams=" + std::to_string(Teams) + " threads=64");
  EXPECT_EQ(launch(K, {1}, {6, 64}), "kernel k 0=1 threads=64");
  EXPECT_EQ(launch(K, {1}, {7, 64}), "kernel k 0=1 threads=64");
  EXPECT_EQ(Answers->Compiles, 6);
  EXPECT_NE(statisticsText().find("\"parameter\": \"teams\""),
            std::string::npos);
}

TEST_F(EngineTest, TheSizeOfALaunchCountsOnlyWhereItIsWanted) {
  Chosen.Specialize = ~SpecializeLaunch;
  const std::string Package =
      PackageBuilder().kernel("k", {All}).forGpu(SpmdBounds).build();
  Kernel *K = start(Package, Device)->findKernel("entry_k");
  EXPECT_EQ(launch(K, {1}, {4, 32}), "kernel k 0=1");
  Chosen.Specialize = SpecializeLaunch;
  restart();
  K = start(Package, Device)->findKernel("entry_k");
  EXPECT_EQ(launch(K, {1}, {4, 32}), "kernel k teams=4 threads=32");
  // A processor's kernels are not specialised for the launch size.
  K = start(PackageBuilder().kernel("l", {All}).digest(7).build(), Device)
          ->findKernel("entry_l");
  EXPECT_EQ(launch(K, {1}, {4, 32}), "kernel l");
}

TEST_F(EngineTest, WhatAKernelAsksForIsMadeConstant) {
  using namespace package;
  const std::string Package =
      PackageBuilder()
          .kernel("k", {})
          .forGpu(SpmdBounds)
          .asks(KernelAsksNumDevices | KernelAsksDeviceNum |
                KernelAsksDebugKinds)
          .kernel("m", {})
          .asks(KernelAsksDynamicMemory)
          .build();
  Chosen.Specialize = SpecializeDevice;
  restart();
  Devices[1].DeviceNum = 1;
  Devices[1].DebugKinds = 3;
  DeviceProgram *First = start(Package, Device);
  EXPECT_EQ(launch(First->findKernel("entry_k"), {}),
            "kernel k devices=2 device=0 debug=0");
  EXPECT_EQ(launch(start(Package, Devices[1])->findKernel("entry_k"), {}),
            "kernel k devices=2 device=1 debug=3");
  Kernel *M = First->findKernel("entry_m");
  EXPECT_EQ(launch(M, {}), "kernel m dynamic=0");
  EXPECT_EQ(launch(M, {}, {}, {}, 4096), "kernel m dynamic=4096");
  EXPECT_EQ(launch(M, {}), "kernel m dynamic=0");
  EXPECT_EQ(Answers->Compiles, 4);
  Chosen.Specialize = ~SpecializeDevice;
  restart();
  First = start(Package, Device);
  EXPECT_EQ(launch(First->findKernel("entry_m"), {}, {}, {}, 4096), "kernel m");
}

TEST_F(EngineTest, StatisticsTellWhyThereWasACompile) {
  Kernel *K = start(PackageBuilder().kernel("k", {All, All}).build(), Device)
                  ->findKernel("entry_k");
  launch(K, {1, 10});
  launch(K, {2, 10});
  launch(K, {2, 10});
  const std::string Text = statisticsText();
  auto Has = [&](const char *Part) {
    return Text.find(Part) != std::string::npos;
  };
  EXPECT_TRUE(Has("\"why\": \"first image\""));
  EXPECT_TRUE(Has("\"why\": \"parameter 0 was 1, is 2\""));
  EXPECT_TRUE(Has("\"where\": \"launch\""));
  EXPECT_TRUE(Has("\"optimise_ms\": "));
  EXPECT_TRUE(Has("\"0\": 2"));
  EXPECT_TRUE(Has("\"1\": 10"));
  EXPECT_EQ(Text.find("left_out"), std::string::npos);
}

TEST_F(EngineTest, StatisticsKeepTheFirstCompiles) {
  Chosen.Threshold = 1000;
  Kernel *K = start(PackageBuilder().kernel("k", {All}).build(), Device)
                  ->findKernel("entry_k");
  for (uint64_t I = 0; I != 103; ++I)
    launch(K, {I});
  const std::string Text = statisticsText();
  EXPECT_NE(Text.find("\"0\": 99"), std::string::npos);
  EXPECT_EQ(Text.find("\"0\": 100"), std::string::npos);
  EXPECT_NE(Text.find("\"history_left_out\": 3"), std::string::npos);
}

TEST_F(EngineTest, PointersCountByTheirAlignment) {
  const std::string Package = PackageBuilder().kernel("k", {0}).build();
  Kernel *K = start(Package, Device)->findKernel("entry_k");
  EXPECT_EQ(launch(K, {0x1000}), "kernel k align(0)=128");
  EXPECT_EQ(launch(K, {0x2080}), "kernel k align(0)=128");
  EXPECT_EQ(launch(K, {0x2090}), "kernel k align(0)=16");
  EXPECT_EQ(launch(K, {0x2088}), "kernel k");
  EXPECT_EQ(Answers->Compiles, 3);
  EXPECT_NE(statisticsText().find("\"align(0)\""), std::string::npos);
  Chosen.Specialize = ~SpecializeAlignment;
  restart();
  K = start(Package, Device)->findKernel("entry_k");
  EXPECT_EQ(launch(K, {0x1000}), "kernel k");
}

TEST_F(EngineTest, SlotsAreFilledFromTheBaseBeforeTheKernelIsSeen) {
  Answers->Slots = {"counter", "table"};
  DeviceProgram *P = start(PackageBuilder()
                               .kernel("k", {All})
                               .kernel("l", {})
                               .global("counter", 4)
                               .global("table", 4)
                               .build(),
                           Device);
  uint64_t Size = 0;
  Result<void *> Counter = P->globalAddress("entry_counter", Size);
  Result<void *> Table = P->globalAddress("entry_table", Size);
  ASSERT_TRUE(Counter && Table);
  EXPECT_EQ(Size, 4u);
  EXPECT_NE(*Counter, *Table);
  // Both kernels, and both specialisations, see the one pair of variables.
  Kernel *K = P->findKernel("entry_k"), *L = P->findKernel("entry_l");
  for (ompjit_kernel *Loaded :
       {launchForKernel(K, {1}), launchForKernel(K, {2}),
        launchForKernel(L, {})}) {
    EXPECT_EQ(Loaded->SlotsWhenFound[0], *Counter);
    EXPECT_EQ(Loaded->SlotsWhenFound[1], *Table);
  }
  EXPECT_EQ(statistic("base_compiles"), 1u);
  EXPECT_EQ(statistic("compiles"), 3u);
  expectCountsAddUp(3);
}

TEST_F(EngineTest, UnknownGlobalIsAnError) {
  DeviceProgram *P =
      start(PackageBuilder().kernel("k", {}).global("g", 8).build(), Device);
  uint64_t Size = 0;
  Result<void *> Address = P->globalAddress("entry_h", Size);
  ASSERT_FALSE(Address);
  EXPECT_EQ(Address.error().message(),
            "the package has no variable or function entry_h");
}

TEST_F(EngineTest, ProgramStartsOnceHoweverManyThreadsAsk) {
  restart();
  std::string Package = PackageBuilder().kernel("k", {}).global("g", 8).build();
  Program *P = *Jit->addProgram(Package);
  std::atomic<DeviceProgram *> Seen{nullptr};
  inThreads(8, [&](int) {
    Result<DeviceProgram *> Started = onDevice(P, Device, 0);
    ASSERT_TRUE(Started);
    DeviceProgram *Before = Seen.exchange(*Started);
    EXPECT_TRUE(!Before || Before == *Started);
  });
  EXPECT_EQ(Device.Loads, 1);
}

TEST_F(EngineTest, DevicesOfOneArchitectureShareImages) {
  Devices[2].Features = "+a";
  std::string Package =
      PackageBuilder().kernel("k", {All}).global("g", 8).build();
  restart();
  Program *P = *Jit->addProgram(Package);
  for (int I = 0; I != 3; ++I) {
    Kernel *K = (*onDevice(P, Devices[I], I))->findKernel("entry_k");
    EXPECT_EQ(launch(K, {1}), "kernel k 0=1");
    EXPECT_EQ(Devices[I].Loads, 2);
  }
  EXPECT_EQ(statistic("compiles"), 2u); // Other features need another image.
  EXPECT_EQ(statistic("l2_memory_hits"), 1u);
  EXPECT_EQ(statistic("base_compiles"), 2u);
  EXPECT_EQ(statistic("base_l2_memory_hits"), 1u);
  expectCountsAddUp(3);
}

TEST_F(EngineTest, TwoDevicesAtOnceCompileOnce) {
  std::string Package = PackageBuilder().kernel("k", {All}).build();
  restart();
  Program *P = *Jit->addProgram(Package);
  inThreads(4, [&](int I) {
    Kernel *K = (*onDevice(P, Devices[I], I))->findKernel("entry_k");
    EXPECT_EQ(launch(K, {1}), "kernel k 0=1");
  });
  EXPECT_EQ(Answers->Compiles, 1);
  EXPECT_EQ(statistic("compiles"), 1u);
  EXPECT_EQ(statistic("l2_memory_hits"), 3u);
}

TEST_F(EngineTest, G19_HitsInMemoryNeedNoFolder) {
  Chosen.Cache = CacheMode::Disk;
  const std::string Package = PackageBuilder().kernel("k", {All}).build();
  restart();
  Program *P = *Jit->addProgram(Package);
  Kernel *First = (*onDevice(P, Devices[0], 0))->findKernel("entry_k");
  EXPECT_EQ(launch(First, {1}), "kernel k 0=1");
  std::filesystem::remove_all(Chosen.CacheDir);
  std::ofstream(Chosen.CacheDir) << "no folder any more";
  EXPECT_EQ(launch(First, {1}), "kernel k 0=1");
  Kernel *Second = (*onDevice(P, Devices[1], 1))->findKernel("entry_k");
  EXPECT_EQ(launch(Second, {1}), "kernel k 0=1");
  EXPECT_EQ(statistic("l1_hits"), 1u);
  EXPECT_EQ(statistic("l2_memory_hits"), 1u);
  EXPECT_EQ(Answers->Compiles, 1);
}

TEST_F(EngineTest, WithoutCacheEachDeviceCompiles) {
  Chosen.Cache = CacheMode::Off;
  std::string Package = PackageBuilder().kernel("k", {All}).build();
  restart();
  Program *P = *Jit->addProgram(Package);
  for (int I = 0; I != 2; ++I)
    launch((*onDevice(P, Devices[I], I))->findKernel("entry_k"), {1});
  EXPECT_EQ(statistic("compiles"), 2u);
}

TEST_F(EngineTest, DiskServesTheNextProcess) {
  Chosen.Cache = CacheMode::Disk;
  std::string Package =
      PackageBuilder().kernel("k", {All}).global("g", 8).build();
  Answers->Slots = {"g"};
  EXPECT_EQ(launch(start(Package, Device)->findKernel("entry_k"), {1}),
            "kernel k 0=1");
  EXPECT_EQ(Answers->Compiles, 2);

  restart();
  ompjit_kernel *Loaded =
      launchForKernel(start(Package, Device)->findKernel("entry_k"), {1});
  EXPECT_EQ(Loaded->Image->Bytes, "kernel k 0=1");
  EXPECT_NE(Loaded->SlotsWhenFound[0], nullptr);
  EXPECT_EQ(Answers->Compiles, 2);
  EXPECT_EQ(statistic("l2_disk_hits"), 1u);
  EXPECT_EQ(statistic("base_l2_disk_hits"), 1u);
  expectCountsAddUp(1);
}

TEST_F(EngineTest, DiskIsNotUsedInMemoryMode) {
  launch(start(PackageBuilder().kernel("k", {}).build(), Device)
             ->findKernel("entry_k"),
         {});
  EXPECT_FALSE(std::filesystem::exists(Chosen.CacheDir));
}

TEST_F(EngineTest, OtherCompilersImagesAreNotUsed) {
  Chosen.Cache = CacheMode::Disk;
  std::string Package = PackageBuilder().kernel("k", {}).build();
  launch(start(Package, Device)->findKernel("entry_k"), {});
  Answers->Identity = "another build";
  restart();
  launch(start(Package, Device)->findKernel("entry_k"), {});
  EXPECT_EQ(Answers->Compiles, 2);
}

TEST_F(EngineTest, UnidentifiedCompilersImagesAreNotStored) {
  Chosen.Cache = CacheMode::Disk;
  Chosen.InfoLevel = 1;
  std::string Package = PackageBuilder().kernel("k", {}).build();
  Answers->IsIdentified = false;
  launch(start(Package, Device)->findKernel("entry_k"), {});
  Answers->Identity = "";
  restart();
  launch(start(Package, Device)->findKernel("entry_k"), {});
  EXPECT_EQ(Answers->Compiles, 2);
  EXPECT_TRUE(someLineHas("the mock compiler has no identity"));
  Answers->IsIdentified = true;
  Answers->Identity = "0123456789abcdef";
  restart();
  launch(start(Package, Device)->findKernel("entry_k"), {});
  EXPECT_EQ(Answers->Compiles, 3);
}

TEST_F(EngineTest, SwitchedOffCompilesTheWholePackageOncePerDevice) {
  Chosen.Enabled = false;
  Chosen.Cache = CacheMode::Disk;
  DeviceProgram *P = start(PackageBuilder()
                               .kernel("k", {All})
                               .kernel("l", {All})
                               .global("g", 8)
                               .build(),
                           Device);
  EXPECT_EQ(launch(P->findKernel("entry_k"), {1}), "whole");
  EXPECT_EQ(launch(P->findKernel("entry_k"), {2}), "whole");
  EXPECT_EQ(launch(P->findKernel("entry_l"), {1}), "whole");
  uint64_t Size;
  EXPECT_TRUE(P->globalAddress("entry_g", Size));
  EXPECT_EQ(Answers->Compiles, 1);
  EXPECT_EQ(Device.Loads, 1);
  EXPECT_FALSE(std::filesystem::exists(Chosen.CacheDir));
  EXPECT_EQ(statistic("base_compiles"), 1u);
  EXPECT_EQ(statistic("compiles"), 0u);
  expectCountsAddUp(3);
}

TEST_F(EngineTest, KernelInTheBaseImageIsTakenFromThere) {
  DeviceProgram *P = start(
      PackageBuilder().kernel("k", {All}).inBase().kernel("l", {All}).build(),
      Device);
  EXPECT_EQ(launch(P->findKernel("entry_k"), {1}), "base");
  EXPECT_EQ(launch(P->findKernel("entry_k"), {2}), "base");
  EXPECT_EQ(launch(P->findKernel("entry_l"), {1}), "kernel l 0=1");
  EXPECT_EQ(statistic("base_compiles"), 1u);
  EXPECT_EQ(statistic("compiles"), 1u);
  expectCountsAddUp(3);
}

TEST_F(EngineTest, WithoutSpecializationOneImageServesAllValues) {
  Chosen.Specialize = 0;
  Kernel *K = start(PackageBuilder().kernel("k", {All}).build(), Device)
                  ->findKernel("entry_k");
  EXPECT_EQ(launch(K, {1}), "kernel k");
  EXPECT_EQ(launch(K, {2}), "kernel k");
  EXPECT_EQ(Answers->Compiles, 1);
}

TEST_F(EngineTest, TrackerGivesUpWhatAlwaysChanges) {
  Chosen.Threshold = 3;
  Chosen.Ratio = 0.5;
  Kernel *K = start(PackageBuilder().kernel("k", {All, All}).build(), Device)
                  ->findKernel("entry_k");
  for (uint64_t I = 0; I != 100; ++I) {
    // The first parameter never varies and stays specialised.
    std::string Expected = "kernel k 0=9";
    if (I < 4)
      Expected += " 1=" + std::to_string(I);
    EXPECT_EQ(launch(K, {9, I}), Expected);
  }
  EXPECT_EQ(Answers->Compiles, 5);
  EXPECT_NE(statisticsText().find("\"parameter\": 1"), std::string::npos);
  EXPECT_EQ(statisticsText().find("\"parameter\": 0"), std::string::npos);
  expectCountsAddUp(100);
}

TEST_F(EngineTest, ImagesOfAKernelAreBoundedWhateverTheRuleSays) {
  Chosen.Threshold = 1000000;
  Chosen.Ratio = 1;
  Kernel *K = start(PackageBuilder().kernel("k", {All, All}).build(), Device)
                  ->findKernel("entry_k");
  for (uint64_t I = 0; I != 6000; ++I)
    EXPECT_EQ(launch(K, {I % 2, I}),
              "kernel k 0=" + std::to_string(I % 2) +
                  (I < Tracker::MaxImages ? " 1=" + std::to_string(I) : ""));
  EXPECT_EQ(Answers->Compiles, int(Tracker::MaxImages) + 2);
  EXPECT_NE(statisticsText().find("its values have led to 4096 images"),
            std::string::npos);
  expectCountsAddUp(6000);
}

TEST_F(EngineTest, ClassesOfAScalarAreTriedBeforeItIsGivenUp) {
  Chosen.Threshold = 3;
  Kernel *K = start(PackageBuilder()
                        .kernel("k", {All})
                        .uses(package::UseLoopBound)
                        .build(),
                    Device)
                  ->findKernel("entry_k");
  for (uint64_t I = 1; I != 5; ++I)
    EXPECT_EQ(launch(K, {8 * I}), "kernel k 0=" + std::to_string(8 * I));
  const std::string Multiple =
      "kernel k class(0)=" + std::to_string(3 + ClassNarrow);
  for (uint64_t I = 5; I != 50; ++I)
    EXPECT_EQ(launch(K, {8 * I}), Multiple);
  EXPECT_EQ(launch(K, {100}), "kernel k");
  EXPECT_EQ(launch(K, {8}), Multiple);
  EXPECT_EQ(Answers->Compiles, 6);
  EXPECT_NE(statisticsText().find("\"parameter\": 0"), std::string::npos);
  EXPECT_NE(statisticsText().find("\"class(0)\""), std::string::npos);
  expectCountsAddUp(51);
}

TEST_F(EngineTest, WhatOneRunGaveUpTheNextDoesNotTry) {
  Chosen.Cache = CacheMode::Disk;
  Chosen.Threshold = 2;
  const std::string Package =
      PackageBuilder().kernel("k", {1 << 4, All}).build();
  Kernel *K = start(Package, Device)->findKernel("entry_k");
  for (uint64_t I = 2; I != 6; ++I)
    launch(K, {0, I});
  restart();
  const int Before = Answers->Compiles;
  K = start(Package, Device)->findKernel("entry_k");
  for (uint64_t I = 20; I != 60; ++I)
    EXPECT_EQ(launch(K, {0, I}), "kernel k 0=0");
  EXPECT_EQ(Answers->Compiles, Before);
  EXPECT_NE(statisticsText().find("an earlier run gave it up"),
            std::string::npos);
  // With another threshold, another history counts.
  Chosen.Threshold = 100;
  restart();
  K = start(Package, Device)->findKernel("entry_k");
  EXPECT_EQ(launch(K, {0, 70}), "kernel k 0=0 1=70");
}

TEST_F(EngineTest, WhatOneRunGaveUpLaterTheNextGivesUpLater) {
  Chosen.Cache = CacheMode::Disk;
  Chosen.Threshold = 3;
  Chosen.Ratio = 0.5;
  const std::string Package =
      PackageBuilder().kernel("k", {All, All, All}).build();
  const auto LaunchAll = [&] {
    Kernel *K = start(Package, Device)->findKernel("entry_k");
    std::string Images;
    for (uint64_t I = 0; I != 10; ++I)
      Images += launch(K, {9, I, 1}) + '\n';
    for (uint64_t I = 0; I != 10; ++I)
      Images += launch(K, {I, 100, 2}) + '\n';
    return Images;
  };
  const std::string First = LaunchAll();
  // The second parameter is given up first, then the first one as well.
  ASSERT_NE(First.find("kernel k 0=9 2=1\n"), std::string::npos);
  ASSERT_EQ(First.find("kernel k 2=1\n"), std::string::npos);
  ASSERT_NE(First.find("kernel k 2=2\n"), std::string::npos);
  restart();
  const int Before = Answers->Compiles;
  EXPECT_EQ(LaunchAll(), First);
  EXPECT_EQ(Answers->Compiles, Before);
  expectCountsAddUp(20);
}

TEST_F(EngineTest, ChangesOfEarlierRunsCount) {
  Chosen.Cache = CacheMode::Disk;
  Chosen.Threshold = 6;
  const std::string Package = PackageBuilder().kernel("k", {All}).build();
  for (uint64_t Run = 0; Run != 3; ++Run) {
    Kernel *K = start(Package, Device)->findKernel("entry_k");
    for (uint64_t I = 0; I != 4; ++I)
      launch(K, {uint64_t(1) << (10 * Run + I)});
    restart();
  }
  // Seven of the images are for values. With the eighth value, the parameter is
  // given up.
  EXPECT_EQ(Answers->Compiles, 8);
}

TEST_F(EngineTest, ImagesAreUnloadedWithTheProgram) {
  restart();
  std::string Package =
      PackageBuilder().kernel("k", {All}).global("g", 8).build();
  Program *P = *Jit->addProgram(Package);
  Kernel *K = (*onDevice(P, Device, 0))->findKernel("entry_k");
  launch(K, {1});
  launch(K, {2});
  EXPECT_EQ(Device.Loads, 3);
  Jit->removeProgram(P);
  EXPECT_EQ(Device.Unloads, 3);
  expectCountsAddUp(2); // The program's counts stay.
}

TEST_F(EngineTest, KernelsOfOneNameInTwoPackagesAreKeptApart) {
  Kernel *First = start(PackageBuilder().kernel("k", {All}).build(), Device)
                      ->findKernel("entry_k");
  Kernel *Second =
      start(PackageBuilder().digest(2).kernel("k", {All}).build(), Device)
          ->findKernel("entry_k");
  EXPECT_NE(launchForKernel(First, {1}), launchForKernel(Second, {1}));
  EXPECT_EQ(Answers->Compiles, 2);
  EXPECT_NE(statisticsText().find("\"k@01010101\""), std::string::npos);
  EXPECT_NE(statisticsText().find("\"k@02020202\""), std::string::npos);
}

TEST_F(EngineTest, LinesSayWhatWasCompiledAndWhy) {
  Chosen.InfoLevel = 3;
  Kernel *K = start(PackageBuilder().kernel("k", {All, All}).build(), Device)
                  ->findKernel("entry_k");
  launch(K, {1, 5});
  EXPECT_TRUE(someLineHas("): first image"));
  launch(K, {1, 6});
  EXPECT_TRUE(someLineHas("): parameter 1 was 5, is 6"));
  EXPECT_FALSE(someLineHas("L1 hit"));
  launch(K, {1, 6});
  EXPECT_TRUE(someLineHas("launch of k on device 0: L1 hit"));
}

TEST_F(EngineTest, SilentByDefault) {
  launch(start(PackageBuilder().kernel("k", {All}).build(), Device)
             ->findKernel("entry_k"),
         {1});
  EXPECT_TRUE(Lines.empty());
}

TEST_F(EngineTest, StatisticsHaveTheMostThatAKernelTakes) {
  Device.Usage = {72, 64, 48, 16};
  Kernel *K = start(PackageBuilder().kernel("k", {All}).build(), Device)
                  ->findKernel("entry_k");
  launch(K, {1});
  Device.Usage = {100, 0, 0, 0};
  launch(K, {2});
  launch(K, {2});
  EXPECT_EQ(Device.NumUsages, 2);
  const std::string Text = statisticsText();
  EXPECT_NE(Text.find("\"registers\": 100"), std::string::npos) << Text;
  EXPECT_NE(Text.find("\"private_bytes\": 64"), std::string::npos) << Text;
  EXPECT_NE(Text.find("\"spilled_bytes\": 48"), std::string::npos) << Text;
  EXPECT_NE(Text.find("\"shared_bytes\": 16"), std::string::npos) << Text;
}

TEST_F(EngineTest, NobodyAsksWhatAKernelTakesWithoutReports) {
  Chosen.StatsFile = "";
  Device.Usage = {72, 64, -1, 16};
  launch(start(PackageBuilder().kernel("k", {All}).build(), Device)
             ->findKernel("entry_k"),
         {1});
  EXPECT_EQ(Device.NumUsages, 0);
}

TEST_F(EngineTest, StatisticsAreSilentAboutWhatIsNotKnown) {
  launch(start(PackageBuilder().kernel("k", {All}).build(), Device)
             ->findKernel("entry_k"),
         {1});
  EXPECT_EQ(statisticsText().find("registers"), std::string::npos);
}

TEST_F(EngineTest, SummaryThatCannotBeWrittenIsAWarning) {
  Chosen.StatsFile = Folder / "missing/stats.json";
  restart();
  Jit->finish();
  EXPECT_TRUE(someLineHas("omp-jit: warning: OMP_JIT_STATS: cannot create"));
}

TEST_F(EngineTest, SummaryReplacesAnOlderOneAndLeavesNoOtherFile) {
  restart();
  Jit->finish();
  Jit->finish();
  auto Files = std::filesystem::directory_iterator(Folder.path());
  EXPECT_EQ(std::distance(begin(Files), end(Files)), 1);
}

TEST_F(EngineTest, DamagedPackageIsAnError) {
  restart();
  std::string Package = PackageBuilder().kernel("k", {}).build();
  Package[Package.size() / 2] ^= 1;
  EXPECT_FALSE(Jit->addProgram(Package));
}

} // namespace
