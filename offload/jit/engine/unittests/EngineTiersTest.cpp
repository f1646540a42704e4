//===- EngineTiersTest.cpp - What runs while an image is compiled ---------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EngineFixture.h"

#include "policy/CompileCost.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <map>
#include <thread>

using namespace ompjit;
using namespace ompjit::jit;

namespace {

constexpr uint64_t All = UINT64_MAX;

/// A gate at which compiles wait, each until the test lets it go on.
class Gate {
public:
  /// The function for MockAnswers::Failure.
  std::string pass(const CompileRequest &Request) {
    const std::string Text = mockImageText(Request);
    {
      std::lock_guard Lock(Guard);
      Arrived.push_back(Text);
    }
    waitUntil([&] { return isOpenFor(Text); });
    std::lock_guard Lock(Guard);
    return Failures[Text];
  }

  void open(const std::string &Text) {
    std::lock_guard Lock(Guard);
    Opened.push_back(Text);
  }
  void openAll() {
    std::lock_guard Lock(Guard);
    IsOpen = true;
  }
  void fail(const std::string &Text, const std::string &Why) {
    std::lock_guard Lock(Guard);
    Failures[Text] = Why;
  }

  /// Returns the compiles that have begun, in their order.
  std::vector<std::string> arrived() {
    std::lock_guard Lock(Guard);
    return Arrived;
  }
  bool hasArrived(const std::string &Text) {
    const std::vector<std::string> Now = arrived();
    return std::count(Now.begin(), Now.end(), Text) != 0;
  }
  void await(const std::string &Text) {
    waitUntil([&] { return hasArrived(Text); });
  }

private:
  bool isOpenFor(const std::string &Text) {
    std::lock_guard Lock(Guard);
    return IsOpen || std::count(Opened.begin(), Opened.end(), Text) != 0;
  }

  std::mutex Guard;
  bool IsOpen = false;
  std::vector<std::string> Opened, Arrived;
  std::map<std::string, std::string> Failures;
};

class EngineTiersTest : public EngineFixture {
protected:
  EngineTiersTest() {
    Chosen.Async = true;
    Chosen.Threads = 1;
    Chosen.Threshold = 1000;
    Chosen.ExitWaitMs = 0;
    Answers->Failure = [G = Compiles](const CompileRequest &Request) {
      return G->pass(Request);
    };
  }
  ~EngineTiersTest() override { Compiles->openAll(); }

  Kernel *startKernel(const PackageBuilder &Package) {
    return start(Package.build(), Device)->findKernel("entry_k");
  }
  static PackageBuilder withNative() {
    return PackageBuilder()
        .kernel("k", {All})
        .native("mockcpu", "native image");
  }
  static PackageBuilder withoutNative() {
    return PackageBuilder().kernel("k", {All});
  }

  std::string launchOnce(Kernel *K, std::vector<uint64_t> Arguments) {
    ++NumLaunches;
    return launch(K, std::move(Arguments));
  }
  /// Launches until it gets the image \p Expected, and before that only the
  /// image \p Before.
  void launchUntil(Kernel *K, uint64_t Value, const std::string &Expected,
                   const std::string &Before) {
    waitUntil([&] {
      const std::string Got = launchOnce(K, {Value});
      EXPECT_TRUE(Got == Expected || Got == Before) << Got;
      return Got == Expected;
    });
  }

  std::shared_ptr<Gate> Compiles = std::make_shared<Gate>();
  uint64_t NumLaunches = 0;
};

TEST_F(EngineTiersTest, TheNativeImageRunsAtOnceAndGivesWay) {
  Kernel *K = startKernel(withNative());
  EXPECT_EQ(launchOnce(K, {1}), "native image");
  Compiles->await("kernel k 0=1");
  EXPECT_EQ(launchOnce(K, {1}), "native image");
  Compiles->openAll();
  launchUntil(K, 1, "kernel k 0=1", "native image");
  EXPECT_EQ(launchOnce(K, {1}), "kernel k 0=1");
  EXPECT_EQ(Answers->Compiles, 1);
  EXPECT_EQ(statistic("compiles"), 0u);
  EXPECT_EQ(statistic("background_compiles"), 1u);
  EXPECT_EQ(statistic("l2_memory_hits"), 1u);
  EXPECT_EQ(statistic("stand_ins"), NumLaunches - 2);
  expectCountsAddUp(NumLaunches);
}

TEST_F(EngineTiersTest, TheFirstLaunchWaitsForItsOwnImageOnly) {
  Kernel *K = startKernel(withoutNative());
  Compiles->open("kernel k 0=1");
  EXPECT_EQ(launchOnce(K, {1}), "kernel k 0=1");
  Compiles->await("kernel k");
  EXPECT_EQ(statistic("compiles"), 1u);
}

TEST_F(EngineTiersTest, TheGenericImageServesOtherValues) {
  Kernel *K = startKernel(withoutNative());
  Compiles->open("kernel k 0=1");
  Compiles->open("kernel k");
  EXPECT_EQ(launchOnce(K, {1}), "kernel k 0=1");
  EXPECT_EQ(launchOnce(K, {2}), "kernel k");
  EXPECT_EQ(launchOnce(K, {3}), "kernel k");
  EXPECT_EQ(launchOnce(K, {2}), "kernel k");
  EXPECT_EQ(launchOnce(K, {1}), "kernel k 0=1");
  Compiles->openAll();
  launchUntil(K, 2, "kernel k 0=2", "kernel k");
  launchUntil(K, 3, "kernel k 0=3", "kernel k");
  EXPECT_EQ(Answers->Compiles, 4);
  EXPECT_EQ(Device.Loads, 4);
  expectCountsAddUp(NumLaunches);
}

TEST_F(EngineTiersTest, WhoWaitsGetsAQuickImageFirst) {
  Chosen.Pipeline = PipelineMode::Auto;
  Kernel *K = startKernel(withoutNative());
  Compiles->open("kernel k quick 0=1");
  EXPECT_EQ(launchOnce(K, {1}), "kernel k quick 0=1");
  EXPECT_EQ(launchOnce(K, {1}), "kernel k quick 0=1");
  Compiles->open("kernel k quick");
  EXPECT_EQ(launchOnce(K, {2}), "kernel k quick");
  Compiles->openAll();
  launchUntil(K, 1, "kernel k 0=1", "kernel k quick 0=1");
  launchUntil(K, 2, "kernel k 0=2", "kernel k quick");
  // This image is compiled for later runs.
  Compiles->await("kernel k");
  EXPECT_EQ(Compiles->arrived().size(), 5u);
  expectCountsAddUp(NumLaunches);
}

TEST_F(EngineTiersTest, ALongLaunchGetsItsFullImageAndNothingBesideIt) {
  Chosen.Pipeline = PipelineMode::Auto;
  Compiles->openAll();
  TripCount = 1000000000;
  Kernel *K = startKernel(withoutNative());
  EXPECT_EQ(launchOnce(K, {1}), "kernel k 0=1");
  EXPECT_THAT(Compiles->arrived(), testing::ElementsAre("kernel k 0=1"));
  EXPECT_EQ(launchOnce(K, {2}), "kernel k");
  EXPECT_EQ(Compiles->arrived()[1], "kernel k");
  launchUntil(K, 2, "kernel k 0=2", "kernel k");
  expectCountsAddUp(NumLaunches);
}

TEST_F(EngineTiersTest, AnExpensiveImageIsMadeWhereItPays) {
  Chosen.Pipeline = PipelineMode::Auto;
  Chosen.InfoLevel = 1;
  Compiles->openAll();
  Kernel *K = startKernel(withoutNative().bitcodeBytes(40000));
  for (unsigned I = 0; I != CompileCost::UntimedLaunches - 1; ++I)
    for (uint64_t Value : {1, 2})
      EXPECT_EQ(launchOnce(K, {Value}), "kernel k quick");
  EXPECT_EQ(launchOnce(K, {3}), "kernel k quick");
  EXPECT_THAT(Compiles->arrived(), testing::ElementsAre("kernel k quick"));
  EXPECT_TRUE(someLineHas("k: a compile takes about 200 ms"));
  launchUntil(K, 1, "kernel k 0=1", "kernel k quick");
  EXPECT_EQ(launchOnce(K, {2}), "kernel k quick");
  EXPECT_EQ(launchOnce(K, {3}), "kernel k quick");
  EXPECT_EQ(Answers->Compiles, 2);
  expectCountsAddUp(NumLaunches);
}

TEST_F(EngineTiersTest, SoItIsInTheForeground) {
  Chosen.Async = false;
  Chosen.Pipeline = PipelineMode::Auto;
  Compiles->openAll();
  Kernel *K = startKernel(withoutNative().bitcodeBytes(40000));
  for (uint64_t Value = 0; Value != 75; ++Value)
    EXPECT_EQ(launchOnce(K, {Value}), "kernel k quick");
  EXPECT_EQ(Answers->Compiles, 1);
  for (unsigned I = 0; I != CompileCost::UntimedLaunches - 1; ++I)
    EXPECT_EQ(launchOnce(K, {7}), "kernel k quick");
  EXPECT_EQ(launchOnce(K, {7}), "kernel k 0=7");
  EXPECT_EQ(launchOnce(K, {8}), "kernel k quick");
  EXPECT_EQ(Answers->Compiles, 2);
  expectCountsAddUp(NumLaunches);
}

TEST_F(EngineTiersTest, ALongFirstLaunchLooksAtTheDiskBeforeItRunsTheNative) {
  Chosen.Cache = CacheMode::Disk;
  Compiles->openAll();
  TripCount = 1000000000;
  launchUntil(startKernel(withNative()), 1, "kernel k 0=1", "native image");
  Jit->finish();
  Jit.reset();
  Kernel *K = startKernel(withNative());
  NumLaunches = 0;
  EXPECT_EQ(launchOnce(K, {1}), "kernel k 0=1");
  EXPECT_EQ(launchOnce(K, {2}), "native image");
  EXPECT_EQ(statistic("l2_disk_hits"), 1u);
  expectCountsAddUp(NumLaunches);
}

TEST_F(EngineTiersTest, AnExpensiveNativeKernelGoesOnUntilAnImagePays) {
  Compiles->openAll();
  Kernel *K = startKernel(withNative().bitcodeBytes(40000));
  for (unsigned I = 0; I != CompileCost::UntimedLaunches; ++I)
    EXPECT_EQ(launchOnce(K, {1}), "native image");
  EXPECT_EQ(Answers->Compiles, 0);
  launchUntil(K, 1, "kernel k 0=1", "native image");
  EXPECT_EQ(Answers->Compiles, 1);
}

TEST_F(EngineTiersTest, AQuickGenericImageIsReplacedWhereItIsWanted) {
  Chosen.Pipeline = PipelineMode::Auto;
  Chosen.Threshold = 2;
  Compiles->open("kernel k quick 0=5");
  Compiles->open("kernel k quick");
  Kernel *K = startKernel(withoutNative());
  EXPECT_EQ(launchOnce(K, {5}), "kernel k quick 0=5");
  for (uint64_t I : {3, 7, 11, 19})
    EXPECT_EQ(launchOnce(K, {I}), "kernel k quick");
  Compiles->openAll();
  launchUntil(K, 23, "kernel k", "kernel k quick");
  EXPECT_EQ(launchOnce(K, {5}), "kernel k");
  expectCountsAddUp(NumLaunches);
}

TEST_F(EngineTiersTest, AQuickGenericImageOnDiskStandsIn) {
  Chosen.Pipeline = PipelineMode::Auto;
  Chosen.Cache = CacheMode::Disk;
  Compiles->fail("kernel k", "not in this run");
  Compiles->openAll();
  Kernel *K = startKernel(withoutNative());
  launchUntil(K, 1, "kernel k 0=1", "kernel k quick 0=1");
  waitUntil([&] { return Compiles->hasArrived("kernel k quick"); });
  Jit->finish();
  Jit.reset();
  Compiles->fail("kernel k", "");
  K = startKernel(withoutNative());
  NumLaunches = 0;
  EXPECT_EQ(launchOnce(K, {2}), "kernel k quick");
  launchUntil(K, 2, "kernel k 0=2", "kernel k quick");
  EXPECT_EQ(statistic("compiles"), 0u);
  expectCountsAddUp(NumLaunches);
}

TEST_F(EngineTiersTest, TheEndDoesNotWaitForTheFullGenericImage) {
  Chosen.Pipeline = PipelineMode::Auto;
  Chosen.ExitWaitMs = 600000;
  Compiles->open("kernel k quick 0=1");
  Compiles->open("kernel k quick");
  Compiles->open("kernel k 0=1");
  Kernel *K = startKernel(withoutNative());
  launchUntil(K, 1, "kernel k 0=1", "kernel k quick 0=1");
  Compiles->await("kernel k");
  Jit->finish(); // Does not wait at the closed gate.
}

TEST_F(EngineTiersTest, WhatIsGivenUpBeforeTheServiceIsOpenIsNotCompiled) {
  Chosen.Threshold = 2;
  Compiles->openAll();
  Kernel *K = startKernel(withNative());
  Process.withLinker([&] {
    const int Before = LinkerWanted;
    launchOnce(K, {1});
    // A thread has the queued image and wants to open the compile service.
    waitUntil([&] { return LinkerWanted > Before; });
    for (uint64_t I : {3, 7, 11, 19})
      EXPECT_EQ(launchOnce(K, {I}), "native image");
  });
  launchUntil(K, 23, "kernel k", "native image");
  EXPECT_EQ(Compiles->arrived(), std::vector<std::string>{"kernel k"});
}

TEST_F(EngineTiersTest, AQuickImageOnDiskIsNotTakenForTheFullOne) {
  Chosen.Pipeline = PipelineMode::Auto;
  Chosen.Cache = CacheMode::Disk;
  const std::string Others[] = {"kernel k", "kernel k 0=1"};
  for (const std::string &Text : Others)
    Compiles->fail(Text, "not in this run");
  Compiles->openAll();
  EXPECT_EQ(launchOnce(startKernel(withoutNative()), {1}),
            "kernel k quick 0=1");
  Jit->finish();
  Jit.reset();
  for (const std::string &Text : Others)
    Compiles->fail(Text, "");
  Kernel *K = startKernel(withoutNative());
  NumLaunches = 0;
  EXPECT_EQ(launchOnce(K, {1}), "kernel k quick 0=1");
  launchUntil(K, 1, "kernel k 0=1", "kernel k quick 0=1");
  EXPECT_EQ(statistic("compiles"), 0u);
  EXPECT_EQ(statistic("l2_disk_hits"), 1u);
  expectCountsAddUp(NumLaunches);
  Jit.reset();
  EXPECT_EQ(launchOnce(startKernel(withoutNative()), {1}), "kernel k 0=1");
}

TEST_F(EngineTiersTest, WithoutABackgroundAQuickImageStays) {
  Chosen.Pipeline = PipelineMode::Auto;
  Compiles->openAll();
  Kernel *K = startKernel(withoutNative());
  Jit->finish();
  EXPECT_EQ(launchOnce(K, {1}), "kernel k quick 0=1");
  EXPECT_EQ(launchOnce(K, {1}), "kernel k quick 0=1");
  EXPECT_EQ(Answers->Compiles, 1);
}

TEST_F(EngineTiersTest, AQuickCompileThatFailsLeadsToTheGenericImage) {
  Chosen.Pipeline = PipelineMode::Auto;
  Compiles->fail("kernel k quick 0=1", "no code");
  Compiles->openAll();
  Kernel *K = startKernel(withoutNative());
  EXPECT_EQ(launchOnce(K, {1}), "kernel k quick");
  launchUntil(K, 1, "kernel k", "kernel k quick");
}

TEST_F(EngineTiersTest, WhereTheFullImageFailsTheQuickOneStays) {
  Chosen.Pipeline = PipelineMode::Auto;
  Chosen.InfoLevel = 1;
  Compiles->fail("kernel k", "generate: mock failure");
  Compiles->openAll();
  Kernel *K = startKernel(PackageBuilder().kernel("k", {}));
  EXPECT_EQ(launchOnce(K, {}), "kernel k quick");
  waitUntil([&] {
    EXPECT_EQ(launchOnce(K, {}), "kernel k quick");
    return someLineHas("generate: mock failure");
  });
  EXPECT_EQ(launchOnce(K, {}), "kernel k quick");
  EXPECT_EQ(Answers->Compiles, 2);
  EXPECT_EQ(statistic("failed_launches"), 0u);
  expectCountsAddUp(NumLaunches);
}

TEST_F(EngineTiersTest, AQuickImageOfOneValueStaysForThatValueAlone) {
  Chosen.Pipeline = PipelineMode::Auto;
  Chosen.InfoLevel = 1;
  for (const char *Each : {"kernel k 0=1", "kernel k", "kernel k quick"})
    Compiles->fail(Each, "generate: mock failure");
  Compiles->openAll();
  Kernel *K = startKernel(withoutNative());
  EXPECT_EQ(launchOnce(K, {1}), "kernel k quick 0=1");
  waitUntil([&] {
    EXPECT_EQ(launchOnce(K, {1}), "kernel k quick 0=1");
    return someLineHas("generate: mock failure");
  });
  EXPECT_EQ(launchOnce(K, {1}), "kernel k quick 0=1");
  EXPECT_THAT(launchOnce(K, {2}), testing::HasSubstr("mock failure"));
}

TEST_F(EngineTiersTest, AnImageOnDiskIsTakenAtOnce) {
  Chosen.Cache = CacheMode::Disk;
  Chosen.ExitWaitMs = 60000;
  Compiles->openAll();
  EXPECT_EQ(launch(startKernel(withoutNative()), {1}), "kernel k 0=1");
  Compiles->await("kernel k");
  Jit->finish();
  restart();
  Kernel *K = startKernel(withoutNative());
  EXPECT_EQ(launchOnce(K, {1}), "kernel k 0=1");
  EXPECT_EQ(launchOnce(K, {2}), "kernel k");
  EXPECT_EQ(statistic("l2_disk_hits"), 2u);
  EXPECT_EQ(statistic("compiles"), 0u);
  EXPECT_EQ(statistic("stand_ins"), 1u);
  expectCountsAddUp(NumLaunches);
}

TEST_F(EngineTiersTest, AfterTheFirstLaunchAnImageOnDiskTakesNoCompile) {
  Chosen.Cache = CacheMode::Disk;
  Compiles->openAll();
  launchUntil(startKernel(withNative()), 1, "kernel k 0=1", "native image");
  restart();
  Kernel *K = startKernel(withNative());
  NumLaunches = 0;
  EXPECT_EQ(launchOnce(K, {1}), "native image");
  launchUntil(K, 1, "kernel k 0=1", "native image");
  EXPECT_EQ(Answers->Compiles, 1);
  EXPECT_EQ(statistic("l2_disk_hits"), 1u);
  EXPECT_EQ(statistic("background_compiles"), 0u);
  EXPECT_EQ(statistic("stand_ins"), NumLaunches - 1);
  expectCountsAddUp(NumLaunches);
}

TEST_F(EngineTiersTest, AKernelThatIsLaunchedOnceIsCompiledBehindItsLaunch) {
  Compiles->openAll();
  Kernel *K = startKernel(withNative());
  EXPECT_EQ(launchOnce(K, {1}), "native image");
  Compiles->await("kernel k 0=1");
}

TEST_F(EngineTiersTest, AShortProgramGetsItsFirstImageCompiled) {
  Chosen.Cache = CacheMode::Disk;
  Chosen.ExitWaitMs = 600000;
  Compiles->openAll();
  launchOnce(startKernel(withNative()), {1});
  Jit->finish();
  EXPECT_EQ(Compiles->arrived(), std::vector<std::string>{"kernel k 0=1"});
}

TEST_F(EngineTiersTest, KernelsMayGoAwayBehindTheirFirstLaunch) {
  Compiles->openAll();
  const std::string Package = PackageBuilder()
                                  .kernel("k", {All})
                                  .kernel("l", {All})
                                  .native("mockcpu", "native image")
                                  .build();
  restart();
  for (uint64_t I = 0; I != 50; ++I) {
    Program *P = *Jit->addProgram(Package);
    launchOnce((*onDevice(P, Device, 0))->findKernel("entry_k"), {I});
    Process.withLinker([&] { Jit->removeProgram(P); });
  }
  expectCountsAddUp(50);
}

TEST_F(EngineTiersTest, TheGenericImageOnDiskStandsInForNewValues) {
  Chosen.Cache = CacheMode::Disk;
  Chosen.ExitWaitMs = 60000;
  Compiles->openAll();
  launch(startKernel(withoutNative()), {1});
  Compiles->await("kernel k");
  Jit->finish();
  restart();
  Compiles->fail("kernel k 0=2", "must not be waited for");
  Kernel *K = startKernel(withoutNative());
  EXPECT_EQ(launchOnce(K, {2}), "kernel k");
  EXPECT_EQ(statistic("compiles"), 0u);
  EXPECT_EQ(statistic("l2_disk_hits"), 1u);
  EXPECT_EQ(statistic("stand_ins"), 1u);
}

TEST_F(EngineTiersTest, WhatKeepsChangingIsGivenUpAndItsCompilesAreDropped) {
  Chosen.Threshold = 3;
  Kernel *K = startKernel(withNative());
  for (uint64_t I = 0; I != 100; ++I) {
    EXPECT_EQ(launchOnce(K, {I}), "native image");
    Compiles->await("kernel k 0=0");
  }
  Compiles->openAll();
  launchUntil(K, 100, "kernel k", "native image");
  EXPECT_EQ(Compiles->arrived(),
            (std::vector<std::string>{"kernel k 0=0", "kernel k"}));
  EXPECT_NE(statisticsText().find("\"given_up\""), std::string::npos);
  expectCountsAddUp(NumLaunches);
}

TEST_F(EngineTiersTest, WhatServesOneValueDoesNotStandInForItsClass) {
  Chosen.Threshold = 3;
  Kernel *K = startKernel(PackageBuilder()
                              .kernel("k", {All})
                              .uses(package::UseLoopBound)
                              .native("mockcpu", "native image"));
  for (uint64_t Value : {8, 16, 24, 32}) {
    const std::string Its = "kernel k 0=" + std::to_string(Value);
    Compiles->open(Its);
    launchUntil(K, Value, Its, "native image");
  }
  EXPECT_EQ(launchOnce(K, {100}), "native image"); // Gives the value up.
  // These values are multiples of eight, like those before.
  EXPECT_EQ(launchOnce(K, {8}), "native image");
  EXPECT_EQ(launchOnce(K, {40}), "native image");
  EXPECT_EQ(launchOnce(K, {16}), "native image");
  expectCountsAddUp(NumLaunches);
}

TEST_F(EngineTiersTest, TheMostLaunchedIsCompiledFirstThenTheNewest) {
  Kernel *K = startKernel(withNative());
  launchOnce(K, {1});
  Compiles->await("kernel k 0=1");
  for (uint64_t Value : {2, 2, 3, 3, 3, 4, 4})
    launchOnce(K, {Value});
  Compiles->openAll();
  Compiles->await("kernel k 0=2");
  EXPECT_EQ(Compiles->arrived(),
            (std::vector<std::string>{"kernel k 0=1", "kernel k 0=3",
                                      "kernel k 0=4", "kernel k 0=2"}));
}

TEST_F(EngineTiersTest, WhatDidNotFitIntoTheQueueIsAskedForAgain) {
  Kernel *K = startKernel(withNative());
  for (uint64_t Value = 0; Value != 20; ++Value) {
    launchOnce(K, {Value});
    Compiles->await("kernel k 0=0");
  }
  Compiles->openAll();
  for (uint64_t Value = 0; Value != 20; ++Value)
    launchUntil(K, Value, "kernel k 0=" + std::to_string(Value),
                "native image");
  EXPECT_EQ(Answers->Compiles, 20);
  expectCountsAddUp(NumLaunches);
}

TEST_F(EngineTiersTest, WithoutCacheTheImageComesFromTheCompile) {
  Chosen.Cache = CacheMode::Off;
  Compiles->openAll();
  Kernel *K = startKernel(withNative());
  launchUntil(K, 1, "kernel k 0=1", "native image");
  EXPECT_EQ(Answers->Compiles, 1);
}

TEST_F(EngineTiersTest, AFailureLeadsToTheGenericImage) {
  Compiles->fail("kernel k 0=1", "optimise: mock failure");
  Compiles->openAll();
  Kernel *K = startKernel(withNative());
  launchUntil(K, 1, "kernel k", "native image");
  EXPECT_EQ(statistic("fallbacks"), 1u);
  EXPECT_EQ(statistic("failed_launches"), 0u);
  expectCountsAddUp(NumLaunches);
}

TEST_F(EngineTiersTest, WhereTheGenericImageFailsTooTheNativeOneStays) {
  Compiles->fail("kernel k 0=1", "optimise: mock failure");
  Compiles->fail("kernel k", "generate: mock failure");
  Compiles->openAll();
  Kernel *K = startKernel(withNative());
  EXPECT_EQ(launchOnce(K, {1}), "native image");
  waitUntil([&] {
    EXPECT_EQ(launchOnce(K, {1}), "native image");
    return Compiles->hasArrived("kernel k");
  });
  for (uint64_t I = 0; I != 10; ++I)
    EXPECT_EQ(launchOnce(K, {I}), "native image");
  EXPECT_EQ(Answers->Compiles, 2);
  EXPECT_EQ(statistic("failed_launches"), 0u);
  expectCountsAddUp(NumLaunches);
}

TEST_F(EngineTiersTest, WithoutAGenericImageEachValueIsCompiled) {
  Compiles->fail("kernel k", "generate: mock failure");
  Compiles->openAll();
  Kernel *K = startKernel(withoutNative());
  EXPECT_EQ(launchOnce(K, {1}), "kernel k 0=1");
  EXPECT_EQ(launchOnce(K, {2}), "kernel k 0=2");
  EXPECT_EQ(launchOnce(K, {3}), "kernel k 0=3");
  EXPECT_EQ(statistic("compiles"), 3u);
}

TEST_F(EngineTiersTest, ClosingTheProgramWaitsForNoCompile) {
  restart();
  const std::string Package = withNative().build();
  Program *P = *Jit->addProgram(Package);
  Kernel *K = (*onDevice(P, Device, 0))->findKernel("entry_k");
  launchOnce(K, {1});
  Compiles->await("kernel k 0=1");
  launchOnce(K, {2});
  Process.withLinker([&] { Jit->removeProgram(P); });
  Compiles->openAll();
  expectCountsAddUp(2);
}

TEST_F(EngineTiersTest, TheEndDoesNotWaitLongerThanItMay) {
  Kernel *K = startKernel(withNative());
  launchOnce(K, {1});
  Compiles->await("kernel k 0=1");
  Jit->finish();
  EXPECT_FALSE(Compiles->hasArrived("kernel k 0=2"));
  EXPECT_EQ(launchOnce(K, {2}), "native image");
}

TEST_F(EngineTiersTest, TheEndWaitsForWhatHasBegunAndDropsTheQueue) {
  Chosen.Cache = CacheMode::Disk;
  Chosen.ExitWaitMs = 600000;
  Kernel *K = startKernel(withNative());
  launchOnce(K, {1});
  Compiles->await("kernel k 0=1");
  launchOnce(K, {2});
  std::thread Ending([&] { Jit->finish(); });
  Compiles->openAll();
  Ending.join();
  restart();
  EXPECT_EQ(launch(startKernel(withoutNative()), {1}), "kernel k 0=1");
  EXPECT_EQ(statistic("l2_disk_hits"), 1u);
}

TEST_F(EngineTiersTest, AForkWaitsForACompileAndTheChildBeginsAnew) {
  Kernel *K = startKernel(withNative());
  launchOnce(K, {1});
  Compiles->await("kernel k 0=1");
  launchOnce(K, {2});
  // The second compile may also begin before the fork, which then waits for it.
  std::thread Opener([&] { Compiles->openAll(); });
  Process.lockForFork();
  EXPECT_TRUE(Compiles->hasArrived("kernel k 0=1"));
  Process.unlockAfterFork();
  Opener.join();
  launchUntil(K, 2, "kernel k 0=2", "native image");
}

TEST_F(EngineTiersTest, WhoHasTheLinkersLockGetsAStandIn) {
  Kernel *K = startKernel(withNative());
  Process.withLinker([&] {
    const int Before = LinkerWanted;
    EXPECT_EQ(launchOnce(K, {1}), "native image");
    // The background thread wants the lock to open the compile service.
    waitUntil([&] { return LinkerWanted > Before; });
    EXPECT_EQ(launchOnce(K, {1}), "native image");
  });
  Compiles->openAll();
  launchUntil(K, 1, "kernel k 0=1", "native image");
}

TEST_F(EngineTiersTest, ManyThreadsManyValues) {
  Compiles->openAll();
  Chosen.Threads = 2;
  Kernel *K = startKernel(PackageBuilder().kernel("k", {All, All}));
  std::vector<std::thread> Threads;
  for (int Thread = 0; Thread != 8; ++Thread)
    Threads.emplace_back([&, Thread] {
      for (uint64_t I = 0; I != 200; ++I) {
        const uint64_t A = (I + uint64_t(Thread)) % 5, B = I % 3;
        const std::string Got = launch(K, {A, B});
        EXPECT_TRUE(Got == "kernel k" ||
                    Got == "kernel k 0=" + std::to_string(A) +
                               " 1=" + std::to_string(B))
            << Got;
      }
    });
  for (std::thread &Each : Threads)
    Each.join();
  // Each of the 15 images and the generic one is compiled once at most.
  std::vector<std::string> Done = Compiles->arrived();
  std::sort(Done.begin(), Done.end());
  EXPECT_EQ(std::adjacent_find(Done.begin(), Done.end()), Done.end());
  EXPECT_EQ(statistic("failed_launches"), 0u);
  expectCountsAddUp(1600);
}

TEST_F(EngineTiersTest, SixteenThreadsAtFirstLaunchWaitForOneImage) {
  Kernel *K = startKernel(withoutNative());
  Compiles->open("kernel k 0=3");
  std::vector<std::thread> Threads;
  for (int Thread = 0; Thread != 16; ++Thread)
    Threads.emplace_back([&] { EXPECT_EQ(launch(K, {3}), "kernel k 0=3"); });
  for (std::thread &Each : Threads)
    Each.join();
  EXPECT_EQ(Device.Loads, 1);
  EXPECT_EQ(statistic("compiles"), 1u);
  expectCountsAddUp(16);
}

TEST_F(EngineTiersTest, LinesTellOfTheBackground) {
  Chosen.InfoLevel = 3;
  Compiles->openAll();
  Kernel *K = startKernel(withNative());
  launchUntil(K, 1, "kernel k 0=1", "native image");
  EXPECT_TRUE(someLineHas("launch of k on device 0: L1 hit, a stand-in"));
  EXPECT_TRUE(someLineHas("compiled k for device 0 in the background in "));
}

} // namespace
