//===- FaultTest.cpp - Kernels that fail --------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Standin.h"

#include <thread>

using namespace ompjit::standin;

namespace {

class FaultTest : public StandinTest {
protected:
  /// Starts the kernel in a queue that has to stop; nothing behind it runs.
  Handle start(Handle Image, const char *Kernel, std::vector<int64_t> Words) {
    AqlQueue *Queue = createQueue();
    const Handle Done = createSignal(2);
    auto Packet = packetFor(Image, Kernel, std::move(Words));
    Packet.Completion = Done.Value;
    dispatch(Queue, Packet);
    barrier(Queue, {}, Done);
    return Done;
  }
  void expectNothing(Handle Done) {
    EXPECT_EQ(
        R.hsa_signal_wait_scacquire(Done, SignalLess, 2, 1000000, WaitBlocked),
        2);
    EXPECT_EQ(R.hsa_signal_destroy(Done), Success);
  }
};

TEST_F(FaultTest, WrongAccessesAreEventsOfTheSystem) {
  const Handle Image = load(OMPJIT_FAULT_IMAGE_FILE);
  const int Before = Failures::get().NumEvents;
  const Handle Done = start(Image, "fault_read", {16});
  while (Failures::get().NumEvents == Before)
    std::this_thread::yield();
  EXPECT_EQ(Failures::get().EventAgent, Gpu.Value);
  EXPECT_EQ(Failures::get().Code, 0);
  expectNothing(Done);
  EXPECT_EQ(R.hsa_executable_destroy(Image), Success);
}

TEST_F(FaultTest, AFaultThatNobodyTakesCareOfEndsTheProgram) {
  EXPECT_DEATH(
      {
        Failures::get().Answer = Failure;
        waitFor(start(load(OMPJIT_FAULT_IMAGE_FILE), "fault_read", {16}));
      },
      "standin: memory fault on GPU 0: kernel fault_read: reads 8 bytes");
}

TEST_F(FaultTest, TrapsStopTheQueue) {
  const Handle Image = load(OMPJIT_FAULT_IMAGE_FILE);
  for (const char *Kernel : {"fault_trap", "fault_assert"}) {
    const Handle Done = start(Image, Kernel, {});
    expectStop(Exception, "");
    expectNothing(Done);
  }
  EXPECT_EQ(R.hsa_executable_destroy(Image), Success);
}

} // namespace
