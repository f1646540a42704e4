//===- ModelTest.cpp - Tests of the model of a job -----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BuildModel.h"
#include "TextReport.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace ompjit::report;
using testing::ElementsAre;
using testing::HasSubstr;

namespace {

using Arguments = std::map<std::string, std::string, std::less<>>;

TraceEvent event(const char *Category, const char *Name, uint64_t StartNs,
                 uint64_t Ns, Arguments Details = {}, uint64_t Thread = 1,
                 char Phase = 'X') {
  TraceEvent Out;
  Out.Phase = Phase;
  Out.Category = Category;
  Out.Name = Name;
  Out.StartNs = StartNs;
  Out.DurationNs = Ns;
  Out.Thread = Thread;
  Out.Arguments = std::move(Details);
  return Out;
}

const char *const Symbol = "__omp_offloading_10_20__Z3foov_l7";

Trace oneRegion() {
  Trace Out;
  Out.Process = 5;
  Out.Events = {
      event("construct", "target", 1000, 900),
      event("data", "copy to device", 1010, 100,
            {{"bytes", "64"}, {"item", "A"}, {"declared", "a.cpp:3:1"}}),
      event("select", "compiled", 1200, 50,
            {{"symbol", Symbol}, {"stand-in", "yes"}}),
      event("kernel", "foo(), line 7", 1300, 400,
            {{"symbol", Symbol}, {"location", "a.cpp:7:1"}}),
      event("data", "copy from device", 1800, 20,
            {{"bytes", "32"}, {"item", "A"}, {"declared", "a.cpp:3:1"}}),
  };
  return Out;
}

TEST(Model, AKernelHasWhatItsRegionsDo) {
  const Model Of = buildModel({oneRegion()});
  const Kernel *Found = Of.findKernel("foo(), line 7");
  ASSERT_TRUE(Found);
  EXPECT_EQ(Found->NumLaunches, 1u);
  EXPECT_EQ(Found->NumStandIns, 1u);
  EXPECT_EQ(Found->TotalNs, 400u);
  EXPECT_EQ(Found->ConstructNs, 900u);
  EXPECT_EQ(Found->DataNs, 120u);
  EXPECT_EQ(Found->BytesTo, 64u);
  EXPECT_EQ(Found->BytesFrom, 32u);
  EXPECT_EQ(Found->WaitedNs, 50u);
  EXPECT_EQ(Found->overheadNs(), 330u);
  EXPECT_THAT(Found->Places, ElementsAre("a.cpp:7:1"));
  ASSERT_EQ(Of.Mappings.size(), 1u);
  EXPECT_EQ(Of.Mappings[0].Item, "A");
  EXPECT_EQ(Of.Mappings[0].NumTo, 1u);
  EXPECT_FALSE(Of.Mappings[0].isRepeated());
  EXPECT_EQ(Of.WallNs, 900u);
}

TEST(Model, BarsLieInEachOther) {
  const Model Of = buildModel({oneRegion()});
  ASSERT_EQ(Of.Lanes.size(), 1u);
  const Lane &Only = Of.Lanes[0];
  EXPECT_EQ(Only.Depth, 2u);
  ASSERT_EQ(Only.Bars.size(), 5u);
  EXPECT_EQ(Only.Bars[0].Depth, 0u);
  EXPECT_EQ(Only.Bars[0].BeginNs, 0u);
  EXPECT_EQ(Only.Bars[3].Depth, 1u);
  EXPECT_TRUE(Only.Bars[3].IsStandIn);
  EXPECT_EQ(Only.Bars[3].Name, "foo(), line 7");
}

TEST(Model, RunsInQueuesCountAndLaunchesDoNot) {
  Trace From;
  TraceEvent Begin =
      event("run", "", 200, 0, {{"symbol", Symbol}, {"device", "1"}}, 1, 'b');
  TraceEvent End = event("run", "", 900, 0, {{"symbol", Symbol}}, 1, 'e');
  Begin.Id = End.Id = "4";
  From.Events = {
      event("kernel", "", 100, 50, {{"symbol", Symbol}, {"queued", "true"}}),
      Begin, End};
  const Model Of = buildModel({From});
  const Kernel *Found = Of.findKernel("foo(), line 7");
  ASSERT_TRUE(Found);
  EXPECT_THAT(Found->RunNs, ElementsAre(700));
  ASSERT_EQ(Of.Lanes.size(), 2u);
  EXPECT_EQ(Of.Lanes[1].Name, "device 1");
}

TEST(Model, WaitingForAnotherProcessIsNotReading) {
  Trace From;
  const auto LookUp = [](uint64_t StartNs, uint64_t Ns, const char *WaitedNs) {
    Arguments About = {{"image", Symbol}, {"key", "ab"}, {"outcome", "hit"}};
    if (WaitedNs)
      About["waited_ns"] = WaitedNs;
    return event("cache", "look up", StartNs, Ns, About);
  };
  From.Events = {LookUp(100, 4000000, "3000000"), LookUp(5000000, 1000000, {})};
  const Model Of = buildModel({From});
  EXPECT_EQ(Of.Cache.NumFromDisk, 2u);
  EXPECT_EQ(Of.Cache.FromDiskNs, 2000000u);
  EXPECT_EQ(Of.Cache.NumAwaited, 1u);
  EXPECT_EQ(Of.Cache.AwaitedNs, 3000000u);
  ASSERT_EQ(Of.Lanes.size(), 1u);
  EXPECT_EQ(Of.Lanes[0].Bars[0].Details,
            std::string(Symbol) +
                ": hit, 3.00 ms of waiting for another process's compile");
  EXPECT_EQ(Of.Lanes[0].Bars[1].Details, std::string(Symbol) + ": hit");
  EXPECT_THAT(asText(Of, {}),
              HasSubstr("read 2 from disk, waited 3.00 ms for compiles of 1 "
                        "image in other processes. The next start reads 1 "
                        "image from disk, 1.00 ms each."));
}

TEST(Model, AnImageHasItsHistory) {
  Trace From;
  const Arguments About = {{"symbol", Symbol},  {"key", "ab"},
                           {"facts", "p0=1"},   {"bytes", "10"},
                           {"why", "p0 was 2"}, {"where", "background"}};
  Arguments Compiled = About;
  Compiled["loops"] = "a.c:1: iterations share vectors";
  TraceEvent Flow = event("flow", "image", 350, 0, {}, 2, 's');
  Flow.Id = "ab";
  TraceEvent Arrival = event("flow", "image", 500, 0, {}, 1, 'f');
  Arrival.Id = "ab";
  From.Events = {
      event("compile", "compile", 100, 250, About, 2),
      event("compile", "optimise", 120, 90, {}, 2),
      Flow,
      event("image", "compiled", 360, 0, Compiled, 2),
      event("cache", "store", 370, 5,
            {{"image", std::string(Symbol) + " [p0=1]"},
             {"key", "ab"},
             {"outcome", "stored"}},
            2),
      Arrival,
      event("image", "ready", 500, 10, About),
      event("tracker", "demoted", 600, 0,
            {{"symbol", Symbol}, {"facts", "p0=1"}, {"why", "slow"}}),
      event("tracker", "given up", 700, 0,
            {{"symbol", Symbol}, {"fact", "parameter 0"}, {"why", "new"}}),
  };
  const Model Of = buildModel({From});
  const Kernel *Found = Of.findKernel("foo(), line 7");
  ASSERT_TRUE(Found);
  ASSERT_EQ(Found->Images.size(), 1u);
  const Image &Made = Found->Images.at("ab");
  EXPECT_EQ(Made.Facts, "p0=1");
  EXPECT_EQ(Made.Why, "p0 was 2");
  EXPECT_EQ(Made.Loops, "a.c:1: iterations share vectors");
  EXPECT_EQ(Made.CompileNs, 250u);
  EXPECT_EQ(Made.NumStored, 1u);
  EXPECT_EQ(Made.NumLoads, 1u);
  ASSERT_EQ(Made.Stages.size(), 1u);
  EXPECT_EQ(Made.Stages[0].second, 90u);
  ASSERT_EQ(Found->Trials.size(), 1u);
  EXPECT_TRUE(Found->Trials[0].IsDemoted);
  ASSERT_EQ(Found->Lost.size(), 1u);
  EXPECT_EQ(Of.Cache.NumStored, 1u);
  EXPECT_EQ(Of.Cache.NumLost, 0u);
  EXPECT_EQ(Of.Cache.NumBehind, 1u);
  ASSERT_EQ(Of.Arrows.size(), 1u);
  EXPECT_EQ(Of.Arrows[0].FromNs, 250u);
  EXPECT_EQ(Of.Arrows[0].ToNs, 400u);
}

TEST(Model, ImagesHaveRegisters) {
  const auto Ready = [](const char *Key, Arguments Needs) {
    Needs.insert({{"symbol", Symbol}, {"key", Key}});
    return event("image", "ready", 100, 10, std::move(Needs));
  };
  Trace From;
  From.Events = {
      Ready("a", {{"registers", "255"}, {"private", "16"}, {"shared", "8"}}),
      Ready("b", {{"registers", "64"}, {"private", "48"}, {"spilled", "32"}}),
      Ready("c", {}),
      event("device", "kernel found", 200, 0,
            {{"symbol", "__omp_offloading_10_20__Z3barv_l9"},
             {"registers", "12"},
             {"private", "0"}},
            1, 'i'),
  };
  const Model Of = buildModel({From});
  const Kernel *Found = Of.findKernel("foo(), line 7");
  ASSERT_TRUE(Found);
  EXPECT_EQ(Found->Images.at("a").Uses.Registers, 255u);
  EXPECT_EQ(Found->Images.at("a").Uses.SharedBytes, 8u);
  EXPECT_FALSE(Found->Images.at("a").Uses.SpilledBytes);
  EXPECT_FALSE(Found->Images.at("c").Uses.isKnown());
  EXPECT_EQ(Found->largestUsage().Registers, 64u);
  EXPECT_EQ(Found->largestUsage().SpilledBytes, 32u);
  const Kernel *Native = Of.findKernel("bar(), line 9");
  ASSERT_TRUE(Native);
  EXPECT_EQ(Native->largestUsage().Registers, 12u);
}

TEST(Model, RanksShareAClock) {
  Trace First = oneRegion(), Second = oneRegion();
  First.ClockOffsetNs = 1000000;
  Second.ClockOffsetNs = 1005000;
  Second.Rank = "1";
  const Model Of = buildModel({First, Second});
  ASSERT_EQ(Of.Ranks.size(), 2u);
  EXPECT_EQ(Of.Ranks[0].Name, "process 5");
  EXPECT_EQ(Of.Ranks[1].Name, "rank 1");
  EXPECT_EQ(Of.Ranks[1].BeginNs - Of.Ranks[0].BeginNs, 5000u);
  EXPECT_EQ(Of.findKernel("foo(), line 7")->NumLaunches, 2u);
}

TEST(Model, MayBeEmpty) {
  const Model Of = buildModel({Trace()});
  EXPECT_EQ(Of.WallNs, 0u);
  EXPECT_EQ(Of.Ranks.size(), 1u);
}

} // namespace
