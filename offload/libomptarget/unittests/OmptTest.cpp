//===- OmptTest.cpp - Tests of events for OMPT tools ----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "observers/Ompt.h"
#include "data/MapArguments.h"
#include "data/MappingTable.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <thread>

using namespace ompjit;
using namespace ompjit::ompt;
using testing::ElementsAre;

namespace {

Mutex LogMutex;
std::vector<std::string> Log;
std::map<int, Function> Registered;
Data TaskData, TargetTaskData;

void log(std::string Line) {
  MutexLock Lock(LogMutex);
  Log.push_back(std::move(Line));
}

std::string text(const void *Place) {
  return std::to_string(reinterpret_cast<uintptr_t>(Place));
}

std::string text(Endpoint Scope) {
  return Scope == Endpoint::Begin ? " begin" : " end";
}

int getCallback(int Event, Function *Found) {
  auto Place = Registered.find(Event);
  if (Place == Registered.end())
    return 0;
  *Found = Place->second;
  return 1;
}

void onTargetEmi(TargetKind Kind, Endpoint Scope, int Device, Data *Task,
                 Data *TargetTask, Data *Target, const void *Code) {
  EXPECT_EQ(Task, &TaskData);
  EXPECT_EQ(TargetTask, &TargetTaskData);
  if (Scope == Endpoint::Begin) {
    EXPECT_EQ(Target->Value, 0u);
    Target->Value = 7;
  }
  log("target " + std::to_string(int(Kind)) + text(Scope) + " device " +
      std::to_string(Device) + " data " + std::to_string(Target->Value) +
      " code " + text(Code));
}
void onTarget(TargetKind Kind, Endpoint Scope, int, Data *, Id Target,
              const void *) {
  log("plain target " + std::to_string(int(Kind)) + text(Scope) + " " +
      std::to_string(Target));
}
void onDataEmi(Endpoint Scope, Data *, Data *Target, Id *HostOp, DataOp Kind,
               void *Source, int SourceDevice, void *Destination,
               int DestinationDevice, size_t Bytes, const void *) {
  if (Scope == Endpoint::Begin) {
    EXPECT_EQ(*HostOp, 0u);
    *HostOp = 11;
  }
  EXPECT_EQ(*HostOp, 11u);
  log("data " + std::to_string(int(Kind)) + text(Scope) + " of " +
      std::to_string(Target->Value) + ": " + text(Source) + "@" +
      std::to_string(SourceDevice) + " " + text(Destination) + "@" +
      std::to_string(DestinationDevice) + " " + std::to_string(Bytes));
}
void onData(Id Target, Id HostOp, DataOp Kind, void *, int, void *Destination,
            int, size_t, const void *) {
  log("plain data " + std::to_string(int(Kind)) + " of " +
      std::to_string(Target) + " op " + std::to_string(HostOp) + " to " +
      text(Destination));
}
void onSubmitEmi(Endpoint Scope, Data *Target, Id *, unsigned Teams) {
  log("submit" + text(Scope) + " of " + std::to_string(Target->Value) +
      " teams " + std::to_string(Teams));
}
void onMapEmi(Data *, unsigned Count, void **Host, void **Device, size_t *Bytes,
              unsigned *Flags, const void *) {
  std::string Line = "map";
  for (unsigned I = 0; I < Count; ++I)
    Line += " " + text(Host[I]) + "/" + text(Device[I]) + "/" +
            std::to_string(Bytes[I]) + "/" + std::to_string(Flags[I]);
  log(Line);
}
void onFinalize(int Device) { log("finalize " + std::to_string(Device)); }
void onLoad(int, const char *, int64_t, void *, size_t, void *, void *,
            uint64_t Module) {
  log("load " + std::to_string(Module));
}
void onUnload(int, uint64_t Module) { log("unload " + std::to_string(Module)); }

class OmptTest : public testing::Test {
protected:
  OmptTest() {
    MutexLock Lock(LogMutex);
    Log.clear();
    Registered.clear();
  }

  template <typename Callback> void registerFor(Event Which, Callback What) {
    Registered[int(Which)] = reinterpret_cast<Function>(What);
  }
  std::vector<std::string> seen() {
    MutexLock Lock(LogMutex);
    return std::exchange(Log, {});
  }
  void registerEmi() {
    registerFor(Event::TargetEmi, onTargetEmi);
    registerFor(Event::TargetDataOpEmi, onDataEmi);
    registerFor(Event::TargetSubmitEmi, onSubmitEmi);
    registerFor(Event::TargetMapEmi, onMapEmi);
  }
  ConstructEvent construct(ConstructKind Kind) {
    return {Kind,   false, 2, "routine", nullptr, reinterpret_cast<void *>(99),
            nullptr};
  }
  DataEvent data(DataKind Kind) {
    return {Kind,
            false,
            2,
            reinterpret_cast<void *>(16),
            reinterpret_cast<void *>(32),
            8};
  }

  OmptObserver Observer{{getCallback, [] { return &TaskData; },
                         [] { return &TargetTaskData; }, [] { return 5; }}};
};

TEST_F(OmptTest, ATargetRegionWithEverythingInIt) {
  registerEmi();
  void *Begins[] = {reinterpret_cast<void *>(16)};
  int64_t Sizes[] = {8}, Types[] = {MapTo | MapFrom | MapTargetParam};
  MapArguments Arguments;
  Arguments.Count = 1;
  Arguments.Bases = Arguments.Begins = Begins;
  Arguments.Sizes = Sizes;
  Arguments.Types = Types;
  ConstructEvent Region = construct(ConstructKind::Target);
  Region.Arguments = &Arguments;
  MappingTable Table;
  Mapping &Place = Table.insert(HostAddress(uintptr_t(16)), 8);
  Place.Device = DeviceAddress(uintptr_t(32));
  ompjit_launch Launch = {};
  Launch.num_teams[0] = 3;

  Observer.constructBegins(Region);
  Observer.dataBegins(data(DataKind::CopyToDevice));
  Observer.dataEnds(data(DataKind::CopyToDevice));
  Observer.mapping(
      {MappingChange::Created, false, 2, Place.Begin, 8, nullptr, &Place});
  Observer.kernelBegins({2, "kernel", &Launch});
  Observer.kernelEnds({2, "kernel", &Launch});
  Observer.mapping(
      {MappingChange::Removed, false, 2, Place.Begin, 8, nullptr, &Place});
  Observer.constructEnds(Region);
  EXPECT_THAT(seen(), ElementsAre("target 1 begin device 2 data 7 code 99",
                                  "data 2 begin of 7: 16@5 32@2 8",
                                  "data 2 end of 7: 16@5 32@2 8",
                                  "map 16/32/8/3", "submit begin of 7 teams 3",
                                  "submit end of 7 teams 3",
                                  "target 1 end device 2 data 7 code 99"));
}

TEST_F(OmptTest, EveryKindOfConstruct) {
  registerEmi();
  for (bool IsNoWait : {false, true})
    for (ConstructKind Kind :
         {ConstructKind::Target, ConstructKind::EnterData,
          ConstructKind::ExitData, ConstructKind::Update}) {
      ConstructEvent E = construct(Kind);
      E.IsNoWait = IsNoWait;
      Observer.constructBegins(E);
      Observer.constructEnds(E);
    }
  std::vector<std::string> Lines = seen();
  ASSERT_EQ(Lines.size(), 16u);
  const int Kinds[] = {1, 2, 3, 4, 9, 10, 11, 12};
  for (int I = 0; I < 8; ++I)
    EXPECT_EQ(Lines[size_t(2 * I)].find("target " + std::to_string(Kinds[I]) +
                                        " begin"),
              0u);
}

TEST_F(OmptTest, EveryKindOfOperation) {
  registerEmi();
  for (DataKind Kind :
       {DataKind::Allocate, DataKind::Free, DataKind::CopyFromDevice,
        DataKind::CopyOnDevice, DataKind::Fill, DataKind::Associate,
        DataKind::Disassociate})
    Observer.dataBegins(data(Kind));
  EXPECT_THAT(seen(), ElementsAre("data 1 begin of 0: 16@5 32@2 8",
                                  "data 4 begin of 0: 32@2 0@-1 8",
                                  "data 3 begin of 0: 32@2 16@5 8",
                                  "data 3 begin of 0: 16@2 32@2 8",
                                  "data 2 begin of 0: 16@5 32@2 8",
                                  "data 5 begin of 0: 16@5 32@2 8",
                                  "data 6 begin of 0: 16@5 0@2 8"));
  DataEvent Between = data(DataKind::CopyOnDevice);
  Between.SourceDeviceId = 1;
  Observer.dataBegins(Between);
  EXPECT_THAT(seen(), ElementsAre("data 3 begin of 0: 16@1 32@2 8"));
}

TEST_F(OmptTest, WithoutEmiEveryConstructHasItsId) {
  registerFor(Event::Target, onTarget);
  registerFor(Event::TargetDataOp, onData);
  for (int I = 0; I < 2; ++I) {
    Observer.constructBegins(construct(ConstructKind::EnterData));
    DataEvent E = data(DataKind::Allocate);
    E.Device = nullptr;
    Observer.dataBegins(E);
    E.Device = reinterpret_cast<void *>(64);
    Observer.dataEnds(E);
    Observer.constructEnds(construct(ConstructKind::EnterData));
  }
  EXPECT_THAT(
      seen(),
      ElementsAre("plain target 2 begin 1", "plain data 1 of 1 op 2 to 64",
                  "plain target 2 end 1", "plain target 2 begin 3",
                  "plain data 1 of 3 op 4 to 64", "plain target 2 end 3"));
}

TEST_F(OmptTest, EmiWins) {
  registerEmi();
  registerFor(Event::Target, onTarget);
  registerFor(Event::TargetDataOp, onData);
  Observer.constructBegins(construct(ConstructKind::Update));
  Observer.dataBegins(data(DataKind::Fill));
  Observer.dataEnds(data(DataKind::Fill));
  Observer.constructEnds(construct(ConstructKind::Update));
  for (const std::string &Each : seen())
    EXPECT_EQ(Each.find("plain"), std::string::npos) << Each;
}

TEST_F(OmptTest, RoutinesAreNoConstructs) {
  registerEmi();
  Observer.constructBegins(construct(ConstructKind::Target));
  Observer.constructBegins(construct(ConstructKind::Routine));
  Observer.dataBegins(data(DataKind::Fill));
  Observer.constructEnds(construct(ConstructKind::Routine));
  Observer.dataBegins(data(DataKind::Fill));
  Observer.constructEnds(construct(ConstructKind::Target));
  EXPECT_THAT(seen(), ElementsAre("target 1 begin device 2 data 7 code 99",
                                  "data 2 begin of 0: 16@5 32@2 8",
                                  "data 2 begin of 7: 16@5 32@2 8",
                                  "target 1 end device 2 data 7 code 99"));
}

TEST_F(OmptTest, ImagesAreNumberedAndDevicesFinishedOnce) {
  registerFor(Event::DeviceLoad, onLoad);
  registerFor(Event::DeviceUnload, onUnload);
  registerFor(Event::DeviceFinalize, onFinalize);
  registerEmi();
  char A = 0, B = 0;
  Observer.deviceOpened({3, nullptr, nullptr});
  Observer.deviceOpened({1, nullptr, nullptr});
  Observer.imageLoaded({1, &A, 1});
  Observer.imageLoaded({1, &B, 1});
  Observer.imageUnloads({1, &B, 1});
  Observer.imageUnloads({1, &B, 1});
  Observer.finish();
  Observer.finish();
  Observer.dataBegins(data(DataKind::Fill));
  EXPECT_THAT(seen(), ElementsAre("load 0", "load 1", "unload 1", "finalize 1",
                                  "finalize 3"));
}

TEST_F(OmptTest, ADeferredConstructEndsWhereItsWorkIsFound) {
  registerEmi();
  int Work = 0;
  ConstructEvent Region = construct(ConstructKind::ExitData);
  Region.IsNoWait = true;
  Observer.constructBegins(Region);
  Region.Deferred = &Work;
  Observer.constructPauses(Region);
  EXPECT_THAT(seen(), ElementsAre("target 11 begin device 2 data 7 code 99"));
  // The construct goes on within another construct, on another thread.
  std::thread([&] {
    Observer.constructBegins(construct(ConstructKind::Update));
    Observer.constructResumes(Region);
    Observer.dataBegins(data(DataKind::Free));
    Observer.dataEnds(data(DataKind::Free));
    Observer.constructEnds(Region);
    Observer.constructEnds(construct(ConstructKind::Update));
  }).join();
  EXPECT_THAT(seen(), ElementsAre("target 4 begin device 2 data 7 code 99",
                                  "data 4 begin of 7: 32@2 0@-1 8",
                                  "data 4 end of 7: 32@2 0@-1 8",
                                  "target 11 end device 2 data 7 code 99",
                                  "target 4 end device 2 data 7 code 99"));
  // This thread has left the construct already.
  Observer.constructEnds(Region);
  EXPECT_THAT(seen(), ElementsAre());
}

TEST_F(OmptTest, NothingOfAConstructThatBeganBeforeTheTool) {
  registerEmi();
  ConstructEvent Region = construct(ConstructKind::Target);
  Region.Deferred = &Region;
  Observer.constructPauses(Region);
  Observer.constructResumes(Region);
  Observer.constructEnds(Region);
  EXPECT_THAT(seen(), ElementsAre());
}

TEST_F(OmptTest, ThreadsHaveTheirOwnConstructs) {
  registerFor(Event::Target, onTarget);
  registerFor(Event::TargetDataOp, onData);
  auto Work = [&] {
    for (int I = 0; I < 100; ++I) {
      Observer.constructBegins(construct(ConstructKind::Target));
      Observer.dataBegins(data(DataKind::Fill));
      Observer.dataEnds(data(DataKind::Fill));
      Observer.constructEnds(construct(ConstructKind::Target));
    }
  };
  std::thread Other(Work);
  Work();
  Other.join();
  EXPECT_EQ(seen().size(), 600u);
}

} // namespace
