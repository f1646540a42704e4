//===- FinishTest.cpp - Images that a device's plugin finishes ------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EngineFixture.h"

#include <new>
#include <thread>

using namespace ompjit;
using namespace ompjit::jit;

namespace {

constexpr uint64_t All = UINT64_MAX;

class FinishTest : public EngineFixture {
protected:
  FinishTest() { Answers->IsAssembly = true; }

  Kernel *startKernel() {
    return start(PackageBuilder().kernel("k", {All}).build(), Device)
        ->findKernel("entry_k");
  }
};

TEST_F(FinishTest, WhatIsCompiledIsFinishedBeforeItIsKeptAndLoaded) {
  Chosen.Cache = CacheMode::Disk;
  Chosen.InfoLevel = 1;
  EXPECT_EQ(launch(startKernel(), {1}), "finished kernel k 0=1");
  EXPECT_EQ(Device.NumFinishes, 1);
  EXPECT_TRUE(someLineHas(", assemble "));
  EXPECT_NE(statisticsText().find("\"assemble_ms\""), std::string::npos);
  restart();
  EXPECT_EQ(launch(startKernel(), {1}), "finished kernel k 0=1");
  EXPECT_EQ(Device.NumFinishes, 1);
  EXPECT_EQ(Answers->Compiles, 1);
}

TEST_F(FinishTest, TheBaseImageIsFinished) {
  start(PackageBuilder().kernel("k", {}).global("g", 4).build(), Device);
  EXPECT_EQ(Device.NumFinishes, 1);
}

TEST_F(FinishTest, CompilesInTheBackgroundAreFinished) {
  Chosen.Async = true;
  Chosen.Pipeline = PipelineMode::Auto;
  Kernel *K = startKernel();
  EXPECT_EQ(launch(K, {1}), "finished kernel k quick 0=1");
  waitUntil([&] { return launch(K, {1}) == "finished kernel k 0=1"; });
}

TEST_F(FinishTest, MachineCodeIsNotFinished) {
  Answers->IsAssembly = false;
  EXPECT_EQ(launch(startKernel(), {1}), "kernel k 0=1");
  EXPECT_EQ(Device.NumFinishes, 0);
}

TEST_F(FinishTest, AFailureIsThatOfTheCompile) {
  Chosen.InfoLevel = 1;
  Device.Finishes = [](std::string &Text) {
    const bool IsSpecialized = Text.find('=') != std::string::npos;
    Text = IsSpecialized ? "mock: bad register" : "generic";
    return int(IsSpecialized);
  };
  EXPECT_EQ(launch(startKernel(), {1}), "generic");
  EXPECT_EQ(statistic("fallbacks"), 1u);
  EXPECT_TRUE(
      someLineHas("failed: compiling k [0=1]: assembly: mock: bad register"));
}

TEST_F(FinishTest, WithNothingLeftTheErrorNamesKernelStageAndCause) {
  Device.Finishes = [](std::string &Text) {
    Text = "mock: bad register";
    return 1;
  };
  EXPECT_EQ(launch(startKernel(), {1}),
            "the kernel k cannot run on device 0: compiling k: assembly: mock: "
            "bad register");
}

TEST_F(FinishTest, FaultsStrikeHere) {
  Chosen.Fault = {"fail@assemble", false};
  EXPECT_EQ(launch(startKernel(), {1}),
            "the kernel k cannot run on device 0: compiling k: assembly: the "
            "fault point fail@assemble");
  EXPECT_EQ(Device.NumFinishes, 0);
}

TEST_F(FinishTest, ACallWithoutAnEndFailsAtTheTimeLimit) {
  Chosen.Fault = {"hang@assemble", true};
  Chosen.TimeLimitMs = 50;
  Chosen.InfoLevel = 1;
  EXPECT_EQ(launch(startKernel(), {1}), "finished kernel k");
  EXPECT_TRUE(someLineHas("(OMP_JIT_TIME_LIMIT)"));
}

TEST_F(FinishTest, NoMemoryIsAFailure) {
  Chosen.InfoLevel = 1;
  Device.Finishes = [](std::string &Text) {
    if (Text.find('=') != std::string::npos)
      throw std::bad_alloc();
    return 0;
  };
  EXPECT_EQ(launch(startKernel(), {1}), "kernel k");
  EXPECT_TRUE(someLineHas("out of memory"));
}

TEST_F(FinishTest, WithoutTheDriversLinkerAToolAssembles) {
  Device.Finishes = [](std::string &Text) {
    Text = "no linker here";
    return OMPJIT_NOT_INSTALLED;
  };
  Answers->HasTool = true;
  Kernel *K = startKernel();
  EXPECT_EQ(launch(K, {1}), "assembled kernel k 0=1");
  // The second compile does not ask the plugin again.
  EXPECT_EQ(launch(K, {2}), "assembled kernel k 0=2");
  EXPECT_EQ(Device.NumFinishes, 1);
  EXPECT_EQ(Answers->Compiles, 3);
}

TEST_F(FinishTest, ThePluginOpensItsCompilerOnceBeforeTheFirstImage) {
  Device.Finishes = [&](std::string &Text) {
    EXPECT_EQ(Device.NumOpens, 1);
    Text = "finished";
    return 0;
  };
  Kernel *K = startKernel();
  EXPECT_EQ(Device.NumOpens, 0);
  EXPECT_EQ(launch(K, {1}), "finished");
  EXPECT_EQ(launch(K, {2}), "finished");
  EXPECT_EQ(Device.NumFinishes, 2);
  EXPECT_EQ(Device.NumOpens, 1);
}

TEST_F(FinishTest, WhatIsNotInstalledIsToldWhenItIsOpened) {
  Chosen.InfoLevel = 1;
  Device.Opens = [](std::string &Text) {
    Text = "no linker here";
    return OMPJIT_NOT_INSTALLED;
  };
  Answers->HasTool = true;
  EXPECT_EQ(launch(startKernel(), {1}), "assembled kernel k 0=1");
  EXPECT_TRUE(
      someLineHas("no machine code is made by the device: no linker here"));
  EXPECT_EQ(Device.NumFinishes, 0);
  EXPECT_EQ(Answers->Compiles, 1);
}

TEST_F(FinishTest, AFailureToOpenIsLeftToTheFirstImage) {
  Device.Opens = [](std::string &) { return 1; };
  EXPECT_EQ(launch(startKernel(), {1}), "finished kernel k 0=1");
}

TEST_F(FinishTest, WithNoAssemblerAtAllTheDriverLoadsAssembly) {
  Chosen.Cache = CacheMode::Disk;
  Device.Finishes = [](std::string &Text) {
    Text = "no linker here";
    return OMPJIT_NOT_INSTALLED;
  };
  EXPECT_EQ(launch(startKernel(), {1}), "kernel k 0=1");
  // A process that has a linker makes machine code of the stored assembly.
  Device.Finishes = [](std::string &Text) {
    Text = "finished " + Text;
    return 0;
  };
  const int Compiles = Answers->Compiles;
  for (int Run = 0; Run != 2; ++Run) {
    restart();
    EXPECT_EQ(launch(startKernel(), {1}), "finished kernel k 0=1");
    EXPECT_EQ(Device.NumFinishes, 2);
  }
  EXPECT_EQ(Answers->Compiles, Compiles);
}

TEST_F(FinishTest, AStoredImageThatDoesNotLoadIsCompiledAnew) {
  Chosen.Cache = CacheMode::Disk;
  EXPECT_EQ(launch(startKernel(), {1}), "finished kernel k 0=1");
  // The program runs with another driver now, which refuses the stored image.
  Device.RefusesImage = [](const std::string &Text) {
    return Text.starts_with("finished");
  };
  Device.Finishes = [](std::string &Text) {
    Text = "older " + Text;
    return 0;
  };
  restart();
  EXPECT_EQ(launch(startKernel(), {1}), "older kernel k 0=1");
  EXPECT_EQ(statistic("fallbacks"), 0u);
  EXPECT_EQ(Answers->Compiles, 2);
  // The new image took the place of the refused one.
  restart();
  EXPECT_EQ(launch(startKernel(), {1}), "older kernel k 0=1");
  EXPECT_EQ(Answers->Compiles, 2);
}

TEST_F(FinishTest, AStoredBaseThatDoesNotLoadIsCompiledAnew) {
  Chosen.Cache = CacheMode::Disk;
  const std::string Package =
      PackageBuilder().kernel("k", {All}).global("g", 4).build();
  start(Package, Device);
  Device.RefusesImage = [](const std::string &Text) {
    return Text.starts_with("finished");
  };
  Device.Finishes = [](std::string &Text) {
    Text = "older " + Text;
    return 0;
  };
  restart();
  Kernel *K = start(Package, Device)->findKernel("entry_k");
  EXPECT_EQ(launch(K, {1}), "older kernel k 0=1");
}

TEST_F(FinishTest, TheEngineEndsWhenNoDeviceFinishes) {
  std::atomic<bool> IsInside = false, MayGoOn = false, IsOver = false;
  Device.Finishes = [&](std::string &) {
    IsInside = true;
    waitUntil([&] { return MayGoOn.load(); });
    IsOver = true;
    return 0;
  };
  Chosen.TimeLimitMs = 1; // The launch gives up soon.
  restart();
  const std::string Package = PackageBuilder().kernel("k", {All}).build();
  Program *P = *Jit->addProgram(Package);
  Result<DeviceProgram *> Started = onDevice(P, Device, 0);
  ASSERT_TRUE(Started);
  EXPECT_NE(launch((*Started)->findKernel("entry_k"), {1}).find("TIME_LIMIT"),
            std::string::npos);
  waitUntil([&] { return IsInside.load(); });
  // This may happen in a dlclose, so that it waits for nobody.
  Jit->removeProgram(P);
  EXPECT_FALSE(IsOver);
  std::thread Later([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    MayGoOn = true;
  });
  Jit.reset();
  EXPECT_TRUE(IsOver);
  Later.join();
}

TEST_F(FinishTest, PtxVersionsAreNotInTheKeysOfNvidiasGpus) {
  Chosen.Cache = CacheMode::Disk;
  const auto Start = [&](const char *Features) {
    restart();
    Device.Features = Features;
    return start(PackageBuilder()
                     .kernel("k", {All})
                     .triple("nvptx64-nvidia-cuda")
                     .build(),
                 Device)
        ->findKernel("entry_k");
  };
  launch(Start("+ptx84"), {1});
  launch(Start("+ptx90"), {1});
  EXPECT_EQ(Answers->Compiles, 1);
  launch(Start("+ptx90,+other"), {1});
  EXPECT_EQ(Answers->Compiles, 2);
}

} // namespace
