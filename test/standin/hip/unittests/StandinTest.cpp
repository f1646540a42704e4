//===- StandinTest.cpp - Tests of what stands in for HIP ------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Functions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <cstring>

using namespace ompjit::standin;

namespace {

void expectViolation(const char *Text) {
  EXPECT_THAT(ompjit_standin_hip_violation(), testing::HasSubstr(Text));
}

class HipStandinTest : public testing::Test {
protected:
  static void SetUpTestSuite() {
    setenv("OMPJIT_STANDIN_DEVICES", "gfx90a,sm_90,gfx942", 1);
  }
  void SetUp() override {
    EXPECT_EQ(hipSetDevice(1), Success);
    EXPECT_EQ(hipStreamCreateWithFlags(&Self, StreamNonBlocking), Success);
  }
  void TearDown() override {
    EXPECT_EQ(hipStreamSynchronize(Self), Success);
    EXPECT_EQ(hipStreamDestroy(Self), Success);
    EXPECT_STREQ(ompjit_standin_hip_violation(), "");
  }

  Stream *Self = nullptr;
};

TEST_F(HipStandinTest, CountsDevicesFromTheLast) {
  int Count = 0;
  EXPECT_EQ(hipGetDeviceCount(&Count), Success);
  EXPECT_EQ(Count, 2);
  char Address[16] = {};
  EXPECT_EQ(hipDeviceGetPCIBusId(Address, sizeof(Address), 0), Success);
  EXPECT_STREQ(Address, "0000:02:00.0");
  EXPECT_EQ(hipDeviceGetPCIBusId(Address, sizeof(Address), 1), Success);
  EXPECT_STREQ(Address, "0000:01:00.0");
  EXPECT_EQ(hipDeviceGetPCIBusId(Address, 12, 1), InvalidValue);
  expectViolation("no place");
}

TEST_F(HipStandinTest, RunsWorkInItsOrder) {
  static std::atomic<bool> IsOpen;
  IsOpen = false;
  std::atomic<int> Value = 0;
  EXPECT_EQ(hipStreamQuery(Self), Success);
  EXPECT_EQ(hipLaunchHostFunc(
                Self,
                [](void *) {
                  while (!IsOpen) {
                  }
                },
                nullptr),
            Success);
  for (HostFunction Each :
       {HostFunction([](void *V) { *static_cast<std::atomic<int> *>(V) += 2; }),
        HostFunction([](void *V) {
          auto &Value = *static_cast<std::atomic<int> *>(V);
          Value = Value * 3;
        })})
    EXPECT_EQ(hipLaunchHostFunc(Self, Each, &Value), Success);
  EXPECT_EQ(hipStreamQuery(Self), NotReady);
  EXPECT_EQ(Value, 0);
  IsOpen = true;
  EXPECT_EQ(hipStreamSynchronize(Self), Success);
  EXPECT_EQ(Value, 6);
}

TEST_F(HipStandinTest, SeesMisuse) {
  EXPECT_EQ(hipSetDevice(2), InvalidDevice);
  expectViolation("there is no device 2");
  Stream *Other = nullptr;
  EXPECT_EQ(hipStreamCreateWithFlags(&Other, 4), InvalidValue);
  expectViolation("no such flags");
  EXPECT_EQ(hipStreamQuery(nullptr), InvalidHandle);
  expectViolation("does not exist");
  EXPECT_EQ(hipStreamCreateWithFlags(&Other, StreamDefault), Success);
  EXPECT_EQ(hipStreamDestroy(Other), Success);
  EXPECT_EQ(hipStreamSynchronize(Other), InvalidHandle);
  expectViolation("is destroyed");
  const HostFunction Nothing = [](void *) {};
  EXPECT_EQ(hipSetDevice(0), Success);
  EXPECT_EQ(hipLaunchHostFunc(Self, Nothing, nullptr), InvalidHandle);
  expectViolation("the stream is of device 1, and 0 is current");
}

TEST_F(HipStandinTest, SeesWorkThatNobodyWaitsFor) {
  static std::atomic<bool> IsOpen;
  IsOpen = false;
  Stream *Other = nullptr;
  EXPECT_EQ(hipStreamCreateWithFlags(&Other, StreamDefault), Success);
  EXPECT_EQ(hipLaunchHostFunc(
                Other,
                [](void *) {
                  while (!IsOpen) {
                  }
                },
                nullptr),
            Success);
  EXPECT_EQ(hipStreamDestroy(Other), Success);
  expectViolation("there is work in the stream");
  IsOpen = true;
}

TEST_F(HipStandinTest, SeesCallsFromItsStreams) {
  std::atomic<int> Code = 0;
  EXPECT_EQ(hipLaunchHostFunc(
                Self,
                [](void *Code) {
                  int Count = 0;
                  *static_cast<std::atomic<int> *>(Code) =
                      hipGetDeviceCount(&Count);
                },
                &Code),
            Success);
  EXPECT_EQ(hipStreamSynchronize(Self), Success);
  EXPECT_EQ(Code, NotPermitted);
  expectViolation("a function in a stream calls HIP");
}

/// In a process that has not called HIP yet.
[[noreturn]] void runAlone(const char *Variable, const char *Value,
                           bool (*Test)()) {
  setenv(Variable, Value, 1);
  std::exit(Test() ? 0 : 1);
}

/// GoogleTest runs these first.
TEST(HipProcessDeathTest, HidesItsDevices) {
  EXPECT_EXIT(runAlone("OMPJIT_STANDIN_HIP", "0",
                       [] {
                         int Count = -1;
                         return hipGetDeviceCount(&Count) == NoDevice &&
                                Count == 0;
                       }),
              testing::ExitedWithCode(0), "");
}

TEST(HipProcessDeathTest, FailsAsTheTestWants) {
  EXPECT_EXIT(runAlone("OMPJIT_STANDIN_FAIL",
                       "hsa_init:1:4096,hipGetDeviceCount:2:2",
                       [] {
                         int Count = 0;
                         return hipGetDeviceCount(&Count) == Success &&
                                hipGetDeviceCount(&Count) == OutOfMemory &&
                                hipGetDeviceCount(&Count) == Success;
                       }),
              testing::ExitedWithCode(0), "");
  EXPECT_EXIT(runAlone("OMPJIT_STANDIN_FAIL", "hipNothing:1:2",
                       [] {
                         int Count = 0;
                         return hipGetDeviceCount(&Count) == Success;
                       }),
              testing::ExitedWithCode(99), "there is no function hipNothing");
}

TEST(HipProcessDeathTest, EndsWithAStatusOfItsOwnAfterMisuse) {
  EXPECT_EXIT(runAlone("OMPJIT_STANDIN_DEVICES", "gfx90a",
                       [] { return hipSetDevice(1) == InvalidDevice; }),
              testing::ExitedWithCode(99), "standin: hipSetDevice");
}

} // namespace
