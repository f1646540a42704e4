//===- NativeLaunchesTest.cpp - From native images to others on the host --===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EngineFixture.h"

#include "policy/CompileCost.h"

#include <ctime>
#include <thread>

using namespace ompjit;
using namespace ompjit::jit;

namespace {

constexpr uint64_t All = UINT64_MAX;
/// What a compile of the kernels below is expected to take, and how long their
/// launches have to run the native image before.
constexpr uint64_t CompileNs = 1000000,
                   Needed = CompileCost::NativePerCompile * CompileNs;

/// The tests have no OpenMP runtime, which the engine takes for one whose
/// threads fill the processors.
class NativeLaunchesTest : public EngineFixture {
protected:
  NativeLaunchesTest() {
    Plugin = &mockHostPlugin();
    Chosen.Async = true;
    Chosen.Pipeline = PipelineMode::Auto;
    Chosen.ExitWaitMs = 0;
    Chosen.InfoLevel = 1;
  }

  /// Kernels k and l, each with an equal share of the bitcode.
  void startKernels() {
    DeviceProgram *Program = start(PackageBuilder()
                                       .kernel("k", {All})
                                       .kernel("l", {All})
                                       .native("mockcpu", "native image")
                                       .bitcodeBytes(CompileNs / 5000)
                                       .build(),
                                   Device);
    K = Program->findKernel("entry_k");
    L = Program->findKernel("entry_l");
  }

  /// Launches, and returns the image that ran. 0 stands for a time that is not
  /// known.
  std::string launchFor(Kernel *Launched, uint64_t Ns) {
    uint64_t Value = 1;
    ompjit_launch Launch = {};
    Launch.args = reinterpret_cast<void **>(&Value);
    Launch.num_args = 1;
    LaunchTime Time;
    Result<ompjit_kernel *> Selected = Launched->select(Launch, {}, &Time);
    if (!Selected)
      return Selected.error().message();
    Time.tell(Ns);
    return (*Selected)->Image->Bytes;
  }
  /// Launches for so long, after a first launch that does not count.
  void launchNative(Kernel *Launched, uint64_t Ns) {
    EXPECT_EQ(launchFor(Launched, 100 * Needed), "native image");
    EXPECT_EQ(launchFor(Launched, Ns), "native image");
  }
  /// The end of a short run would compile something.
  static void runLong() {
    while (std::clock() < CLOCKS_PER_SEC / 2)
      ;
  }
  void launchUntil(Kernel *Launched, const std::string &Expected) {
    waitUntil([&] { return launchFor(Launched, 1) == Expected; });
  }

  Kernel *K = nullptr, *L = nullptr;
};

TEST_F(NativeLaunchesTest, WaitForTheirImageWhenTheyHaveTakenLongEnough) {
  startKernels();
  launchNative(K, Needed - 1001);
  for (int I = 0; I != 100; ++I)
    EXPECT_EQ(launchFor(K, 1), "native image");
  EXPECT_EQ(Answers->Compiles, 0);
  launchUntil(K, "kernel k 0=1");
  EXPECT_EQ(Answers->Compiles, 1);
  EXPECT_TRUE(someLineHas("its launches take long enough to pay for it"));
  EXPECT_EQ(statistic("compiles"), 1u);
  EXPECT_EQ(statistic("background_compiles"), 0u);
}

/// A kernel that no thread has looked at since its first launch is not among
/// them.
TEST_F(NativeLaunchesTest, HaveTheImagesOfOtherKernelsCompiledMeanwhile) {
  waitUntil([&] {
    Answers->Compiles = 0;
    restart();
    startKernels();
    launchNative(L, Needed / 2);
    launchNative(K, Needed);
    launchUntil(K, "kernel k 0=1");
    return launchFor(L, 1) == "kernel l 0=1";
  });
  EXPECT_EQ(Answers->Compiles, 2);
  EXPECT_EQ(statistic("compiles"), 1u);
  EXPECT_EQ(statistic("background_compiles"), 1u);
}

TEST_F(NativeLaunchesTest, LeaveKernelsAloneThatTakeLittleTime) {
  startKernels();
  launchNative(L, Needed / 2 - 2);
  launchNative(K, Needed);
  launchUntil(K, "kernel k 0=1");
  EXPECT_EQ(launchFor(L, 1), "native image");
  EXPECT_EQ(Answers->Compiles, 1);
}

TEST_F(NativeLaunchesTest, OfEarlierRunsCount) {
  Chosen.Cache = CacheMode::Disk;
  runLong();
  startKernels();
  launchNative(K, Needed / 2);
  launchNative(L, CompileNs / 4 - 1);
  Jit->finish();
  EXPECT_EQ(Answers->Compiles, 0);
  restart();
  startKernels();
  launchNative(L, Needed / 2 - 2);
  launchNative(K, Needed / 2);
  launchUntil(K, "kernel k 0=1");
  EXPECT_EQ(launchFor(L, 1), "native image");
}

/// Without a launch after those that took long enough, the run uses no image.
TEST_F(NativeLaunchesTest, LeaveTheImageToTheNextRunAtTheEndOfTheFirst) {
  Chosen.Cache = CacheMode::Disk;
  Chosen.ExitWaitMs = 10000;
  runLong();
  startKernels();
  launchNative(K, CompileCost::NativePerUnused * CompileNs - 1);
  Jit->finish();
  EXPECT_EQ(Answers->Compiles, 0);
  restart();
  startKernels();
  launchFor(K, 1);
  launchUntil(K, "kernel k 0=1");
}

TEST_F(NativeLaunchesTest, HaveTheirImageCompiledAtTheEndOfARunThatPaysForIt) {
  Chosen.ExitWaitMs = 10000;
  runLong();
  startKernels();
  launchNative(K, CompileCost::NativePerUnused * CompileNs);
  Jit->finish();
  EXPECT_EQ(Answers->Compiles, 1);
}

TEST_F(NativeLaunchesTest, OfManyThreadsGetOneImageEach) {
  startKernels();
  launchNative(L, Needed);
  launchNative(K, Needed);
  std::vector<std::thread> Threads;
  for (int I = 0; I != 8; ++I)
    Threads.emplace_back([this, I] {
      launchUntil(I % 2 ? K : L, I % 2 ? "kernel k 0=1" : "kernel l 0=1");
    });
  for (std::thread &Each : Threads)
    Each.join();
  EXPECT_EQ(Answers->Compiles, 2);
}

} // namespace
