//===- HipTest.cpp - Tests of the interface to HIP ------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// If HIP's headers are available, the declarations are compared with them when
// this is compiled.
//
//===----------------------------------------------------------------------===//

#include "Hip.h"

#include "Alike.h"
#include "HipStream.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#if __has_include(<hip/hip_runtime_api.h>)
#define __HIP_PLATFORM_AMD__
#define __HIP_PLATFORM_HCC__
#include <hip/hip_runtime_api.h>

namespace {

namespace ours = ompjit::amdgpu;

#define OMPJIT_HIP_FUNCTION(Return, Member, Name, Parameters)                  \
  static_assert(                                                               \
      ours::AreAlike<decltype(ours::Hip::Member), decltype(&::Name)>, #Name);
#include "HipFunctions.def"
#undef OMPJIT_HIP_FUNCTION

#define SAME(Ours, Theirs) static_assert(int(ours::Ours) == int(Theirs))
SAME(HipError::Success, hipSuccess);
SAME(HipError::NoDevice, hipErrorNoDevice);
SAME(HipError::NotReady, hipErrorNotReady);
SAME(HipStreamNonBlocking, hipStreamNonBlocking);
#undef SAME

} // namespace
#endif

using namespace ompjit::amdgpu;
using testing::ElementsAre;

namespace {

/// HIP as a test describes it. There may be one at a time, because the
/// functions have no argument that leads to their object.
class FakeHip {
public:
  FakeHip();
  ~FakeHip() { Current = nullptr; }

  Hip Table;
  std::vector<std::string> Addresses = {"0000:c1:00.0", "0001:05:00.0"};
  /// The results of functions that fail, by the name of the member of Table.
  std::map<std::string, HipError> Failures;
  int Device = 0;
  std::vector<std::string> Diary;

private:
  static HipError outcome(const char *Name) {
    const auto At = Current->Failures.find(Name);
    return At == Current->Failures.end() ? HipError::Success : At->second;
  }
  static HipError note(const char *Name, const std::string &What) {
    Current->Diary.push_back(What);
    return outcome(Name);
  }

  static FakeHip *Current;
};

FakeHip *FakeHip::Current = nullptr;

FakeHip::FakeHip() {
  Current = this;
  Table.GetErrorString = [](HipError Code) -> const char * {
    return Code == HipError(2) ? "no memory is left." : nullptr;
  };
  Table.GetDeviceCount = [](int *Count) {
    *Count = int(Current->Addresses.size());
    return outcome("GetDeviceCount");
  };
  Table.DeviceGetPCIBusId = [](char *Text, int Size, int Ordinal) {
    Current->Addresses.at(size_t(Ordinal)).copy(Text, size_t(Size) - 1);
    return outcome("DeviceGetPCIBusId");
  };
  Table.GetDevice = [](int *Ordinal) {
    *Ordinal = Current->Device;
    return outcome("GetDevice");
  };
  Table.SetDevice = [](int Ordinal) {
    const HipError Code = outcome("SetDevice");
    if (Code == HipError::Success)
      Current->Device = Ordinal;
    return Code;
  };
  Table.StreamCreateWithFlags = [](HipStreamHandle **Created, unsigned Flags) {
    *Created = reinterpret_cast<HipStreamHandle *>(Current);
    return note("StreamCreateWithFlags", "create on " +
                                             std::to_string(Current->Device) +
                                             " with " + std::to_string(Flags));
  };
  Table.StreamDestroy = [](HipStreamHandle *) {
    return note("StreamDestroy", "destroy");
  };
  Table.StreamSynchronize = [](HipStreamHandle *) {
    return note("StreamSynchronize", "wait");
  };
  Table.StreamQuery = [](HipStreamHandle *) {
    return note("StreamQuery", "ask");
  };
}

constexpr HipError OutOfMemory = HipError(2);

TEST(HipTest, ALibraryThatIsNotThereOrAnotherIsNotOpened) {
  Hip H;
  EXPECT_FALSE(openHip("libno-such-runtime.so.1", H));
  EXPECT_FALSE(openHip("libm.so.6", H));
}

TEST(HipTest, TextsAreTheLibrarysOrTheNumber) {
  const FakeHip Fake;
  EXPECT_EQ(textOf(Fake.Table, OutOfMemory), "no memory is left");
  EXPECT_EQ(textOf(Fake.Table, HipError(77)), "error 77");
}

TEST(HipTest, ADeviceIsFoundAtItsPlace) {
  const FakeHip Fake;
  int Ordinal = -1;
  ASSERT_EQ(findHipDevice(Fake.Table, "0001:05:00.0", Ordinal, nullptr), 0);
  EXPECT_EQ(Ordinal, 1);
  ASSERT_EQ(findHipDevice(Fake.Table, "0000:C1:00.0", Ordinal, nullptr), 0);
  EXPECT_EQ(Ordinal, 0);
}

TEST(HipTest, ADeviceThatHipDoesNotShowIsNotThere) {
  FakeHip Fake;
  int Ordinal = -1;
  for (const char *Address : {"0000:05:00.0", "0001:05:00.1", ""})
    EXPECT_EQ(findHipDevice(Fake.Table, Address, Ordinal, nullptr),
              OMPJIT_NOT_INSTALLED);
  Fake.Failures["GetDeviceCount"] = HipError::NoDevice;
  EXPECT_EQ(findHipDevice(Fake.Table, "0001:05:00.0", Ordinal, nullptr),
            OMPJIT_NOT_INSTALLED);
  EXPECT_EQ(Ordinal, -1);
}

TEST(HipTest, NobodyKnowsWhichOfTwoAtAPlaceIsMeant) {
  FakeHip Fake;
  Fake.Addresses.push_back("0001:05:00.0");
  int Ordinal = -1;
  EXPECT_EQ(findHipDevice(Fake.Table, "0001:05:00.0", Ordinal, nullptr),
            OMPJIT_NOT_INSTALLED);
}

TEST(HipTest, ARuntimeThatFailsIsAnError) {
  FakeHip Fake;
  int Ordinal = -1;
  ompjit_error Error = {};
  Fake.Failures["DeviceGetPCIBusId"] = OutOfMemory;
  EXPECT_EQ(findHipDevice(Fake.Table, "0001:05:00.0", Ordinal, &Error), 1);
  EXPECT_STREQ(Error.text,
               "HIP does not tell where its device 0 is: no memory is left");
  Fake.Failures["GetDeviceCount"] = OutOfMemory;
  EXPECT_EQ(findHipDevice(Fake.Table, "0001:05:00.0", Ordinal, &Error), 1);
  EXPECT_STREQ(Error.text, "HIP cannot count its devices: no memory is left");
}

TEST(HipStreamTest, IsOfItsDeviceAndLeavesTheThreadsAsItWas) {
  FakeHip Fake;
  Fake.Device = 5;
  const auto Stream = HipStream::create(Fake.Table, 1, nullptr);
  ASSERT_NE(Stream, nullptr);
  EXPECT_EQ(Fake.Device, 5);
  EXPECT_NE(Stream->handle(), nullptr);
  Stream->close();
  EXPECT_THAT(Fake.Diary, ElementsAre("create on 1 with 1", "destroy"));
}

TEST(HipStreamTest, IsNotMadeWhereHipFails) {
  for (const char *Function :
       {"GetDevice", "SetDevice", "StreamCreateWithFlags"}) {
    FakeHip Fake;
    Fake.Device = 5;
    Fake.Failures[Function] = OutOfMemory;
    ompjit_error Error = {};
    EXPECT_EQ(HipStream::create(Fake.Table, 1, &Error), nullptr) << Function;
    EXPECT_STREQ(Error.text,
                 "HIP cannot make a stream on its device 1: no memory is left");
    EXPECT_EQ(Fake.Device, 5);
  }
}

TEST(HipStreamTest, TellsWhetherItsWorkIsOver) {
  FakeHip Fake;
  const auto Stream = HipStream::create(Fake.Table, 0, nullptr);
  ASSERT_NE(Stream, nullptr);
  EXPECT_TRUE(Stream->isOver());
  Fake.Failures["StreamQuery"] = HipError::NotReady;
  EXPECT_FALSE(Stream->isOver());
  Fake.Failures["StreamQuery"] = OutOfMemory;
  EXPECT_TRUE(Stream->isOver());
  EXPECT_EQ(Stream->synchronize(nullptr), 0);
  Fake.Failures["StreamSynchronize"] = OutOfMemory;
  ompjit_error Error = {};
  EXPECT_EQ(Stream->synchronize(&Error), 1);
  EXPECT_STREQ(Error.text, "the work in a stream of HIP's device 0 failed: no "
                           "memory is left");
}

} // namespace
