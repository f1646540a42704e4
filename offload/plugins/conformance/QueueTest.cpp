//===- QueueTest.cpp - Conformance: queues --------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Conformance.h"

#include <atomic>
#include <thread>
#include <vector>

using namespace ompjit::conformance;

namespace {

TEST_F(DeviceTest, RunsAQueueInOrder) {
  ompjit_queue *Queue = createQueue();
  const int64_t Value = 5;
  int64_t Back = 0;
  void *A = allocate(sizeof(Value)), *B = allocate(sizeof(Value));
  write(Queue, A, Value);
  EXPECT_EQ(P.copy_on_device(Device, Queue, B, A, sizeof(Value), &Error), 0);
  EXPECT_EQ(P.fill(Device, Queue, A, 0, sizeof(Value), &Error), 0);
  read(Queue, Back, B);
  synchronize(Queue);
  EXPECT_EQ(Back, 5);
  EXPECT_EQ(readNow(A), 0);
  EXPECT_TRUE(isDone(Queue));
}

TEST_F(DeviceTest, TakesANewQueueForEmpty) {
  ompjit_queue *Queue = createQueue();
  EXPECT_TRUE(isDone(Queue));
  synchronize(Queue);
}

TEST_F(OverlapTest, ReturnsWhileTheQueueWorks) {
  ompjit_queue *Queue = createQueue();
  int64_t &Value = word(6);
  int64_t &Back = word(0);
  void *A = allocate(sizeof(Value));
  Gate G = close(Queue);
  write(Queue, A, Value);
  read(Queue, Back, A);
  // If the query waited, it would never return.
  EXPECT_FALSE(isDone(Queue));
  EXPECT_EQ(Back, 0);
  G.open();
  synchronize(Queue);
  EXPECT_TRUE(isDone(Queue));
  EXPECT_EQ(Back, 6);
}

TEST_F(OverlapTest, AnswersAQueryWithYesAtLast) {
  ompjit_queue *Queue = createQueue();
  int64_t &Value = word(6);
  int64_t &Back = word(0);
  void *A = allocate(sizeof(Value));
  Gate G = close(Queue);
  write(Queue, A, Value);
  read(Queue, Back, A);
  G.open();
  while (!isDone(Queue))
    std::this_thread::yield();
  // If the answer is yes, the data was written, too.
  EXPECT_EQ(Back, 6);
}

TEST_F(OverlapTest, RunsTwoQueuesIndependently) {
  ompjit_queue *First = createQueue(), *Second = createQueue();
  const int64_t Value = 7;
  int64_t Back = 0;
  void *A = allocate(sizeof(Value));
  close(First);
  write(Second, A, Value);
  read(Second, Back, A);
  synchronize(Second);
  EXPECT_EQ(Back, 7);
  EXPECT_FALSE(isDone(First));
}

TEST_F(OverlapTest, DoesAtOnceWhatHasNoQueue) {
  ompjit_queue *Busy = createQueue();
  close(Busy);
  const int64_t Value = 8;
  void *A = allocate(sizeof(Value));
  write(nullptr, A, Value);
  EXPECT_EQ(readNow(A), 8);
  ASSERT_EQ(P.fill(Device, nullptr, A, 0, sizeof(Value), &Error), 0);
  EXPECT_EQ(readNow(A), 0);
  EXPECT_FALSE(isDone(Busy));
}

TEST_F(OverlapTest, FinishesTheWorkOfAQueueThatGoes) {
  int64_t &Value = word(9);
  void *A = allocate(sizeof(Value));
  for (int Round = 0; Round < 20; ++Round) {
    ompjit_queue *Queue = createQueue();
    int64_t &Back = word(0);
    Gate G = close(Queue);
    write(Queue, A, Value);
    read(Queue, Back, A);
    G.open();
    destroy(Queue);
    EXPECT_EQ(Back, 9);
  }
}

TEST_F(DeviceTest, ReportsAFailureInAQueueOnce) {
  ompjit_queue *Queue = createQueue();
  ompjit_kernel *Add = get(load(), "conformance_add", 3);
  // A device may detect it when the kernel is launched or when it runs.
  if (!launch(Queue, Add, {nullptr})) {
    EXPECT_NE(P.queue_synchronize(Device, Queue, &Error), 0);
  }
  EXPECT_STRNE(Error.text, "");
  // The queue still works.
  const int64_t Value = 10;
  int64_t Back = 0;
  void *A = allocate(sizeof(Value));
  write(Queue, A, Value);
  read(Queue, Back, A);
  synchronize(Queue);
  EXPECT_EQ(Back, 10);
}

/// These are more operations than any driver has under way at a time.
TEST_F(OverlapTest, KeepsTheOrderOfManyOperations) {
  constexpr int64_t Count = 3000;
  ompjit_queue *Queue = createQueue();
  void *A = allocate(sizeof(int64_t)), *B = allocate(sizeof(int64_t));
  std::vector<int64_t> Values(Count);
  int64_t &Back = word(0);
  for (int64_t I = 0; I != Count; ++I) {
    Values[size_t(I)] = I;
    write(Queue, A, Values[size_t(I)]);
    ASSERT_EQ(P.copy_on_device(Device, Queue, B, A, sizeof(int64_t), &Error), 0)
        << Error.text;
  }
  read(Queue, Back, B);
  synchronize(Queue);
  EXPECT_EQ(Back, Count - 1);
}

TEST_F(OverlapTest, ReportsTheFirstOfManyFailures) {
  ompjit_kernel *Fail = nullptr;
  if (P.kernel_get(Device, load(), "conformance_fail", 0, &Fail, &Error))
    GTEST_SKIP() << "the device has no kernel that fails";
  ompjit_queue *Queue = createQueue(), *Other = createQueue();
  ompjit_event *Event = createEvent();
  Gate G = close(Queue);
  EXPECT_EQ(launch(Queue, Fail, {}), 0) << Error.text;
  // This is detected later, and only by the queue that did it.
  EXPECT_EQ(launch(Queue, Fail, {nullptr}), 0) << Error.text;
  EXPECT_EQ(P.event_record(Device, Queue, Event, &Error), 0) << Error.text;
  EXPECT_EQ(P.event_wait(Device, Other, Event, &Error), 0) << Error.text;
  G.open();
  synchronize(Other);
  while (!isDone(Queue))
    std::this_thread::yield();
  EXPECT_NE(P.queue_synchronize(Device, Queue, &Error), 0);
  EXPECT_THAT(Error.text, testing::HasSubstr("failed"));
  synchronize(Queue);
}

TEST_F(DeviceTest, ForgivesACallerWhoWantsNoReason) {
  ompjit_queue *Queue = createQueue();
  ompjit_kernel *Add = get(load(), "conformance_add", 3);
  ompjit_launch Wrong = {};
  if (!P.kernel_launch(Device, Queue, Add, &Wrong, nullptr)) {
    EXPECT_NE(P.queue_synchronize(Device, Queue, nullptr), 0);
  }
}

/// Allocates, writes, reads back and frees. Returns how many of these went
/// wrong.
int useMemory(const ompjit_plugin &P, ompjit_device *Device,
              ompjit_queue *Queue, int64_t Value) {
  ompjit_error Reason;
  void *Memory = nullptr;
  int64_t Back = 0;
  int Wrong = P.memory_allocate(Device, sizeof(Value), OMPJIT_MEMORY_DEVICE,
                                &Memory, &Reason) != 0;
  Wrong += P.copy_to_device(Device, Queue, Memory, &Value, sizeof(Value),
                            &Reason) != 0;
  Wrong += P.copy_from_device(Device, Queue, &Back, Memory, sizeof(Back),
                              &Reason) != 0;
  if (Queue)
    Wrong += P.queue_synchronize(Device, Queue, &Reason) != 0;
  Wrong += Back != Value;
  return Wrong +
         (P.memory_free(Device, Memory, OMPJIT_MEMORY_DEVICE, &Reason) != 0);
}

/// \p QueueOf gives the queue that each of the threads uses.
template <typename Choice>
int useFromManyThreads(const ompjit_plugin &P, ompjit_device *Device,
                       Choice QueueOf) {
  std::vector<std::thread> Pool;
  std::atomic<int> Wrong = 0;
  for (int T = 0; T < 8; ++T)
    Pool.emplace_back([&, T, Queue = QueueOf()] {
      for (int I = 0; I < 200; ++I)
        Wrong += useMemory(P, Device, Queue, T * 1000 + I);
    });
  for (std::thread &Each : Pool)
    Each.join();
  return Wrong;
}

TEST_F(DeviceTest, ServesManyThreads) {
  EXPECT_EQ(useFromManyThreads(
                P, Device, [] { return static_cast<ompjit_queue *>(nullptr); }),
            0);
}

TEST_F(DeviceTest, ServesManyThreadsWithAQueueEach) {
  EXPECT_EQ(useFromManyThreads(P, Device, [&] { return createQueue(); }), 0);
}

TEST_F(DeviceTest, ServesManyThreadsWithOneQueue) {
  ompjit_queue *Shared = createQueue();
  EXPECT_EQ(useFromManyThreads(P, Device, [&] { return Shared; }), 0);
}

} // namespace
