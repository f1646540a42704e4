//===- LaunchTest.cpp - Tests of launches and of kernels that fail --------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DeviceFixture.h"
#include "Event.h"
#include "FakeDriver.h"
#include "Kernel.h"
#include "LoadedKernel.h"
#include "Memory.h"
#include "Queue.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <vector>

using namespace ompjit::cuda;
using testing::HasSubstr;

namespace {

constexpr uint8_t Generic = 1, Spmd = 2;

TEST_F(CudaDeviceTest, LaunchesWithTwoCallsOfTheDriver) {
  ompjit_kernel *Kernel = kernel(Spmd);
  queue();
  ASSERT_EQ(launch(Kernel, 1000000), 0) << Error.text;
  Fake.Calls.clear();
  ASSERT_EQ(launch(Kernel, 1000000), 0) << Error.text;
  EXPECT_THAT(Fake.Calls,
              testing::ElementsAre(testing::Pair("CtxGetCurrent", 1),
                                   testing::Pair("LaunchKernel", 1)));
}

TEST_F(CudaDeviceTest, ChoosesTheSizeOfALaunch) {
  // There are four processors, and the driver says that each holds three
  // blocks.
  ASSERT_EQ(launch(kernel(Spmd), 1000000), 0) << Error.text;
  EXPECT_EQ(Fake.Launches.back().GridX, 12u);
  EXPECT_EQ(Fake.Launches.back().BlockX, 128u);
  EXPECT_EQ(Fake.Calls["Occupancy"], 1);
  ASSERT_EQ(launch(kernel(Spmd), 1), 0) << Error.text;
  EXPECT_EQ(Fake.Launches.back().GridX, 1u);
}

TEST_F(CudaDeviceTest, GivesAGenericKernelAWarpMore) {
  ASSERT_EQ(launch(kernel(Generic), 7), 0) << Error.text;
  EXPECT_EQ(Fake.Launches.back().GridX, 7u);
  EXPECT_EQ(Fake.Launches.back().BlockX, 160u);
}

TEST_F(CudaDeviceTest, PassesEachFormOfArguments) {
  ompjit_kernel *Kernel = kernel(Spmd, 2);
  uint64_t Values[] = {40, 41};
  ompjit_launch Launch = {};
  Launch.args = reinterpret_cast<void **>(Values);
  Launch.num_args = 2;
  ASSERT_EQ(launchKernel(Device, queue(), Kernel, &Launch, &Error), 0);
  ASSERT_EQ(Fake.Launches.back().Words.size(), 3u);
  // There are no reductions, so that all kernels share an environment of zeros.
  const auto *Environment = reinterpret_cast<const uint64_t *>(
      uintptr_t(Fake.Launches.back().Words[0]));
  EXPECT_EQ(Environment[0], 0u);
  EXPECT_EQ(Environment[1], 0u);
  EXPECT_EQ(Fake.Launches.back().Words[2], 41u);
  Launch.argument_form = OMPJIT_ARGUMENTS_BARE;
  ASSERT_EQ(launchKernel(Device, queue(), Kernel, &Launch, &Error), 0);
  EXPECT_THAT(Fake.Launches.back().Words, testing::ElementsAre(40, 41));
  Launch.argument_form = OMPJIT_ARGUMENTS_PACKED;
  Launch.num_args = 0;
  Launch.packed_bytes = 8;
  ASSERT_EQ(launchKernel(Device, queue(), Kernel, &Launch, &Error), 0);
  EXPECT_THAT(Fake.Launches.back().Words, testing::ElementsAre(40));
}

TEST_F(CudaDeviceTest, LaunchesTeamsTogether) {
  ompjit_kernel *Kernel = kernel(Spmd, 2);
  uint64_t Values[] = {40, 41};
  ompjit_launch Launch = {};
  Launch.args = reinterpret_cast<void **>(Values);
  Launch.num_args = 2;
  Launch.num_teams[0] = 7;
  Launch.is_cooperative = 1;
  Fake.NumParameters = 3;
  ASSERT_EQ(launchKernel(Device, queue(), Kernel, &Launch, &Error), 0)
      << Error.text;
  const FakeLaunch &Done = Fake.Launches.back();
  EXPECT_TRUE(Done.IsCooperative);
  EXPECT_EQ(Done.GridX, 7u);
  EXPECT_EQ(Done.Words[1], 40u);
  EXPECT_EQ(Done.Words[2], 41u);
  Fake.Failures["LaunchCooperativeKernel"] = Result::OutOfMemory;
  EXPECT_NE(launchKernel(Device, queue(), Kernel, &Launch, &Error), 0);
  EXPECT_THAT(Error.text,
              HasSubstr("cannot launch the kernel k with 7 teams of 128 "
                        "threads that run at the same time: CUDA_ERROR_"));
  Launch.argument_form = OMPJIT_ARGUMENTS_PACKED;
  Launch.num_args = 0;
  Launch.packed_bytes = 8;
  ASSERT_EQ(launchKernel(Device, queue(), Kernel, &Launch, &Error), 0)
      << Error.text;
  EXPECT_TRUE(Fake.Launches.back().IsCooperative);
  EXPECT_THAT(Fake.Launches.back().Words, testing::ElementsAre(40));
  Fake.Table.LaunchKernelEx = nullptr;
  EXPECT_NE(launchKernel(Device, queue(), Kernel, &Launch, &Error), 0);
  EXPECT_THAT(Error.text, HasSubstr("by drivers for CUDA 11.8 and later"));
}

TEST_F(CudaDeviceTest, PassesVeryManyArguments) {
  std::vector<void *> Values(400, reinterpret_cast<void *>(7));
  ompjit_launch Launch = {};
  Launch.args = Values.data();
  Launch.num_args = uint32_t(Values.size());
  ASSERT_EQ(launchKernel(Device, queue(), kernel(Spmd, 400), &Launch, &Error),
            0);
  ASSERT_EQ(Fake.Launches.back().Words.size(), 401u);
  EXPECT_EQ(Fake.Launches.back().Words[400], 7u);
}

TEST_F(CudaDeviceTest, KeepsTheMemoryOfReductions) {
  ompjit_kernel *Kernel = kernel(Spmd, 0, 8);
  ASSERT_EQ(launch(Kernel), 0) << Error.text;
  struct {
    uint32_t Count, Base;
    uint64_t Buffer;
  } Environment;
  const uint64_t Place = Fake.Launches.back().Words[0];
  std::memcpy(&Environment, reinterpret_cast<const void *>(Place),
              sizeof(Environment));
  EXPECT_EQ(Environment.Count, 0u);
  EXPECT_EQ(Environment.Buffer, Place + 256);
  const int Allocations = Fake.Calls["MemAlloc"];
  ASSERT_EQ(launch(Kernel), 0) << Error.text;
  EXPECT_EQ(Fake.Launches.back().Words[0], Place);
  EXPECT_EQ(Fake.Calls["MemAlloc"], Allocations);
  // A larger buffer is a new one, because kernels in the queue may still use
  // the smaller one.
  Kernel->Reductions.Bytes = 1 << 20;
  ASSERT_EQ(launch(Kernel), 0) << Error.text;
  EXPECT_NE(Fake.Launches.back().Words[0], Place);
  EXPECT_EQ(Fake.Calls["MemFree"], 0);
}

TEST_F(CudaDeviceTest, AsksOnceForMoreSharedMemory) {
  Fake.StaticSharedBytes = 8 << 10;
  ompjit_kernel *Kernel = kernel(Spmd);
  ASSERT_EQ(launch(Kernel, 0, 40 << 10), 0) << Error.text;
  EXPECT_EQ(Fake.Calls["FuncSetAttribute"], 0);
  for (int I = 0; I != 2; ++I)
    ASSERT_EQ(launch(Kernel, 0, 41 << 10), 0) << Error.text;
  EXPECT_EQ(Fake.Calls["FuncSetAttribute"], 1);
  EXPECT_EQ(Fake.Launches.back().SharedBytes, 41u << 10);
  EXPECT_NE(launch(Kernel, 0, 193 << 10), 0);
  EXPECT_THAT(Error.text, HasSubstr("205824 bytes of shared memory, GPU 0 has "
                                    "204800"));
}

TEST_F(CudaDeviceTest, AsksForRegistersOnlyIfSomebodyWantsToKnow) {
  Fake.StaticSharedBytes = 8 << 10;
  Fake.Registers = 72;
  Fake.LocalBytes = 48;
  ompjit_kernel *Kernel = kernel(Spmd);
  const int Before = Fake.Calls["FuncGetAttribute"];
  ASSERT_EQ(launch(Kernel), 0) << Error.text;
  EXPECT_EQ(Fake.Calls["FuncGetAttribute"], Before);
  ompjit_kernel_usage Usage = {};
  describeUsage(Device, Kernel, &Usage);
  EXPECT_EQ(Usage.registers, 72u);
  EXPECT_EQ(Usage.private_bytes, 48u);
  EXPECT_EQ(Usage.spilled_bytes, -1);
  EXPECT_EQ(Usage.shared_bytes, 8u << 10);
  // A driver that does not answer is no reason to fail.
  Usage = {};
  Fake.Failures["FuncGetAttribute"] = Result::NotInitialized;
  describeUsage(Device, Kernel, &Usage);
  EXPECT_EQ(Usage.registers, 0u);
}

TEST_F(CudaDeviceTest, RefusesABlockThatIsTooLarge) {
  Fake.LargestBlock = 256;
  ompjit_launch Launch = {};
  Launch.argument_form = OMPJIT_ARGUMENTS_PACKED;
  Launch.thread_limit[0] = 16;
  Launch.thread_limit[1] = 17;
  EXPECT_NE(launchKernel(Device, queue(), get("foreign"), &Launch, &Error), 0);
  EXPECT_THAT(Error.text, HasSubstr("272 threads"));
}

TEST_F(CudaDeviceTest, NamesTheKernelThatBrokeIt) {
  ASSERT_EQ(launch(get("first")), 0) << Error.text;
  ASSERT_EQ(synchronizeQueue(Device, queue(), &Error), 0) << Error.text;
  ASSERT_EQ(launch(get("second")), 0) << Error.text;
  Fake.Failures["StreamSynchronize"] = Result::IllegalAddress;
  IsLost = true;
  EXPECT_NE(synchronizeQueue(Device, queue(), &Error), 0);
  EXPECT_THAT(Error.text, HasSubstr("CUDA_ERROR_ILLEGAL_ADDRESS: an illegal "
                                    "memory access was encountered in kernel "
                                    "second"));
  // The failure is known now, and the driver is not called any more.
  Fake.Calls.clear();
  Error.text[0] = 0;
  void *Address = nullptr;
  EXPECT_NE(allocateMemory(Device, 8, OMPJIT_MEMORY_DEVICE, &Address, &Error),
            0);
  EXPECT_THAT(Error.text, HasSubstr("in kernel second"));
  EXPECT_NE(launch(get("second")), 0);
  EXPECT_TRUE(Fake.Calls.empty());
  // It is reported once.
  EXPECT_EQ(synchronizeQueue(Device, queue(), &Error), 0);
}

TEST_F(CudaDeviceTest, FindsTheKernelInAnotherQueue) {
  ASSERT_EQ(launch(get("first")), 0) << Error.text;
  ASSERT_EQ(launch(get("second")), 0) << Error.text;
  // A queue that has launched no kernel finds out.
  ompjit_queue *Other = nullptr;
  ASSERT_EQ(createQueue(Device, &Other, &Error), 0) << Error.text;
  Fake.Failures["StreamQuery"] = Result::IllegalAddress;
  IsLost = true;
  int Done = 0;
  EXPECT_EQ(queryQueue(Device, Other, &Done, &Error), 0);
  EXPECT_EQ(Done, 1);
  // The work of this queue is lost, and it has to report that.
  EXPECT_NE(synchronizeQueue(Device, queue(), &Error), 0);
  EXPECT_THAT(Error.text, HasSubstr("in one of the kernels first, second"));
  destroyQueue(Device, Other);
}

TEST_F(CudaDeviceTest, TakesAnEventOfABrokenDeviceForOver) {
  ompjit_event *Event = nullptr;
  ASSERT_EQ(createEvent(Device, &Event, &Error), 0) << Error.text;
  ASSERT_EQ(recordEvent(Device, queue(), Event, &Error), 0) << Error.text;
  Fake.Failures["EventSynchronize"] = Result::IllegalAddress;
  IsLost = true;
  EXPECT_EQ(synchronizeEvent(Device, Event, &Error), 0);
  EXPECT_NE(synchronizeQueue(Device, queue(), &Error), 0);
  destroyEvent(Device, Event);
}

} // namespace
