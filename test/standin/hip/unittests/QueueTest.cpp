//===- QueueTest.cpp - Queues of the AMDGPU plugin with streams -----------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// With the fixture of the conformance suite. Each operation takes two
// milliseconds, so that what nobody waits for is seen not to be over.
//
//===----------------------------------------------------------------------===//

#include "../Functions.h"
#include "conformance/Conformance.h"

#include <atomic>
#include <cstdlib>

using namespace ompjit::standin;
using ompjit::conformance::OverlapTest;

namespace {

constexpr int32_t OfHip = 5;
/// Of the plugin's first of two.
constexpr int HipDevice = 1;

class HipQueueTest : public OverlapTest {
protected:
  static void SetUpTestSuite() { setenv("OMPJIT_STANDIN_DELAY", "2000", 1); }
  void TearDown() override {
    IsOpen = true;
    OverlapTest::TearDown();
    EXPECT_STREQ(ompjit_standin_hip_violation(), "");
  }

  ompjit_native ask(ompjit_queue *Queue) {
    ompjit_native Native = {};
    EXPECT_EQ(P.device_native(Device, Queue, OfHip, &Native, &Error), 0)
        << Error.text;
    return Native;
  }
  Stream *streamOf(ompjit_queue *Queue) {
    return static_cast<Stream *>(ask(Queue).queue);
  }

  /// As a program does.
  void put(Stream *Into, HostFunction Function) {
    EXPECT_EQ(hipSetDevice(HipDevice), Success);
    EXPECT_EQ(hipLaunchHostFunc(Into, Function, this), Success);
    EXPECT_EQ(hipSetDevice(0), Success);
  }
  void putWork(Stream *Into) {
    HasRun = false;
    put(Into,
        [](void *Self) { static_cast<HipQueueTest *>(Self)->HasRun = true; });
  }
  /// What is behind it does not run before the gate is opened.
  void putGate(Stream *Into) {
    put(Into, [](void *Self) {
      while (!static_cast<HipQueueTest *>(Self)->IsOpen) {
      }
    });
  }

  std::atomic<bool> HasRun = false, IsOpen = false;
};

TEST_F(HipQueueTest, HasTheHandlesOfHip) {
  const ompjit_native Alone = ask(nullptr);
  EXPECT_EQ(Alone.runtime, OfHip);
  EXPECT_STREQ(Alone.runtime_name, "hip");
  EXPECT_STREQ(Alone.vendor_name, "amd");
  EXPECT_EQ(Alone.device, reinterpret_cast<void *>(HipDevice));
  EXPECT_EQ(Alone.context, nullptr);
  EXPECT_EQ(Alone.queue, nullptr);
  int OfStream = -1, Current = -1;
  EXPECT_EQ(hipStreamGetDevice(streamOf(createQueue()), &OfStream), Success);
  EXPECT_EQ(OfStream, HipDevice);
  EXPECT_EQ(hipGetDevice(&Current), Success);
  EXPECT_EQ(Current, 0);
}

TEST_F(HipQueueTest, HasOneStream) {
  ompjit_queue *Queue = createQueue();
  Stream *First = streamOf(Queue);
  EXPECT_NE(First, nullptr);
  EXPECT_EQ(streamOf(Queue), First);
  EXPECT_NE(streamOf(createQueue()), First);
}

TEST_F(HipQueueTest, IsDoneWhenTheStreamIsHandedOut) {
  ompjit_queue *Queue = createQueue();
  void *There = allocate(sizeof(int64_t));
  int64_t &From = word(7), &To = word(0);
  write(Queue, There, From);
  read(Queue, To, There);
  ask(Queue);
  EXPECT_EQ(To, 7);
}

TEST_F(HipQueueTest, WaitsForTheStreamWhenMoreComes) {
  ompjit_queue *Queue = createQueue();
  ompjit_image *Image = load();
  ompjit_kernel *Count = get(Image, "conformance_count", 0);
  ompjit_event *Event = createEvent(), *Timed = createTimedEvent();
  void *There = allocate(sizeof(int64_t));
  int64_t &Value = word(7);
  Stream *Into = streamOf(Queue);
  const auto Waits = [&](const char *What, auto Body) {
    putWork(Into);
    Body();
    EXPECT_TRUE(HasRun) << What;
  };
  // Not only the first time.
  for (int I = 0; I < 2; ++I) {
    Waits("a launch", [&] { EXPECT_EQ(launch(Queue, Count, {}), 0); });
    Waits("a copy to it", [&] { write(Queue, There, Value); });
    Waits("a copy from it", [&] { read(Queue, Value, There); });
    Waits("an event",
          [&] { EXPECT_EQ(P.event_record(Device, Queue, Event, &Error), 0); });
    Waits("a timed event",
          [&] { EXPECT_EQ(P.event_record(Device, Queue, Timed, &Error), 0); });
    Waits("a launch of all teams at a time", [&] {
      ompjit_launch Together = {};
      Together.num_teams[0] = Together.thread_limit[0] = 1;
      Together.is_cooperative = 1;
      EXPECT_EQ(P.kernel_launch(Device, Queue, Count, &Together, &Error), 0)
          << Error.text;
    });
    Waits("a synchronisation", [&] { synchronize(Queue); });
  }
  EXPECT_EQ(Value, 7);
}

TEST_F(HipQueueTest, TellsWhetherTheStreamIsOver) {
  ompjit_queue *Queue = createQueue();
  Stream *Into = streamOf(Queue);
  EXPECT_TRUE(isDone(Queue));
  putGate(Into);
  EXPECT_FALSE(isDone(Queue));
  IsOpen = true;
  synchronize(Queue);
  EXPECT_TRUE(isDone(Queue));
}

TEST_F(HipQueueTest, IsAloneInWaiting) {
  ompjit_queue *Queue = createQueue(), *Other = createQueue();
  void *There = allocate(sizeof(int64_t));
  int64_t &Value = word(7);
  ompjit_event *Event = createEvent();
  putGate(streamOf(Queue));
  write(Other, There, Value);
  synchronize(Other);
  EXPECT_EQ(readNow(There), 7);
  EXPECT_EQ(P.event_record(Device, Other, Event, &Error), 0) << Error.text;
  EXPECT_EQ(P.event_wait(Device, Queue, Event, &Error), 0) << Error.text;
  EXPECT_FALSE(isDone(Queue));
}

TEST_F(HipQueueTest, TakesTheStreamWithIt) {
  ompjit_queue *Queue = createQueue();
  Stream *Into = streamOf(Queue);
  putWork(Into);
  destroy(Queue);
  EXPECT_TRUE(HasRun);
  EXPECT_EQ(hipStreamQuery(Into), InvalidHandle);
  EXPECT_THAT(ompjit_standin_hip_violation(),
              testing::HasSubstr("is destroyed"));
}

} // namespace
