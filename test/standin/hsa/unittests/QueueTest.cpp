//===- QueueTest.cpp - Queues, packets and signals ----------------------===//
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

using QueueTest = StandinTest;

TEST_F(QueueTest, SizesAreThoseOfTheAgent) {
  AqlQueue *Queue = nullptr;
  for (uint32_t Size : {0u, 32u, 96u, 262144u})
    EXPECT_EQ(R.hsa_queue_create(Gpu, Size, QueueMulti, nullptr, nullptr, 0, 0,
                                 &Queue),
              InvalidArgument)
        << Size;
  EXPECT_EQ(
      R.hsa_queue_create(Gpu, 64, QueueType(7), nullptr, nullptr, 0, 0, &Queue),
      InvalidQueueCreation);
  expectViolation("no such type");
  EXPECT_EQ(
      R.hsa_queue_create(Cpu, 64, QueueMulti, nullptr, nullptr, 0, 0, &Queue),
      InvalidAgent);
  expectViolation("is no GPU");
  ASSERT_EQ(R.hsa_queue_create(Gpu, 131072, QueueCooperative, nullptr, nullptr,
                               0, 0, &Queue),
            Success);
  EXPECT_EQ(Queue->Size, 131072u);
  EXPECT_EQ(R.hsa_queue_destroy(Queue), Success);
  EXPECT_EQ(R.hsa_queue_destroy(Queue), InvalidQueue);
  expectViolation("is no queue");
}

TEST_F(QueueTest, SignalsAreWaitedFor) {
  const Handle Signal = createSignal(5);
  EXPECT_EQ(R.hsa_signal_load_scacquire(Signal), 5);
  auto Wait = [&](SignalCondition Until, int64_t Value, uint64_t Ticks) {
    return R.hsa_signal_wait_scacquire(Signal, Until, Value, Ticks,
                                       WaitBlocked);
  };
  EXPECT_EQ(Wait(SignalEqual, 5, UINT64_MAX), 5);
  EXPECT_EQ(Wait(SignalNotEqual, 4, UINT64_MAX), 5);
  EXPECT_EQ(Wait(SignalGreaterOrEqual, 5, UINT64_MAX), 5);
  EXPECT_EQ(Wait(SignalLess, 5, 1000), 5); // In vain.
  std::thread Other([&] { R.hsa_signal_store_screlease(Signal, -3); });
  EXPECT_EQ(Wait(SignalLess, 0, UINT64_MAX), -3);
  Other.join();
  EXPECT_EQ(R.hsa_signal_destroy(Signal), Success);
  EXPECT_EQ(R.hsa_signal_load_scacquire(Signal), 0);
  expectViolation("is destroyed");
  EXPECT_EQ(R.hsa_signal_destroy({77}), InvalidSignal);
  expectViolation("does not exist");
}

TEST_F(QueueTest, BarriersWaitForSignalsInOrder) {
  AqlQueue *Queue = createQueue();
  const Handle A = createSignal(1), B = createSignal(2),
               First = createSignal(1), Second = createSignal(1);
  barrier(Queue, {A, {}, B}, First);
  barrier(Queue, {}, Second);
  R.hsa_signal_store_screlease(A, 0);
  EXPECT_EQ(
      R.hsa_signal_wait_scacquire(Second, SignalLess, 1, 2000000, WaitBlocked),
      1);
  EXPECT_EQ(R.hsa_queue_load_read_index_scacquire(Queue), 0u);
  for (Handle Needed : {A, B, First, Second}) {
    EXPECT_EQ(R.hsa_signal_destroy(Needed), InvalidSignal);
    expectViolation("of queue");
  }
  R.hsa_signal_store_screlease(B, 0);
  EXPECT_EQ(waitFor(Second), 0);
  EXPECT_EQ(R.hsa_signal_load_scacquire(First), 0);
  EXPECT_EQ(R.hsa_queue_load_read_index_scacquire(Queue), 2u);
  for (Handle Each : {A, B, First, Second})
    EXPECT_EQ(R.hsa_signal_destroy(Each), Success);
}

TEST_F(QueueTest, FailuresPassThroughBarriers) {
  AqlQueue *Queue = createQueue();
  const Handle Failed = createSignal(1), Done = createSignal(1);
  barrier(Queue, {Failed}, Done);
  R.hsa_signal_store_screlease(Failed, -2);
  EXPECT_EQ(waitFor(Done), -2);
}

TEST_F(QueueTest, PlacesAreUsedAgain) {
  AqlQueue *Queue = createQueue();
  const Handle Done = createSignal(1000);
  for (int I = 0; I < 1000; ++I) {
    while (R.hsa_queue_load_read_index_scacquire(Queue) + 64 <= uint64_t(I))
      std::this_thread::yield();
    barrier(Queue, {}, Done);
  }
  EXPECT_EQ(waitFor(Done), 0);
  EXPECT_EQ(R.hsa_queue_load_read_index_scacquire(Queue), 1000u);
}

TEST_F(QueueTest, ManyThreadsPutPacketsIn) {
  AqlQueue *Queue = createQueue(1024);
  constexpr int NumThreads = 4, PerThread = 200;
  const Handle Done = createSignal(NumThreads * PerThread);
  std::vector<std::thread> Threads;
  for (int I = 0; I < NumThreads; ++I)
    Threads.emplace_back([&] {
      for (int J = 0; J < PerThread; ++J)
        barrier(Queue, {}, Done);
    });
  for (std::thread &Each : Threads)
    Each.join();
  EXPECT_EQ(waitFor(Done), 0);
}

/// The processor waits for the header of the first one.
TEST_F(QueueTest, APacketIsRungForBeforeAnEarlierOne) {
  AqlQueue *Queue = createQueue();
  const Handle Done = createSignal(2);
  ASSERT_EQ(R.hsa_queue_add_write_index_relaxed(Queue, 1), 0u);
  EXPECT_EQ(barrier(Queue, {}, Done), 1u);
  EXPECT_EQ(
      R.hsa_signal_wait_scacquire(Done, SignalLess, 2, 1000000, WaitBlocked),
      2);
  auto *First = static_cast<BarrierPacket *>(Queue->Packets);
  First->Completion = Done;
  __atomic_store_n(&First->Header, uint16_t(PacketBarrierAnd | Ordered),
                   __ATOMIC_RELEASE);
  R.hsa_signal_store_screlease(Queue->Doorbell, 0);
  EXPECT_EQ(waitFor(Done), 0);
}

TEST_F(QueueTest, AQueueGoesWithPacketsInIt) {
  AqlQueue *Queue = createQueue();
  const Handle Never = createSignal(1), Done = createSignal(1);
  barrier(Queue, {Never}, Done);
  barrier(Queue, {}, Done);
  EXPECT_EQ(R.hsa_queue_destroy(Queue), Success);
  Queues.clear();
  EXPECT_EQ(R.hsa_signal_load_scacquire(Done), 1);
  EXPECT_EQ(R.hsa_signal_destroy(Never), Success);
  EXPECT_EQ(R.hsa_signal_destroy(Done), Success);
}

TEST_F(QueueTest, DoorbellsRingForPacketsThatAreThere) {
  AqlQueue *Queue = createQueue();
  R.hsa_signal_store_screlease(Queue->Doorbell, 0);
  expectViolation("rings for packet 0");
  R.hsa_queue_store_write_index_screlease(Queue, 1);
  R.hsa_queue_store_write_index_screlease(Queue, 0);
  expectViolation("goes back");
  EXPECT_EQ(R.hsa_signal_destroy(Queue->Doorbell), InvalidSignal);
  expectViolation("is the doorbell");
}

TEST_F(QueueTest, PacketsAreNotWrittenOver) {
  AqlQueue *Queue = createQueue();
  const Handle Gate = createSignal(1);
  barrier(Queue, {Gate}, {});
  // Taking the place is right, using it before it is free is not.
  EXPECT_EQ(R.hsa_queue_add_write_index_relaxed(Queue, 64), 1u);
  R.hsa_signal_store_screlease(Queue->Doorbell, 64);
  expectViolation("packet 64 was written over packet 0");
  R.hsa_signal_store_screlease(Gate, 0);

  AqlQueue *Other = createQueue();
  static_cast<BarrierPacket *>(Other->Packets)->Header = PacketBarrierAnd;
  EXPECT_EQ(R.hsa_queue_add_write_index_relaxed(Other, 1), 0u);
  expectViolation("in the place of packet 0");
}

TEST_F(QueueTest, WrongPacketsStopTheQueue) {
  BarrierPacket Packet = {};
  put(createQueue(), &Packet, Ordered | 9);
  expectStop(InvalidPacketFormat, "has an unknown type");
  put(createQueue(), &Packet, 1 << 14 | PacketBarrierAnd);
  expectStop(InvalidPacketFormat, "reserved bits");
  put(createQueue(), &Packet, 3 << HeaderAcquire | PacketBarrierAnd);
  expectStop(InvalidPacketFormat, "a fence of no scope");
  Packet.Reserved2 = 1;
  put(createQueue(), &Packet, Ordered | PacketBarrierAnd);
  expectStop(InvalidPacketFormat, "a reserved field");
  Packet.Reserved2 = 0;
  Packet.Completion = {12345};
  AqlQueue *Queue = createQueue();
  put(Queue, &Packet, Ordered | PacketBarrierAnd);
  expectStop(InvalidSignal, "signal 0x3039 does not exist");
  // It has stopped for good, and needs nothing any more.
  const Handle Done = createSignal(1);
  barrier(Queue, {}, Done);
  EXPECT_EQ(
      R.hsa_signal_wait_scacquire(Done, SignalLess, 1, 1000000, WaitBlocked),
      1);
  EXPECT_EQ(R.hsa_signal_destroy(Done), Success);
}

TEST_F(QueueTest, ACallbackMayDestroyItsQueue) {
  static std::atomic<bool> IsDestroyed;
  IsDestroyed = false;
  auto Destroy = [](Status, AqlQueue *Which, void *) {
    EXPECT_EQ(Runtime::get().hsa_queue_destroy(Which), Success);
    IsDestroyed = true;
  };
  AqlQueue *Queue = nullptr;
  ASSERT_EQ(
      R.hsa_queue_create(Gpu, 64, QueueMulti, Destroy, nullptr, 0, 0, &Queue),
      Success);
  BarrierPacket Packet = {};
  put(Queue, &Packet, Ordered | 9);
  while (!IsDestroyed)
    std::this_thread::yield();
  expectViolation("has an unknown type");
}

TEST_F(QueueTest, ProfiledPacketsTellTheirTimes) {
  AqlQueue *Queue = createQueue();
  const Handle Done = createSignal(1);
  DispatchTime Time = {};
  barrier(Queue, {}, Done);
  EXPECT_EQ(waitFor(Done), 0);
  EXPECT_EQ(R.hsa_amd_profiling_get_dispatch_time(Gpu, Done, &Time),
            InvalidSignal);
  expectViolation("is profiled");
  EXPECT_EQ(R.hsa_amd_profiling_set_profiler_enabled(Queue, 1), Success);
  R.hsa_signal_store_screlease(Done, 1);
  uint64_t Before = 0, After = 0;
  EXPECT_EQ(R.hsa_system_get_info(SystemTimestamp, &Before), Success);
  barrier(Queue, {}, Done);
  EXPECT_EQ(waitFor(Done), 0);
  EXPECT_EQ(R.hsa_system_get_info(SystemTimestamp, &After), Success);
  ASSERT_EQ(R.hsa_amd_profiling_get_dispatch_time(Gpu, Done, &Time), Success);
  EXPECT_LE(Before, Time.Start);
  EXPECT_LE(Time.Start, Time.End);
  EXPECT_LE(Time.End, After);
}

} // namespace
