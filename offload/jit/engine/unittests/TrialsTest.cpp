//===- TrialsTest.cpp - Images that are slower than the generic one -------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// There is no clock: a launch takes as long as the test says.
//
//===----------------------------------------------------------------------===//

#include "EngineFixture.h"

#include "policy/ImageTrial.h"

#include <filesystem>
#include <thread>

using namespace ompjit;
using namespace ompjit::jit;

namespace {

using Side = ImageTrial::Side;
using Verdict = ImageTrial::Verdict;

constexpr uint64_t All = UINT64_MAX;
constexpr uint64_t Millisecond = 1000000;

//===----------------------------------------------------------------------===//
// The comparison
//===----------------------------------------------------------------------===//

class ImageTrialTest : public ::testing::Test {
protected:
  using Cost = std::function<uint64_t(Side, uint64_t Launch)>;

  /// Launches until the trial is over. \p Work returns the work of each launch.
  Verdict run(
      const Cost &Ns, const std::function<uint64_t(uint64_t)> &Work =
                          [](uint64_t) { return 1; }) {
    for (; Trial.verdict() == Verdict::Open; ++NumLaunches)
      if (auto Runs = Trial.begin(Work(NumLaunches), NumLaunches)) {
        NumGeneric += *Runs == Side::Generic;
        Trial.end(NumLaunches, Ns(*Runs, NumLaunches));
      }
    return Trial.verdict();
  }

  ImageTrial Trial;
  uint64_t NumLaunches = 0, NumGeneric = 0;
};

TEST_F(ImageTrialTest, TellsASlowerImage) {
  EXPECT_EQ(run([](Side Runs, uint64_t) {
              return Runs == Side::Special ? 1080 : 1000;
            }),
            Verdict::Slower);
  EXPECT_DOUBLE_EQ(Trial.ratio(), 1.08);
  EXPECT_EQ(Trial.pairs(), 24u);
  EXPECT_EQ(NumLaunches, 52u); // The first round warms up.
  EXPECT_EQ(NumGeneric, 26u);
}

TEST_F(ImageTrialTest, LeavesAnImageAloneThatIsHardlySlower) {
  EXPECT_EQ(run([](Side Runs, uint64_t) {
              return Runs == Side::Special ? 1020 : 1000;
            }),
            Verdict::NotSlower);
}

TEST_F(ImageTrialTest, IgnoresWhatIsStrangeInTheBeginning) {
  EXPECT_EQ(run([](Side Runs, uint64_t Launch) {
              return Launch < 4 && Runs == Side::Generic ? 100000 : 1000;
            }),
            Verdict::NotSlower);
  EXPECT_DOUBLE_EQ(Trial.ratio(), 1);
}

TEST_F(ImageTrialTest, IsNotMisledByASteadyDrift) {
  EXPECT_EQ(run([](Side, uint64_t Launch) { return 1000000 + 50000 * Launch; }),
            Verdict::NotSlower);
  EXPECT_DOUBLE_EQ(Trial.ratio(), 1);
}

TEST_F(ImageTrialTest, IsNotMisledByWorkThatRepeatsItself) {
  for (uint64_t Period : {2, 3, 4, 5, 8}) {
    Trial = {};
    const Verdict Found = run([&](Side, uint64_t Launch) {
      return Launch % Period == 0 ? 3000 : 1000;
    });
    EXPECT_NE(Found, Verdict::Slower) << Period;
  }
}

TEST_F(ImageTrialTest, IsUnclearWhereRoundsDisagree) {
  EXPECT_EQ(run([](Side Runs, uint64_t Launch) {
              if (Runs == Side::Generic)
                return 1000;
              return Launch / 4 % 4 == 0 ? 800 : 1200;
            }),
            Verdict::Unclear);
}

TEST_F(ImageTrialTest, ComparesLaunchesWithTheSameWorkOnly) {
  EXPECT_EQ(run(
                [](Side Runs, uint64_t Launch) {
                  const uint64_t Size = 1 + Launch % 3;
                  return Size * (Runs == Side::Special ? 1100 : 1000);
                },
                [](uint64_t Launch) { return Launch % 3; }),
            Verdict::Slower);
  EXPECT_NEAR(Trial.ratio(), 1.1, 1e-9);
  // If no two launches do the same work, nothing is compared.
  Trial = {};
  EXPECT_EQ(run([](Side Runs,
                   uint64_t) { return Runs == Side::Special ? 2000 : 1000; },
                [](uint64_t Launch) { return Launch; }),
            Verdict::Unclear);
  EXPECT_EQ(Trial.pairs(), 0u);
}

TEST_F(ImageTrialTest, LosesTheRoundOfADisturbedLaunch) {
  uint64_t Ticket = 0;
  auto launchUndisturbed = [&](int Times) {
    for (; Times; --Times) {
      ASSERT_TRUE(Trial.begin(1, ++Ticket));
      Trial.end(Ticket, 1000);
    }
  };
  launchUndisturbed(4 + 4);
  EXPECT_EQ(Trial.pairs(), 2u);
  launchUndisturbed(3);
  ASSERT_TRUE(Trial.begin(1, ++Ticket));
  Trial.end(Ticket, std::nullopt);
  EXPECT_EQ(Trial.pairs(), 2u);
  launchUndisturbed(3);
  // If two launches run at once, neither counts, whatever is said of them.
  ASSERT_TRUE(Trial.begin(1, ++Ticket));
  EXPECT_FALSE(Trial.begin(1, Ticket + 1));
  Trial.end(Ticket, 1000);
  Trial.end(++Ticket, 1000);
  launchUndisturbed(3);
  EXPECT_EQ(Trial.pairs(), 2u);
  launchUndisturbed(1);
  EXPECT_EQ(Trial.pairs(), 4u);
}

//===----------------------------------------------------------------------===//
// The engine
//===----------------------------------------------------------------------===//

/// Only one thread launches.
class OneThread : public LaunchWatch {
  class Nobody : public Earlier {
    bool areOver() override { return true; }
  };
  std::unique_ptr<Earlier> earlier() const override {
    return std::make_unique<Nobody>();
  }
};

class TrialsTest : public EngineFixture {
protected:
  TrialsTest() {
    Chosen.Async = true;
    Chosen.Threads = 1;
    Chosen.ExitWaitMs = 0;
    Chosen.InfoLevel = 2;
    Launches = &Watch;
  }

  Kernel *startKernel() {
    return start(PackageBuilder()
                     .kernel("k", {All})
                     .native("mockcpu", "native image")
                     .build(),
                 Device)
        ->findKernel("entry_k");
  }

  /// Launches, and returns the image that ran.
  std::string launchTimed(Kernel *K, uint64_t Value) {
    ompjit_launch Launch = {};
    Launch.args = reinterpret_cast<void **>(&Value);
    Launch.num_args = 1;
    LaunchTime Time;
    Result<ompjit_kernel *> Selected = K->select(Launch, {}, &Time);
    if (!Selected)
      return Selected.error().message();
    const std::string Image = (*Selected)->Image->Bytes;
    NumTimed += Time.isWanted();
    Time.tell(Ns(Image));
    return Image;
  }
  /// Launches with the value until \p Line is logged.
  void launchUntilSaid(Kernel *K, uint64_t Value, const std::string &Line) {
    const std::string Special = imageOf(Value);
    waitUntil([&] {
      const std::string Got = launchTimed(K, Value);
      EXPECT_TRUE(Got == Special || Got == Generic || Got == "native image")
          << Got;
      return someLineHas(Line);
    });
  }
  void launchUntilItGets(Kernel *K, uint64_t Value, const std::string &Image) {
    waitUntil([&] { return launchTimed(K, Value) == Image; });
  }
  void expectAlways(Kernel *K, uint64_t Value, const std::string &Image) {
    for (int I = 0; I != 5000; ++I)
      ASSERT_EQ(launchTimed(K, Value), Image) << I;
  }
  static std::string imageOf(uint64_t Value) {
    return "kernel k 0=" + std::to_string(Value);
  }
  void makeSpecialCost(uint64_t Percent) {
    Ns = [Percent](const std::string &Image) {
      return Image == Generic ? Millisecond : Millisecond / 100 * Percent;
    };
  }

  static inline const std::string Generic = "kernel k";
  /// Returns how long a launch of the image takes, or nothing if it was
  /// disturbed.
  std::function<std::optional<uint64_t>(const std::string &)> Ns;
  std::atomic<uint64_t> NumTimed{0};
  OneThread Watch;
};

TEST_F(TrialsTest, ALoserGivesItsPlaceToTheGenericImage) {
  makeSpecialCost(108);
  Kernel *K = startKernel();
  launchUntilSaid(K, 1,
                  "k: the image for 0=1 took 1.08 times as long as the generic "
                  "one in 24 pairs of launches; the generic one is used");
  expectAlways(K, 1, Generic);
  EXPECT_EQ(Answers->Compiles, 2);
  EXPECT_EQ(statistic("demotions"), 1u);
  EXPECT_NE(statisticsText().find("\"the image for 0=1 took 1.08 times"),
            std::string::npos);
}

TEST_F(TrialsTest, AWinnerStays) {
  makeSpecialCost(90);
  Kernel *K = startKernel();
  launchUntilSaid(K, 1, "the image for 0=1 took 0.90 times");
  expectAlways(K, 1, imageOf(1));
  EXPECT_EQ(statistic("demotions"), 0u);
}

TEST_F(TrialsTest, NothingIsDecidedFromNoise) {
  // Launches take up to six times as long, whatever image runs.
  uint64_t State = 1;
  Ns = [&](const std::string &) {
    State = State * 6364136223846793005u + 1442695040888963407u;
    return Millisecond + (State >> 33) % (5 * Millisecond);
  };
  Kernel *K = startKernel();
  launchUntilItGets(K, 1, Generic);
  for (int I = 0; I != 20000; ++I)
    launchTimed(K, 1);
  EXPECT_EQ(launchTimed(K, 1), imageOf(1));
  EXPECT_EQ(statistic("demotions"), 0u);
}

TEST_F(TrialsTest, ShortLaunchesAreLeftAlone) {
  Ns = [](const std::string &) { return 15000; };
  Kernel *K = startKernel();
  launchUntilItGets(K, 1, imageOf(1));
  for (int I = 0; I != 200000; ++I)
    ASSERT_EQ(launchTimed(K, 1), imageOf(1));
  EXPECT_EQ(Answers->Compiles, 1);
  EXPECT_LT(NumTimed, 30u);
}

TEST_F(TrialsTest, AnImageThatRanShortlyIsLeftAlone) {
  makeSpecialCost(200);
  Kernel *K = startKernel();
  launchUntilItGets(K, 1, imageOf(1));
  for (int I = 0; I != 100; ++I)
    ASSERT_EQ(launchTimed(K, 1), imageOf(1));
  EXPECT_EQ(Answers->Compiles, 1);
}

TEST_F(TrialsTest, LaunchesBesideOthersDoNotCount) {
  Kernel *K = startKernel();
  makeSpecialCost(200);
  launchUntilItGets(K, 1, Generic);
  Ns = [](const std::string &) { return std::nullopt; };
  for (int I = 0; I != 20000; ++I)
    launchTimed(K, 1);
  EXPECT_EQ(launchTimed(K, 1), imageOf(1));
  // Once launches are undisturbed, the image is tried again.
  makeSpecialCost(200);
  launchUntilSaid(K, 1, "took 2.00 times");
  expectAlways(K, 1, Generic);
}

TEST_F(TrialsTest, ThereAreNoneIfTheUserSaysSo) {
  Chosen.Trial = false;
  makeSpecialCost(200);
  Kernel *K = startKernel();
  launchUntilItGets(K, 1, imageOf(1));
  expectAlways(K, 1, imageOf(1));
  EXPECT_EQ(NumTimed, 0u);
}

TEST_F(TrialsTest, ThereAreNoneWhereNobodyTellsTheTime) {
  Kernel *K = startKernel();
  waitUntil([&] { return launch(K, {1}) == imageOf(1); });
  for (int I = 0; I != 5000; ++I)
    ASSERT_EQ(launch(K, {1}), imageOf(1));
}

TEST_F(TrialsTest, TheSameCodeIsNotTried) {
  Answers->Code = [](const CompileRequest &) { return "code"; };
  Ns = [](const std::string &) { return Millisecond; };
  Kernel *K = startKernel();
  launchUntilItGets(K, 1, imageOf(1));
  waitUntil([&] {
    launchTimed(K, 1);
    return Answers->Compiles == 2;
  });
  expectAlways(K, 1, imageOf(1));
  EXPECT_FALSE(someLineHas("pairs of launches"));
}

TEST_F(TrialsTest, AGenericImageThatFailsIsNotMissed) {
  Answers->Failure = [](const CompileRequest &Request) {
    return Request.Facts.empty() ? "mock failure" : "";
  };
  makeSpecialCost(200);
  Kernel *K = startKernel();
  launchUntilItGets(K, 1, imageOf(1));
  waitUntil([&] {
    launchTimed(K, 1);
    return Answers->Compiles == 2;
  });
  expectAlways(K, 1, imageOf(1));
  EXPECT_EQ(Answers->Compiles, 2);
}

TEST_F(TrialsTest, LosingValuesGiveUpWhatTheyAreFor) {
  makeSpecialCost(150);
  Kernel *K = startKernel();
  for (uint64_t Value : {1, 2}) {
    launchUntilItGets(K, Value, imageOf(Value));
    launchUntilSaid(K, Value,
                    "for 0=" + std::to_string(Value) + " took 1.50 times");
  }
  EXPECT_EQ(Answers->Compiles, 3);
  expectAlways(K, 3, Generic);
  EXPECT_EQ(Answers->Compiles, 3);
  EXPECT_TRUE(someLineHas(
      "parameter 0 is given up: images for it were slower than the generic"));
}

TEST_F(TrialsTest, AFactIsKeptIfMostOfItsValuesWin) {
  Kernel *K = startKernel();
  for (auto [Value, Percent] :
       {std::pair<uint64_t, uint64_t>{1, 90}, {2, 80}, {3, 110}, {4, 120}}) {
    makeSpecialCost(Percent);
    launchUntilItGets(K, Value, imageOf(Value));
    launchUntilSaid(K, Value, "for 0=" + std::to_string(Value) + " took");
  }
  expectAlways(K, 1, imageOf(1));
  expectAlways(K, 3, Generic);
  launchUntilItGets(K, 5, imageOf(5));
}

TEST_F(TrialsTest, TheDecisionIsKnownToTheNextRun) {
  Chosen.Cache = CacheMode::Disk;
  makeSpecialCost(150);
  launchUntilSaid(startKernel(), 1, "took 1.50 times");
  restart();
  const int Before = Answers->Compiles;
  Kernel *K = startKernel();
  waitUntil([&] {
    const std::string Got = launchTimed(K, 1);
    EXPECT_NE(Got, imageOf(1));
    return Got == Generic;
  });
  expectAlways(K, 1, Generic);
  EXPECT_EQ(Answers->Compiles, Before);
  // Nothing is known about another value.
  launchUntilItGets(K, 2, imageOf(2));
}

TEST_F(TrialsTest, AWinnerIsNotTriedAgainInTheNextRun) {
  Chosen.Cache = CacheMode::Disk;
  makeSpecialCost(50);
  launchUntilSaid(startKernel(), 1, "took 0.50 times");
  restart();
  Kernel *K = startKernel();
  launchUntilItGets(K, 1, imageOf(1));
  expectAlways(K, 1, imageOf(1));
}

TEST_F(TrialsTest, ADamagedNoteIsNone) {
  Chosen.Cache = CacheMode::Disk;
  makeSpecialCost(150);
  launchUntilSaid(startKernel(), 1, "took 1.50 times");
  int NumNotes = 0;
  for (const auto &Each :
       std::filesystem::recursive_directory_iterator(Chosen.CacheDir))
    if (Each.path().extension() == ".note") {
      std::filesystem::resize_file(Each, Each.file_size() - 1);
      ++NumNotes;
    }
  EXPECT_EQ(NumNotes, 2); // One is the program's name.
  restart();
  launchUntilItGets(startKernel(), 1, imageOf(1));
}

TEST_F(TrialsTest, WhatIsUnloadedMeanwhileEndsTheTrial) {
  Chosen.MemoryBytes = 2 * imageOf(1).size();
  Chosen.Threshold = 1000;
  makeSpecialCost(150);
  Kernel *K = startKernel();
  // Images for other values push both images out, twice.
  for (uint64_t Round = 1; Round != 3; ++Round) {
    launchUntilItGets(K, 1, Generic);
    for (uint64_t Other = 2; Other != 5; ++Other)
      launchUntilItGets(K, 10 * Round + Other, imageOf(10 * Round + Other));
    EXPECT_FALSE(someLineHas("took 1.50 times"));
  }
  launchUntilSaid(K, 1, "took 1.50 times");
  // The loser does not come back with the generic image.
  for (uint64_t Other = 2; Other != 5; ++Other)
    launchUntilItGets(K, Other, imageOf(Other));
  expectAlways(K, 1, Generic);
}

TEST_F(TrialsTest, ThreadsThatLaunchAtOnceGetRightImages) {
  makeSpecialCost(150);
  Kernel *K = startKernel();
  launchUntilItGets(K, 1, Generic);
  // Each thread can disturb the trials of the others. An image has three, and
  // the third one does not begin before 5.25 s of its launches.
  std::vector<std::thread> Threads;
  for (uint64_t Value : {1, 1, 2, 3})
    Threads.emplace_back([&, Value] {
      for (int I = 0; I != 1200; ++I) {
        const std::string Got = launchTimed(K, Value);
        EXPECT_TRUE(Got == imageOf(Value) || Got == Generic ||
                    Got == "native image")
            << Got;
      }
    });
  for (std::thread &Each : Threads)
    Each.join();
  launchUntilSaid(K, 1, "for 0=1 took 1.50 times");
  expectAlways(K, 1, Generic);
}

} // namespace
