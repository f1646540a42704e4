//===- ProfileTest.cpp - Tests of what a trace has ------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "observers/Profile.h"
#include "TraceTest.h"
#include "data/MapArguments.h"

#include <gmock/gmock.h>

#include <cstring>
#include <thread>
#include <unistd.h>

using namespace ompjit;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::MatchesRegex;

namespace {

class ProfileTest : public TraceTest {
protected:
  void run(ProfileObserver &To) {
    void *Begins[] = {reinterpret_cast<void *>(0x10)};
    void *Names[] = {const_cast<char *>(";a[0:4];b.cpp;7;9;;")};
    int64_t Sizes[] = {16}, Types[] = {MapTo};
    MapArguments Arguments;
    Arguments.Count = 1;
    Arguments.Bases = Arguments.Begins = Begins;
    Arguments.Sizes = Sizes;
    Arguments.Types = Types;
    Arguments.Names = Names;
    ident_t Location = {0, 0, 0, 0, ";a.cpp;main;12;3;;"};
    const ConstructEvent Region = {ConstructKind::Target,
                                   true,
                                   2,
                                   nullptr,
                                   &Location,
                                   nullptr,
                                   &Arguments};
    const DataEvent Copy = {DataKind::CopyToDevice,         false, 2, Begins[0],
                            reinterpret_cast<void *>(0x20), 16};
    ompjit_launch Launch = {};
    Launch.num_teams[0] = 4;
    const KernelEvent Kernel = {2, "kernel", &Launch};
    To.constructBegins(Region);
    To.dataBegins(Copy);
    To.dataEnds(Copy);
    To.kernelBegins(Kernel);
    To.kernelEnds(Kernel);
    To.constructEnds(Region);
  }
};

TEST_F(ProfileTest, WhatTakesTimeIsACompleteEvent) {
  TraceFile File(Path, warnOfFile());
  ProfileObserver Profile(File, 0);
  run(Profile);
  File.finish();
  std::vector<std::string> All = lines();
  ASSERT_EQ(All.size(), 6u);
  EXPECT_THAT(All[2], MatchesRegex(".*\"name\":\"copy to device\",\"pid\":.*"
                                   "\"dur\":[0-9]+\\.[0-9]+,\"ph\":\"X\".*"));
  EXPECT_THAT(All[2], HasSubstr("\"args\":{\"device\":2,\"bytes\":16,\"host\":"
                                "\"0x10\",\"address\":\"0x20\",\"item\":"
                                "\"a[0:4]\",\"declared\":\"b.cpp:7:9\","
                                "\"location\":\"a.cpp:12:3\"}}"));
  EXPECT_THAT(All[3], HasSubstr("\"args\":{\"device\":2,\"location\":"
                                "\"a.cpp:12:3\",\"teams\":4}}"));
  EXPECT_THAT(All[4], HasSubstr("\"name\":\"target nowait\""));
}

TEST_F(ProfileTest, TextsThatAreKeptAreThoseOfTheEvent) {
  TraceFile File(Path, warnOfFile());
  ProfileObserver Profile(File, 0);
  // A library that is closed leaves its addresses to another one.
  ident_t Location = {0, 0, 0, 0, ";a.cpp;main;12;3;;"};
  char Symbol[] = "first";
  const auto Run = [&](bool IsNoWait, int DeviceId, uint32_t NumTeams,
                       bool IsQueued) {
    MapArguments Arguments;
    const ConstructEvent Region = {ConstructKind::Target,
                                   IsNoWait,
                                   DeviceId,
                                   nullptr,
                                   &Location,
                                   nullptr,
                                   &Arguments};
    ompjit_launch Launch = {};
    Launch.num_teams[0] = NumTeams;
    KernelEvent Kernel = {DeviceId, Symbol, &Launch};
    Kernel.IsQueued = IsQueued;
    Profile.constructBegins(Region);
    Profile.kernelBegins(Kernel);
    Profile.kernelEnds(Kernel);
    Profile.constructEnds(Region);
  };
  Run(false, 0, 4, false);
  Run(false, 0, 4, false);
  Run(true, 0, 8, false);
  Run(true, 1, 8, true);
  Location.Source = ";b.cpp;main;7;1;;";
  std::strcpy(Symbol, "other");
  Run(true, 1, 8, true);
  File.finish();
  std::vector<std::string> Ends;
  for (const std::string &Line : lines())
    if (const size_t At = Line.find("\"args\""); At != std::string::npos)
      Ends.push_back(Line.substr(0, Line.find(",\"pid\"")) + Line.substr(At));
  const std::string Kernel = ",{\"name\":\"first\"\"args\":{\"device\":";
  const std::string Region = ",{\"name\":\"target nowait\"\"args\":{";
  const std::string InA = "\"location\":\"a.cpp:12:3\"";
  const std::string InB = "\"location\":\"b.cpp:7:1\"";
  EXPECT_THAT(
      std::vector(Ends.begin() + 1, Ends.end()),
      ElementsAre(Kernel + "0," + InA + ",\"teams\":4}}",
                  ",{\"name\":\"target\"\"args\":{\"device\":0," + InA + "}}",
                  Kernel + "0," + InA + ",\"teams\":4}}",
                  ",{\"name\":\"target\"\"args\":{\"device\":0," + InA + "}}",
                  Kernel + "0," + InA + ",\"teams\":8}}",
                  Region + "\"device\":0," + InA + "}}",
                  Kernel + "1," + InA + ",\"teams\":8,\"queued\":true}}",
                  Region + "\"device\":1," + InA + "}}",
                  ",{\"name\":\"other\"\"args\":{\"device\":1," + InB +
                      ",\"teams\":8,\"queued\":true}}",
                  Region + "\"device\":1," + InB + "}}"));
}

TEST_F(ProfileTest, TextsThatAreKeptAreNotThoseOfTheParent) {
  TraceFile File(Path + "-%p", warnOfFile());
  ProfileObserver Profile(File, 0);
  run(Profile);
  const std::string Parent = "\"pid\":" + std::to_string(::getpid()) + ",";
  inChild([&] {
    run(Profile);
    File.finish();
    const std::string Text = read(File.path());
    if (Text.find("target nowait") == std::string::npos ||
        Text.find(Parent) != std::string::npos)
      ::_exit(1);
  });
}

TEST_F(ProfileTest, KernelsSayWhatTheyTakeOfTheDevice) {
  TraceFile File(Path, warnOfFile());
  ProfileObserver Profile(File, 0);
  Profile.kernelFound({2, "k", {72, 64, 48, 16}});
  Profile.kernelFound({2, "k", {255, 64, -1, 0}});
  File.finish();
  const std::string All = read(Path);
  EXPECT_THAT(All, HasSubstr("\"args\":{\"device\":2,\"symbol\":\"k\","
                             "\"registers\":72,\"private\":64,\"spilled\":48,"
                             "\"shared\":16}"));
  EXPECT_THAT(All, HasSubstr("\"registers\":255,\"private\":64,"
                             "\"shared\":0}"));
}

TEST_F(ProfileTest, ADeferredConstructTakesTimeTwice) {
  TraceFile File(Path, warnOfFile());
  ProfileObserver Profile(File, 0);
  MapArguments Arguments = {};
  ConstructEvent Region = {
      ConstructKind::Update, true, 2, nullptr, nullptr, nullptr, &Arguments};
  Profile.constructBegins(Region);
  Region.Deferred = &Region;
  Profile.constructPauses(Region);
  Region.Arguments = nullptr;
  std::thread([&] {
    Profile.constructResumes(Region);
    Profile.constructEnds(Region);
  }).join();
  File.finish();
  std::vector<std::string> All = lines();
  ASSERT_EQ(All.size(), 5u);
  EXPECT_THAT(All[2], HasSubstr("\"name\":\"update nowait\""));
  EXPECT_THAT(All[3], HasSubstr("\"name\":\"update nowait, end\""));
}

TEST_F(ProfileTest, ShortEventsGoWhereTheUserSaysSo) {
  constexpr uint64_t HourUs = uint64_t(3600) * 1000000;
  TraceFile File(Path, warnOfFile());
  ProfileObserver Profile(File, HourUs);
  run(Profile);
  File.finish();
  EXPECT_THAT(lines(), IsEmpty());
}

TEST_F(ProfileTest, EndsWithoutBeginningsAreIgnored) {
  TraceFile File(Path, warnOfFile());
  ProfileObserver Profile(File, 0);
  Profile.dataEnds({DataKind::Free, false, 0, nullptr, nullptr, 0});
  File.finish();
  EXPECT_THAT(lines(), IsEmpty());
}

TEST_F(ProfileTest, EveryThreadIsThere) {
  TraceFile File(Path, warnOfFile());
  ProfileObserver Profile(File, 0);
  auto Work = [&] {
    for (int I = 0; I < 100; ++I)
      run(Profile);
  };
  std::thread Other(Work);
  Work();
  Other.join();
  File.finish();
  EXPECT_EQ(lines().size(), 603u);
}

} // namespace
