//===- TuningTest.cpp - Kernels for which something was chosen ------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EngineFixture.h"

#include "ompjit/Cache/DiskStore.h"
#include "ompjit/Cache/Key.h"
#include "ompjit/TuningProfile.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <fstream>

using namespace ompjit;
using namespace ompjit::jit;

namespace {

constexpr uint64_t Code = 0xc0de;

class TuningTest : public EngineFixture {
protected:
  TuningTest() {
    Chosen.InfoLevel = 1;
    Answers->Failure = [this](const CompileRequest &Request) {
      Last = Request;
      return "";
    };
  }

  static tuning::Choice choice(const Tuning &How,
                               tuning::TripRange Trips = {}) {
    return {"k", Code, {"mock-unknown-linux", "mockcpu", 4}, Trips, How};
  }

  std::string write(const char *Name, const std::string &Text) {
    const std::string Path = Folder / Name;
    std::ofstream(Path) << Text;
    return Path;
  }

  /// Starts a program of a processor's kernel with these choices.
  Kernel *kernel(const tuning::Profile &Choices) {
    Chosen.Profiles = {write("a.profile", tuning::write(Choices))};
    return begin(PackageBuilder().kernel("k", {0}).code(Code));
  }

  Kernel *begin(const PackageBuilder &Package) {
    restart();
    return start(Package.build(), Device)->findKernel("entry_k");
  }

  Kernel *gpuKernel() {
    return begin(PackageBuilder().kernel("k", {0}).code(Code).forGpu(
        {.Mode = 3, .MaxThreads = 1024}));
  }

  CompileRequest Last;
};

/// The mock has teams and threads to choose, so it is a GPU to the engine.
TEST_F(TuningTest, CodeIsMadeAsChosen) {
  Kernel *K = kernel({choice({.Lanes = 8, .Unroll = 4, .ResidentTeams = 2})});
  EXPECT_EQ(launch(K, {0}).substr(0, 8), "kernel k");
  EXPECT_EQ(Last.Lanes, 8u);
  EXPECT_EQ(Last.Tuned, (CodeTuning{.Unroll = 4, .ResidentTeams = 2}));
  EXPECT_TRUE(
      someLineHas("k is tuned on device 0: lanes=8 unroll=4 resident=2"));
}

TEST_F(TuningTest, EachSizeHasItsOwnImage) {
  Kernel *K = kernel(
      {choice({.Unroll = 2}, {10, 19}), choice({.Unroll = 8}, {20, 29})});
  for (auto [Trips, Unroll] :
       {std::pair(10, 2u), {19, 2u}, {20, 8u}, {29, 8u}, {9, 0u}, {30, 0u}}) {
    TripCount = uint64_t(Trips);
    launch(K, {0});
    // An image that exists is used again.
    if (Trips != 19 && Trips != 29 && Trips != 30)
      EXPECT_EQ(Last.Tuned.Unroll, Unroll) << Trips;
  }
  EXPECT_EQ(Answers->Compiles, 3);
}

TEST_F(TuningTest, OtherKernelsAndDevicesAreAsUsual) {
  tuning::Choice OtherCode = choice({.Unroll = 2}),
                 OtherArch = choice({.Unroll = 2}),
                 OtherSize = choice({.Unroll = 2});
  OtherCode.CodeDigest = 1;
  OtherArch.Device.Arch = "other";
  OtherSize.Device.Processors = 5;
  launch(kernel({OtherCode, OtherArch, OtherSize}), {0});
  EXPECT_EQ(Last.Tuned, CodeTuning());
  EXPECT_FALSE(someLineHas("is tuned"));
}

TEST_F(TuningTest, WhatIsAskedForAllKernelsComesFirst) {
  Chosen.Lanes = LanesOff;
  launch(kernel({choice({.Lanes = 8})}), {0});
  EXPECT_EQ(Last.Lanes, LanesOff);
}

TEST_F(TuningTest, LaunchesGetWhatTheyLeaveOpen) {
  Chosen.Profiles = {
      write("a.profile",
            tuning::write({choice({.Threads = 64, .Teams = 7}, {1, 100})}))};
  Kernel *K = gpuKernel();
  ompjit_launch Launch = {};
  Launch.trip_count = 100;
  K->shape(Launch);
  EXPECT_EQ(Launch.num_teams[0], 7u);
  EXPECT_EQ(Launch.thread_limit[0], 64u);

  Launch = {};
  Launch.trip_count = 101;
  K->shape(Launch);
  EXPECT_EQ(Launch.num_teams[0], 0u);

  Launch.trip_count = 1;
  Launch.num_teams[0] = 3;
  Launch.thread_limit[0] = 32;
  K->shape(Launch);
  EXPECT_EQ(Launch.num_teams[0], 3u);
  EXPECT_EQ(Launch.thread_limit[0], 32u);
}

TEST_F(TuningTest, LaterFilesComeFirst) {
  Chosen.Profiles = {
      write("a.profile", tuning::write({choice({.Unroll = 2})})),
      write("b.profile", tuning::write({choice({.Unroll = 4})}))};
  launch(gpuKernel(), {0});
  EXPECT_EQ(Last.Tuned.Unroll, 4u);
}

TEST_F(TuningTest, WhatCannotBeReadIsNamed) {
  Chosen.Profiles = {
      Folder / "missing", write("bad.profile", "ompjit-profile 1\nkernels\n"),
      write("a.profile", tuning::write({choice({.Unroll = 4})}))};
  launch(gpuKernel(), {0});
  EXPECT_EQ(Last.Tuned.Unroll, 4u);
  EXPECT_TRUE(someLineHas("missing' is not used: it cannot be read: No such"));
  EXPECT_TRUE(
      someLineHas("bad.profile' is not used: line 2: 'kernels' is not"));
}

TEST_F(TuningTest, TheCacheHasChoicesToo) {
  Chosen.Cache = CacheMode::Disk;
  Chosen.CacheDir = Folder / "cache";
  const std::string Fields =
      cache::profileFields("mock-unknown-linux", "mockcpu");
  const cache::Key Key = cache::keyOf(Fields);
  EXPECT_FALSE(cache::DiskStore::hasNote(Chosen.CacheDir, Key));
  {
    cache::DiskStore::Options Wanted;
    Wanted.Folder = Chosen.CacheDir;
    cache::DiskStore(std::move(Wanted))
        .replaceNote(Key, Fields,
                     tuning::write({choice({.Unroll = 4}, {1, 9}),
                                    choice({.Unroll = 2}, {10, 19})}));
  }
  EXPECT_TRUE(cache::DiskStore::hasNote(Chosen.CacheDir, Key));
  TripCount = 10;
  launch(gpuKernel(), {0});
  EXPECT_EQ(Last.Tuned.Unroll, 2u);

  // A file's choice replaces the cache's for the same launches only.
  Chosen.Profiles = {
      write("a.profile", tuning::write({choice({.Unroll = 8}, {10, 11})}))};
  Kernel *K = gpuKernel();
  launch(K, {0});
  EXPECT_EQ(Last.Tuned.Unroll, 8u);
  TripCount = 9;
  launch(K, {0});
  EXPECT_EQ(Last.Tuned.Unroll, 4u);

  Chosen.Profiles.clear();
  Chosen.UsesProfiles = false;
  launch(gpuKernel(), {0});
  EXPECT_EQ(Last.Tuned.Unroll, 0u);
}

TEST_F(TuningTest, WithoutAJitThereAreNoChoices) {
  Chosen.Enabled = false;
  launch(kernel({choice({.Unroll = 4})}), {0});
  EXPECT_EQ(Last.Tuned, CodeTuning());
}

} // namespace
