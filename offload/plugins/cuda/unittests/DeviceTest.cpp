//===- DeviceTest.cpp - Tests of devices and their contexts ---------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Device.h"
#include "DeviceFixture.h"
#include "FakeDriver.h"
#include "Image.h"
#include "Memory.h"
#include "Queue.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>
#include <string>

using namespace ompjit::cuda;
using testing::HasSubstr;

namespace {

TEST_F(CudaDeviceTest, DescribesItself) {
  ompjit_device_info Info = {};
  describeDevice(Device, &Info);
  EXPECT_STREQ(Info.arch, "sm_90");
  EXPECT_STREQ(Info.features, "+ptx84");
  EXPECT_EQ(Info.num_devices, 2u);
  EXPECT_EQ(Info.emulation, nullptr);
}

TEST_F(CudaDeviceTest, IsCompiledForAsTheNewestKindThatIsKnown) {
  closeDevice(Device);
  Fake.Capability = 125;
  Fake.Table.Version = 13020;
  Device = open(0);
  ompjit_device_info Info = {};
  describeDevice(Device, &Info);
  EXPECT_STREQ(Info.arch, "sm_121");
  EXPECT_STREQ(Info.features, "+ptx90");
}

TEST_F(CudaDeviceTest, IsNotOpenedWhereItIsTooOld) {
  Fake.Capability = 70;
  ompjit_device *Old = nullptr;
  EXPECT_NE(openDevice(Fake.Table, 1, &Old, &Error), 0);
  EXPECT_THAT(Error.text, HasSubstr("sm_70"));
  EXPECT_EQ(Fake.Calls["DevicePrimaryCtxRetain"], 1);
}

TEST_F(CudaDeviceTest, LeavesTheProgramsContextAlone) {
  auto *OfProgram = reinterpret_cast<Context *>(8);
  Fake.Current = OfProgram;
  int64_t Value = 0;
  EXPECT_EQ(fillMemory(Device, nullptr, &Value, 1, sizeof(Value), &Error), 0);
  EXPECT_EQ(Fake.Current, OfProgram);
  // A call that fails restores the context, too.
  Fake.Failures["MemAlloc"] = Result::OutOfMemory;
  void *Address = nullptr;
  EXPECT_NE(allocateMemory(Device, 8, OMPJIT_MEMORY_DEVICE, &Address, &Error),
            0);
  EXPECT_THAT(Error.text, HasSubstr("CUDA_ERROR_OUT_OF_MEMORY: out of memory"));
  EXPECT_EQ(Fake.Current, OfProgram);
}

TEST_F(CudaDeviceTest, GivesAThreadTheFirstGpuOnlyForGood) {
  ompjit_device *Second = open(1);
  Fake.Current = nullptr;
  int64_t Value = 0;
  EXPECT_EQ(fillMemory(Second, nullptr, &Value, 1, sizeof(Value), &Error), 0);
  EXPECT_EQ(Fake.Current, nullptr);
  closeDevice(Second);
  EXPECT_EQ(fillMemory(Device, nullptr, &Value, 1, sizeof(Value), &Error), 0);
  EXPECT_NE(Fake.Current, nullptr);
}

TEST_F(CudaDeviceTest, OpensTheWayToAnotherGpuOnce) {
  ompjit_device *Second = open(1);
  Fake.Table.DeviceCanAccessPeer = [](int *Can, DeviceHandle, DeviceHandle) {
    *Can = 1;
    return Result::Success;
  };
  int64_t From = 0, To = 0;
  for (int I = 0; I != 2; ++I)
    EXPECT_EQ(copyBetween(Second, nullptr, &To, Device, &From, 8, &Error), 0)
        << Error.text;
  EXPECT_EQ(Fake.Calls["CtxEnablePeerAccess"], 1);
  EXPECT_EQ(Fake.Calls["MemcpyPeerAsync"], 2);
  // If peer access cannot be enabled, the driver makes a detour.
  Fake.Failures["CtxEnablePeerAccess"] = Result::PeerAccessAlreadyEnabled;
  EXPECT_EQ(copyBetween(Device, nullptr, &From, Second, &To, 8, &Error), 0);
  closeDevice(Second);
}

struct LinkedImage {
  std::string Bytes;
  int Times = 0;
};

void takeImage(void *Context, const void *Bytes, size_t Size) {
  auto &Image = *static_cast<LinkedImage *>(Context);
  Image.Bytes.assign(static_cast<const char *>(Bytes), Size);
  ++Image.Times;
}

int LinkTarget = 0;

TEST_F(CudaDeviceTest, MakesMachineCodeOfPtx) {
  Fake.Table.LinkCreate = [](unsigned Count, JitOption *Options, void **Values,
                             LinkState **) {
    for (unsigned I = 0; I != Count; ++I)
      if (Options[I] == JitOption::Target)
        LinkTarget = int(reinterpret_cast<intptr_t>(Values[I]));
    return Result::Success;
  };
  Fake.Table.LinkComplete = [](LinkState *, void **Cubin, size_t *Size) {
    static char Code[] = "code";
    *Cubin = Code;
    *Size = 4;
    return Result::Success;
  };
  auto Finish = [&](const std::string &Text) {
    LinkedImage Image;
    EXPECT_EQ(finishImage(Device, Text.data(), Text.size(), "test", takeImage,
                          &Image, &Error),
              0)
        << Error.text;
    EXPECT_EQ(Image.Times, 1);
    return Image.Bytes;
  };
  EXPECT_EQ(Finish(Ptx), "code");
  EXPECT_EQ(LinkTarget, 90);
  EXPECT_EQ(Finish(".version 8.0 .target sm_90a"), "code");
  EXPECT_EQ(LinkTarget, 0x1005a);
  // LLVM does not know the generation of this GPU.
  closeDevice(Device);
  Fake.Capability = 130;
  Device = open(0);
  EXPECT_EQ(Finish(Ptx), Ptx);
  Fake.Failures["LinkAddData"] = Result::OutOfMemory;
  Fake.Capability = 90;
  closeDevice(Device);
  Device = open(0);
  LinkedImage None;
  EXPECT_NE(finishImage(Device, Ptx, sizeof(Ptx) - 1, "test", takeImage, &None,
                        &Error),
            0);
  EXPECT_THAT(Error.text, HasSubstr("refuses the image 'test'"));
  EXPECT_EQ(None.Times, 0);
}

/// What the linker was given: the limit, and where it writes errors.
struct LinkOptions {
  uintptr_t Limit;
  char *Log;
  int Times;
} Given;

TEST_F(CudaDeviceTest, LimitsRegistersToWhatEveryKernelHas) {
  Given = {};
  Fake.Table.LinkCreate = [](unsigned Count, JitOption *Options, void **Values,
                             LinkState **) {
    Given.Limit = 0;
    ++Given.Times;
    for (unsigned I = 0; I != Count; ++I)
      if (Options[I] == JitOption::MaxRegisters)
        Given.Limit = reinterpret_cast<uintptr_t>(Values[I]);
      else if (Options[I] == JitOption::ErrorLog)
        Given.Log = static_cast<char *>(Values[I]);
    return Result::Success;
  };
  // The linker complains about one kernel after the other.
  Fake.Table.LinkAddData = [](LinkState *, JitInput, void *, size_t,
                              const char *, unsigned, JitOption *, void **) {
    if (Given.Limit == 64)
      return Result::Success;
    std::strcpy(Given.Log, Given.Limit
                               ? "Entry function 'a' with max regcount of 64 "
                                 "calls function 'b' with regcount of 70"
                               : "Entry function 'c' with max regcount of 168 "
                                 "calls function 'b' with regcount of 180\n"
                                 "Entry function 'd' with max regcount of 128 "
                                 "calls function 'b' with regcount of 180");
    return Result(218);
  };
  Fake.Table.LinkComplete = [](LinkState *, void **Cubin, size_t *Size) {
    static char Code[] = "code";
    *Cubin = Code;
    *Size = 4;
    return Result::Success;
  };
  LinkedImage Image;
  EXPECT_EQ(finishImage(Device, Ptx, sizeof(Ptx) - 1, "test", takeImage, &Image,
                        &Error),
            0)
      << Error.text;
  EXPECT_EQ(Image.Bytes, "code");
  EXPECT_EQ(Given.Times, 3);
  // No limit helps here.
  Given = {};
  Fake.Table.LinkComplete = [](LinkState *, void **, size_t *) {
    std::strcpy(Given.Log, "with max regcount of 64 calls function 'b'");
    return Result(218);
  };
  LinkedImage None;
  EXPECT_NE(finishImage(Device, Ptx, sizeof(Ptx) - 1, "test", takeImage, &None,
                        &Error),
            0);
  EXPECT_THAT(Error.text, HasSubstr("max regcount of 64"));
  EXPECT_EQ(None.Times, 0);
  EXPECT_EQ(Given.Times, 3);
}

TEST(CudaDevice, KnowsThePtxOfADriver) {
  EXPECT_EQ(newestPtx(11000), 70);
  EXPECT_EQ(newestPtx(12060), 85);
  EXPECT_EQ(newestPtx(12090), 88);
  // Versions that LLVM does not know are not used.
  EXPECT_EQ(newestPtx(14000), 90);
}

TEST_F(CudaDeviceTest, HasHandlesForTheDriverAndForCudasRuntime) {
  ompjit_native Own = {}, OfCuda = {};
  ASSERT_EQ(nativeHandles(Device, queue(), 0, &Own, &Error), 0);
  EXPECT_EQ(Own.runtime, 2);
  EXPECT_STREQ(Own.runtime_name, "cuda_driver");
  EXPECT_NE(Own.context, nullptr);
  ASSERT_EQ(nativeHandles(Device, queue(), 1, &OfCuda, &Error), 0);
  EXPECT_EQ(OfCuda.runtime, 1);
  EXPECT_STREQ(OfCuda.runtime_name, "cuda");
  EXPECT_EQ(OfCuda.device, Own.device);
  EXPECT_EQ(OfCuda.queue, Own.queue);
  EXPECT_EQ(OfCuda.context, nullptr);
  ompjit_native OfNobody = {};
  for (int32_t Other : {-1, 3, 5, 7})
    EXPECT_EQ(nativeHandles(Device, queue(), Other, &OfNobody, &Error),
              OMPJIT_NOT_INSTALLED);
  EXPECT_EQ(OfNobody.runtime_name, nullptr);
}

TEST_F(CudaDeviceTest, TellsCodeAboutItself) {
  std::string &Environment = Fake.Globals["__omp_rtl_device_environment"];
  Environment.assign(56, '\0');
  get("k");
  uint32_t NumDevices = 0;
  uint64_t ClockFrequency = 0;
  std::memcpy(&NumDevices, &Environment[4], sizeof(NumDevices));
  std::memcpy(&ClockFrequency, &Environment[16], sizeof(ClockFrequency));
  EXPECT_EQ(NumDevices, 2u);
  EXPECT_EQ(ClockFrequency, 1000000000u);
}

TEST(CudaSettings, AreTheContextsLimits) {
  FakeDriver Fake;
  setenv("LIBOMPTARGET_STACK_SIZE", "4096", 1);
  setenv("LIBOMPTARGET_HEAP_SIZE", "many", 1);
  ompjit_device *Device = nullptr;
  ompjit_error Error = {};
  ASSERT_EQ(openDevice(Fake.Table, 0, &Device, &Error), 0) << Error.text;
  EXPECT_THAT(Fake.Limits, testing::ElementsAre(
                               testing::Pair(Limit::StackBytes, size_t(4096))));
  closeDevice(Device);
  Fake.Failures["CtxSetLimit"] = Result::OutOfMemory;
  EXPECT_NE(openDevice(Fake.Table, 0, &Device, &Error), 0);
  EXPECT_THAT(Error.text, HasSubstr("LIBOMPTARGET_STACK_SIZE=4096"));
  EXPECT_EQ(Fake.Calls["DevicePrimaryCtxRelease"], 2);
  unsetenv("LIBOMPTARGET_STACK_SIZE");
  unsetenv("LIBOMPTARGET_HEAP_SIZE");
}

size_t StackLimit;

TEST_F(CudaDeviceTest, ReservesStackForCallsByPointers) {
  const std::string Text =
      std::string(Ptx) + "\nprototype_0 : .callprototype ()_ ();\n";
  Fake.Table.CtxGetLimit = [](size_t *Bytes, Limit) {
    *Bytes = StackLimit;
    return Result::Success;
  };
  auto Load = [&] {
    ompjit_image *Loaded = nullptr;
    Fake.Limits.clear();
    ASSERT_EQ(
        loadImage(Device, Text.data(), Text.size(), "test", &Loaded, &Error), 0)
        << Error.text;
    unloadImage(Device, Loaded);
  };
  StackLimit = 1024;
  Load();
  EXPECT_THAT(Fake.Limits, testing::ElementsAre(
                               testing::Pair(Limit::StackBytes, size_t(4096))));
  StackLimit = 8192;
  Load();
  EXPECT_TRUE(Fake.Limits.empty());
  // The kernels may need less, so that this is no error.
  StackLimit = 1024;
  Fake.Failures["CtxSetLimit"] = Result::OutOfMemory;
  Load();
  Fake.Failures.clear();
  // The user's choice comes first.
  closeDevice(Device);
  setenv("LIBOMPTARGET_STACK_SIZE", "2048", 1);
  Device = open(0);
  unsetenv("LIBOMPTARGET_STACK_SIZE");
  Load();
  EXPECT_TRUE(Fake.Limits.empty());
}

TEST_F(CudaDeviceTest, NoThreadKeepsAContextWhereTheDriverDoesNotTell) {
  ASSERT_NE(Fake.Current, nullptr);
  Fake.Failures["CtxGetCurrent"] = Result::NotInitialized;
  closeDevice(Device);
  Device = nullptr;
  IsLost = true; // The device's memory goes with the context.
  EXPECT_EQ(Fake.Current, nullptr);
}

} // namespace
