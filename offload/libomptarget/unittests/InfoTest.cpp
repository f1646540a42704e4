//===- InfoTest.cpp - Tests of LIBOMPTARGET_INFO and _DEBUG ---------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "observers/Info.h"
#include "data/MapArguments.h"
#include "data/MappingTable.h"
#include "observers/Debug.h"
#include "observers/Describe.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>

using namespace ompjit;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::MatchesRegex;

namespace {

const void *at(uintptr_t Value) { return reinterpret_cast<void *>(Value); }

/// A target region that maps `a` at 0x10, and all events that belong to it.
class ObservedRegion : public testing::Test {
protected:
  ObservedRegion() {
    Arguments.Count = 1;
    Arguments.Bases = Arguments.Begins = &Begin;
    Arguments.Sizes = &Size;
    Arguments.Types = &Type;
    Arguments.Names = &Name;
    Place.Device = DeviceAddress(uintptr_t(0x20));
    Place.References = 1;
    Place.State = MappingState::Present;
    Launch.num_teams[0] = 4;
  }

  void run(Observer &To) {
    const DataEvent Copy = {
        DataKind::CopyToDevice, false, 2, at(0x18), at(0x28), 4};
    const KernelEvent Kernel = {2, "kernel", &Launch};
    To.constructBegins(Region);
    change(To, MappingChange::Created);
    To.dataBegins(Copy);
    To.dataEnds(Copy);
    change(To, MappingChange::Found);
    To.kernelBegins(Kernel);
    To.kernelEnds(Kernel);
    change(To, MappingChange::Released);
    change(To, MappingChange::Removed);
    change(To, MappingChange::Empty);
    To.constructEnds(Region);
  }
  void change(Observer &To, MappingChange Change) {
    To.mapping({Change, false, 2, Place.Begin, 16,
                static_cast<const char *>(Name),
                Change == MappingChange::Empty ? nullptr : &Place});
  }

  void *Begin = const_cast<void *>(at(0x10));
  void *Name = const_cast<char *>(";a[0:4];b.cpp;7;9;;");
  int64_t Size = 16, Type = MapTo | MapFrom | MapTargetParam;
  MapArguments Arguments;
  ident_t Location = {0, 0, 0, 0, ";a.cpp;main;12;3;;"};
  ConstructEvent Region = {
      ConstructKind::Target, false, 2, nullptr, &Location, at(99), &Arguments};
  MappingTable Table;
  Mapping &Place = Table.insert(HostAddress(uintptr_t(0x10)), 16);
  ompjit_launch Launch = {};
};

class InfoTest : public ObservedRegion {
protected:
  std::vector<std::string> linesFor(uint32_t Flags) {
    Lines.clear();
    Info.setFlags(Flags);
    run(Info);
    return Lines;
  }

  std::vector<std::string> Lines;
  InfoObserver Info{0,
                    [this](const std::string &Line) { Lines.push_back(Line); },
                    [](const std::string &Place) { return "tables " + Place; }};
};

TEST_F(InfoTest, NothingWithoutFlags) { EXPECT_THAT(linesFor(0), IsEmpty()); }

TEST_F(InfoTest, Arguments) {
  EXPECT_THAT(linesFor(InfoArguments),
              ElementsAre("omptarget device 2 info: Entering OpenMP kernel at "
                          "a.cpp:12:3 with 1 arguments:",
                          "omptarget device 2 info: tofrom(a[0:4])[16] "));
}

TEST_F(InfoTest, WhatIsMappedAlready) {
  const std::string Start = "omptarget device 2 info: Mapping exists with "
                            "HstPtrBegin=0x0000000000000010, "
                            "TgtPtrBegin=0x0000000000000020, Size=16, "
                            "DynRefCount=1 ";
  const std::string End = ", HoldRefCount=0, Name=a[0:4]";
  EXPECT_THAT(linesFor(InfoMappingExists),
              ElementsAre(Start + "(incremented)" + End,
                          Start + "(decremented)" + End,
                          Start + "(decremented, delayed deletion)" + End));
}

TEST_F(InfoTest, WhatBecomesMapped) {
  EXPECT_THAT(
      linesFor(InfoMappingChanged),
      ElementsAre("omptarget device 2 info: Creating new map entry with "
                  "HstPtrBase=0x0000000000000010, "
                  "HstPtrBegin=0x0000000000000010, "
                  "TgtAllocBegin=0x0000000000000000, "
                  "TgtPtrBegin=0x0000000000000020, Size=16, DynRefCount=1, "
                  "HoldRefCount=0, Name=a[0:4]",
                  "omptarget device 2 info: Removing map entry with "
                  "HstPtrBegin=0x0000000000000010, "
                  "TgtPtrBegin=0x0000000000000020, Size=16, Name=a[0:4]"));
}

TEST_F(InfoTest, TheOtherFlags) {
  EXPECT_THAT(linesFor(InfoTable), ElementsAre("tables a.cpp:12:3"));
  EXPECT_THAT(linesFor(InfoKernel),
              ElementsAre("\"PluginInterface\" device 2 info: Launching kernel "
                          "kernel with [4,1,1] blocks and [0,1,1] threads"));
  EXPECT_THAT(linesFor(InfoTransfer),
              ElementsAre("omptarget device 2 info: Copying data from host to "
                          "device, HstPtr=0x0000000000000018, "
                          "TgtPtr=0x0000000000000028, Size=4, Name=a[0:4]"));
  EXPECT_THAT(linesFor(InfoEmpty),
              ElementsAre("omptarget device 2 info: variable a[0:4] does not "
                          "have a valid device counterpart"));
}

TEST_F(InfoTest, AFailureShowsTheTablesWhereAskedFor) {
  Info.failure(&Location);
  EXPECT_THAT(Lines, IsEmpty());
  Info.setFlags(InfoTable);
  Info.failure(nullptr);
  EXPECT_THAT(Lines, ElementsAre("tables unknown:0:0"));
}

TEST_F(InfoTest, WithoutDebugInformation) {
  Name = nullptr;
  Arguments.Names = nullptr;
  Location.Source = ";unknown;unknown;0;0;;";
  EXPECT_THAT(linesFor(InfoArguments | InfoTransfer),
              ElementsAre(HasSubstr("at unknown:0:0 with"),
                          HasSubstr("tofrom(unknown)[16]"),
                          HasSubstr("Name=unknown")));
}

TEST_F(InfoTest, EndsWithoutBeginningsAreIgnored) {
  Info.setFlags(InfoTable);
  Info.constructEnds(Region);
  EXPECT_THAT(Lines, IsEmpty());
}

TEST_F(InfoTest, ThreadsHaveTheirOwnConstructs) {
  Mutex LineMutex;
  int Found = 0;
  InfoObserver Shared(
      InfoTransfer,
      [&](const std::string &Line) {
        MutexLock Lock(LineMutex);
        Found += Line.find("Name=a[0:4]") != std::string::npos;
      },
      [](const std::string &) { return ""; });
  auto Work = [&] {
    for (int I = 0; I < 100; ++I)
      run(Shared);
  };
  std::thread Other(Work);
  Work();
  Other.join();
  EXPECT_EQ(Found, 200);
}

TEST(Describe, MapKinds) {
  EXPECT_EQ(mapKind(MapTo | MapFrom, 4), "tofrom");
  EXPECT_EQ(mapKind(MapTo | MapPrivate, 4), "to");
  EXPECT_EQ(mapKind(MapLiteral | MapTargetParam, 4), "firstprivate");
  EXPECT_EQ(mapKind(MapPrivate, 4), "private");
  EXPECT_EQ(mapKind(MapAttach, 8), "attach");
  EXPECT_EQ(mapKind(0, 4), "alloc");
  EXPECT_EQ(mapKind(MapReturnParam, 0), "use_address");
}

TEST(Describe, NamesThatAreNotEncoded) {
  EXPECT_EQ(itemName("global"), "global");
  EXPECT_EQ(itemPlace("global"), "unknown:0:0");
  EXPECT_EQ(itemName(";a"), "a");
  EXPECT_EQ(itemPlace(";a;b.cpp"), "unknown:0:0");
  EXPECT_EQ(itemName(""), "unknown");
}

class DebugTest : public ObservedRegion {
protected:
  std::vector<std::string> Lines;
  DebugObserver Debug{
      [this](const std::string &Line) { Lines.push_back(Line); }};
};

TEST_F(DebugTest, EverythingIsPrintedAndIndented) {
  run(Debug);
  Debug.note("why");
  ASSERT_EQ(Lines.size(), 13u);
  EXPECT_THAT(Lines[0],
              MatchesRegex("omptarget debug 0\\.[0-9]+ \\[[0-9]+\\] device 2: "
                           "begin target at a.cpp:12:3, called from 0x63"));
  EXPECT_THAT(Lines[1],
              HasSubstr("]   device 2: argument 0: tofrom(a[0:4]) type 0x23, "
                        "base 0x10, begin 0x10, 16 bytes"));
  EXPECT_THAT(Lines[2], HasSubstr("mapping created: a[0:4], 0x10, 16 bytes; in "
                                  "0x10 of 16 bytes, references 1, holds 0"));
  EXPECT_THAT(Lines[3], HasSubstr("begin copy to device: 4 bytes, host 0x18, "
                                  "device 0x28"));
  EXPECT_THAT(Lines[6], HasSubstr("begin kernel kernel with 0 arguments, "
                                  "teams: 4, threads: the device's choice"));
  EXPECT_THAT(Lines[11], HasSubstr("] device 2: end target"));
  EXPECT_THAT(Lines[12], HasSubstr("] why"));
}

} // namespace
