//===- DeviceTest.cpp - Tests of devices, queues and launches -------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Device.h"
#include "Event.h"
#include "FakeDriver.h"
#include "Image.h"
#include "Kernel.h"
#include "LoadedImage.h"
#include "Memory.h"
#include "OpenDevice.h"
#include "OpenQueue.h"
#include "Queue.h"
#include "ompjit/Plugins/LaunchShape.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>

using namespace ompjit::cuda;
using ompjit::plugins::KernelEnvironment;
using testing::HasSubstr;

namespace {

constexpr char Ptx[] = ".version 8.4\n.target sm_90\n";

class CudaDeviceTest : public testing::Test {
protected:
  void SetUp() override { Device = open(0); }
  void TearDown() override {
    if (Image)
      unloadImage(Device, Image);
    if (Queue)
      destroyQueue(Device, Queue);
    if (Device)
      closeDevice(Device);
    if (!IsLost)
      EXPECT_TRUE(Fake.Live.empty());
  }

  ompjit_device *open(int32_t Ordinal) {
    ompjit_device *New = nullptr;
    EXPECT_EQ(openDevice(Fake.Table, Ordinal, &New, &Error), 0) << Error.text;
    return New;
  }

  /// Returns a kernel with an environment.
  ompjit_kernel *kernel(uint8_t Mode, uint32_t NumArgs = 0,
                        int32_t ReductionBytes = 0) {
    KernelEnvironment Environment = {};
    Environment.Mode = Mode;
    Environment.MinThreads = 1;
    Environment.MaxThreads = 128;
    Environment.ReductionDataSize = ReductionBytes;
    Environment.ReductionBufferLength = 1024;
    Fake.Globals["k_kernel_environment"].assign(
        reinterpret_cast<const char *>(&Environment), sizeof(Environment));
    return get("k", NumArgs);
  }
  ompjit_kernel *get(const char *Name, uint32_t NumArgs = 0) {
    if (!Image)
      EXPECT_EQ(loadImage(Device, Ptx, sizeof(Ptx) - 1, "test", &Image, &Error),
                0)
          << Error.text;
    ompjit_kernel *Kernel = nullptr;
    EXPECT_EQ(getKernel(Device, Image, Name, NumArgs, &Kernel, &Error), 0)
        << Error.text;
    return Kernel;
  }
  ompjit_queue *queue() {
    if (!Queue)
      EXPECT_EQ(createQueue(Device, &Queue, &Error), 0) << Error.text;
    return Queue;
  }

  int launch(ompjit_kernel *Kernel, uint64_t TripCount = 0,
             uint32_t SharedBytes = 0) {
    ompjit_launch Launch = {};
    Launch.trip_count = TripCount;
    Launch.dynamic_memory_bytes = SharedBytes;
    return launchKernel(Device, queue(), Kernel, &Launch, &Error);
  }

  FakeDriver Fake;
  ompjit_device *Device = nullptr;
  ompjit_image *Image = nullptr;
  ompjit_queue *Queue = nullptr;
  ompjit_error Error = {};
  bool IsLost = false;
};

constexpr uint8_t Generic = 1, Spmd = 2;

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
  EXPECT_NE(launchKernel(Device, queue(), Kernel, &Launch, &Error), 0);
  EXPECT_THAT(Error.text,
              HasSubstr("parameters of the kernel k are not known"));
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
  Kernel->ReductionBytes = 1 << 20;
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

/// In these tests the driver does not know the program's memory.
class CudaStagingTest : public CudaDeviceTest {
protected:
  void SetUp() override {
    CudaDeviceTest::SetUp();
    Fake.Failures["PointerGetAttribute"] = Result::NotFound;
    ASSERT_EQ(createQueue(Device, &Other, &Error), 0) << Error.text;
    ASSERT_EQ(createEvent(Device, &Event, &Error), 0) << Error.text;
  }
  void TearDown() override {
    destroyEvent(Device, Event);
    destroyQueue(Device, Other);
    CudaDeviceTest::TearDown();
  }

  /// Queues a copy from Value to Back.
  void read(ompjit_queue *Queue) {
    ASSERT_EQ(
        copyFromDevice(Device, Queue, &Back, &Value, sizeof(Back), &Error), 0)
        << Error.text;
  }
  void record(ompjit_queue *Queue) {
    ASSERT_EQ(recordEvent(Device, Queue, Event, &Error), 0) << Error.text;
  }
  void wait(ompjit_queue *Queue) {
    ASSERT_EQ(waitForEvent(Device, Queue, Event, &Error), 0) << Error.text;
  }

  const int64_t Value = 5;
  int64_t Back = 0;
  ompjit_queue *Other = nullptr;
  ompjit_event *Event = nullptr;
};

TEST_F(CudaStagingTest, CopiesWhenTheQueueIsDone) {
  read(queue());
  EXPECT_EQ(Back, 0);
  ASSERT_EQ(synchronizeQueue(Device, queue(), &Error), 0) << Error.text;
  EXPECT_EQ(Back, 5);
  Back = 0;
  ASSERT_EQ(synchronizeQueue(Device, queue(), &Error), 0) << Error.text;
  EXPECT_EQ(Back, 0);
}

TEST_F(CudaStagingTest, CopiesWhenAQueryFindsItDone) {
  read(queue());
  int Done = 0;
  Fake.Failures["StreamQuery"] = Result::NotReady;
  ASSERT_EQ(queryQueue(Device, queue(), &Done, &Error), 0) << Error.text;
  EXPECT_EQ(Done, 0);
  EXPECT_EQ(Back, 0);
  Fake.Failures.erase("StreamQuery");
  ASSERT_EQ(queryQueue(Device, queue(), &Done, &Error), 0) << Error.text;
  EXPECT_EQ(Done, 1);
  EXPECT_EQ(Back, 5);
}

TEST_F(CudaStagingTest, CopiesWhatIsBeforeAnEvent) {
  read(queue());
  record(queue());
  int64_t Later = 0;
  ASSERT_EQ(
      copyFromDevice(Device, queue(), &Later, &Value, sizeof(Later), &Error),
      0);
  ASSERT_EQ(synchronizeEvent(Device, Event, &Error), 0) << Error.text;
  EXPECT_EQ(Back, 5);
  EXPECT_EQ(Later, 0);
  destroyQueue(Device, Queue);
  Queue = nullptr;
  EXPECT_EQ(Later, 5);
}

TEST_F(CudaStagingTest, CopiesWhatAnotherQueueHasWaitedFor) {
  read(queue());
  record(queue());
  wait(Other);
  // The event is recorded elsewhere, but the queue that waited for it still
  // knows.
  record(nullptr);
  ASSERT_EQ(synchronizeEvent(Device, Event, &Error), 0) << Error.text;
  EXPECT_EQ(Back, 0);
  record(Other);
  ASSERT_EQ(synchronizeEvent(Device, Event, &Error), 0) << Error.text;
  EXPECT_EQ(Back, 5);
}

TEST_F(CudaStagingTest, CopiesBeforeTheBytesAreRead) {
  read(queue());
  int64_t Copy = 0;
  ASSERT_EQ(copyToDevice(Device, queue(), &Copy, &Back, sizeof(Back), &Error),
            0)
      << Error.text;
  EXPECT_EQ(Copy, 5);
  // A kernel may read them, too, if it can use the host's memory.
  Back = 0;
  read(queue());
  ASSERT_EQ(launch(get("k")), 0) << Error.text;
  EXPECT_EQ(Back, 0);
  Device->Capabilities |= OMPJIT_CAN_USE_HOST_MEMORY;
  ASSERT_EQ(launch(get("k")), 0) << Error.text;
  EXPECT_EQ(Back, 5);
}

TEST_F(CudaStagingTest, CopiesDirectlyWhatIsPinnedOrLarge) {
  Fake.Failures.erase("PointerGetAttribute");
  read(queue());
  EXPECT_EQ(Back, 5);
  Fake.Failures["PointerGetAttribute"] = Result::NotFound;
  const std::vector<char> Large(1 << 20, 1);
  std::vector<char> There(Large.size());
  ASSERT_EQ(copyFromDevice(Device, queue(), There.data(), Large.data(),
                           Large.size(), &Error),
            0);
  EXPECT_EQ(There, Large);
}

TEST_F(CudaStagingTest, KeepsTheOrderOfCopiesToOnePlace) {
  std::vector<char> There(1 << 20, 0);
  const std::vector<char> Small(8, 1), Large(There.size(), 2);
  for (const std::vector<char> *Each : {&Small, &Large})
    ASSERT_EQ(copyFromDevice(Device, queue(), There.data(), Each->data(),
                             Each->size(), &Error),
              0);
  ASSERT_EQ(synchronizeQueue(Device, queue(), &Error), 0) << Error.text;
  EXPECT_EQ(There, Large);
}

TEST_F(CudaStagingTest, CopiesManyInOrder) {
  // These are more than there is room for at a time.
  std::vector<std::vector<char>> There(20, std::vector<char>(16 << 10));
  const std::vector<char> Source(There[0].size(), 7);
  for (std::vector<char> &Each : There)
    ASSERT_EQ(copyFromDevice(Device, queue(), Each.data(), Source.data(),
                             Source.size(), &Error),
              0);
  ASSERT_EQ(synchronizeQueue(Device, queue(), &Error), 0) << Error.text;
  for (const std::vector<char> &Each : There)
    EXPECT_EQ(Each, Source);
}

TEST_F(CudaStagingTest, CopiesDirectlyInAQueueThatTheProgramWaitsFor) {
  ompjit_native Native = {};
  ASSERT_EQ(nativeHandles(Device, queue(), 0, &Native, &Error), 0);
  read(queue());
  EXPECT_EQ(Back, 5);
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
