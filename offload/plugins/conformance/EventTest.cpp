//===- EventTest.cpp - Conformance: events --------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Conformance.h"

#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

using namespace ompjit::conformance;

namespace {

TEST_F(DeviceTest, TakesANewEventForOver) {
  ompjit_event *Event = createEvent();
  ompjit_queue *Queue = createQueue();
  EXPECT_EQ(P.event_synchronize(Device, Event, &Error), 0) << Error.text;
  EXPECT_EQ(P.event_wait(Device, Queue, Event, &Error), 0) << Error.text;
  synchronize(Queue);
}

TEST_F(DeviceTest, TakesAnEventWithoutQueueForOver) {
  ompjit_event *Event = createEvent();
  EXPECT_EQ(P.event_record(Device, nullptr, Event, &Error), 0) << Error.text;
  EXPECT_EQ(P.event_synchronize(Device, Event, &Error), 0) << Error.text;
}

TEST_F(DeviceTest, SynchronizesAnEvent) {
  ompjit_event *Event = createEvent();
  ompjit_queue *Queue = createQueue();
  const int64_t Value = 1;
  int64_t Back = 0;
  void *A = allocate(sizeof(Value));
  write(Queue, A, Value);
  read(Queue, Back, A);
  ASSERT_EQ(P.event_record(Device, Queue, Event, &Error), 0) << Error.text;
  EXPECT_EQ(P.event_synchronize(Device, Event, &Error), 0) << Error.text;
  EXPECT_EQ(Back, 1);
}

TEST_F(OverlapTest, TellsTheTimeBetweenTwoEvents) {
  if (!P.event_elapsed)
    GTEST_SKIP() << "the device cannot tell";
  ompjit_queue *Queue = createQueue();
  ompjit_event *Begin = createTimedEvent(), *End = createTimedEvent();
  ASSERT_EQ(P.event_record(Device, Queue, Begin, &Error), 0) << Error.text;
  Gate G = close(Queue);
  ASSERT_EQ(P.event_record(Device, Queue, End, &Error), 0) << Error.text;
  ASSERT_EQ(P.event_synchronize(Device, Begin, &Error), 0) << Error.text;
  using Clock = std::chrono::steady_clock;
  const Clock::time_point Start = Clock::now();
  const std::chrono::nanoseconds Min = std::chrono::milliseconds(2);
  while (Clock::now() < Start + Min)
    std::this_thread::yield();
  G.open();
  synchronize(Queue);
  uint64_t Ns = 0;
  ASSERT_EQ(P.event_elapsed(Device, Begin, End, &Ns, &Error), 0) << Error.text;
  // A device's clock may run differently from the host's.
  EXPECT_GE(Ns, uint64_t(Min.count()) * 9 / 10);
  EXPECT_LE(Ns,
            uint64_t(std::chrono::nanoseconds(std::chrono::hours(1)).count()));
  // There is no time from a later event to an earlier one.
  EXPECT_NE(P.event_elapsed(Device, End, Begin, &Ns, nullptr), 0);
}

TEST_F(OverlapTest, LetsOneQueueWaitForAnother) {
  ompjit_queue *First = createQueue(), *Second = createQueue();
  ompjit_event *Event = createEvent();
  int64_t &Value = word(2);
  int64_t &Back = word(0);
  void *A = allocate(sizeof(Value));
  Gate G = close(First);
  write(First, A, Value);
  ASSERT_EQ(P.event_record(Device, First, Event, &Error), 0) << Error.text;
  ASSERT_EQ(P.event_wait(Device, Second, Event, &Error), 0) << Error.text;
  read(Second, Back, A);
  EXPECT_FALSE(isDone(Second));
  G.open();
  synchronize(Second);
  EXPECT_EQ(Back, 2);
}

TEST_F(OverlapTest, LetsOneQueueWaitForMany) {
  constexpr size_t Count = 12;
  ompjit_queue *Waiting = createQueue();
  std::vector<Gate> Gates;
  std::vector<void *> Places;
  std::vector<int64_t *> Read;
  for (size_t I = 0; I != Count; ++I) {
    ompjit_queue *Queue = createQueue();
    ompjit_event *Event = createEvent();
    Places.push_back(allocate(sizeof(int64_t)));
    Gates.push_back(close(Queue));
    write(Queue, Places[I], word(int64_t(I) + 1));
    ASSERT_EQ(P.event_record(Device, Queue, Event, &Error), 0) << Error.text;
    ASSERT_EQ(P.event_wait(Device, Waiting, Event, &Error), 0) << Error.text;
  }
  // A kernel waits here, and so do the copies behind it.
  Gate Own = close(Waiting);
  Own.open();
  for (size_t I = 0; I != Count; ++I) {
    Read.push_back(&word(0));
    read(Waiting, *Read[I], Places[I]);
  }
  for (size_t I = Count - 1; I != 0; --I)
    Gates[I].open();
  EXPECT_FALSE(isDone(Waiting));
  Gates[0].open();
  synchronize(Waiting);
  for (size_t I = 0; I != Count; ++I)
    EXPECT_EQ(*Read[I], int64_t(I) + 1);
}

TEST_F(OverlapTest, WaitsWithoutQueueInTheCaller) {
  ompjit_queue *Queue = createQueue();
  ompjit_event *Event = createEvent();
  int64_t &Value = word(2);
  int64_t &Back = word(0);
  void *A = allocate(sizeof(Value));
  Gate G = close(Queue);
  write(Queue, A, Value);
  read(Queue, Back, A);
  ASSERT_EQ(P.event_record(Device, Queue, Event, &Error), 0) << Error.text;
  std::thread Opener([&] { G.open(); });
  EXPECT_EQ(P.event_wait(Device, nullptr, Event, &Error), 0) << Error.text;
  EXPECT_EQ(Back, 2);
  Opener.join();
}

TEST_F(OverlapTest, DoesNotWaitForWhatComesAfterTheEvent) {
  ompjit_queue *First = createQueue(), *Second = createQueue();
  ompjit_event *Event = createEvent();
  ASSERT_EQ(P.event_record(Device, First, Event, &Error), 0) << Error.text;
  close(First);
  EXPECT_EQ(P.event_synchronize(Device, Event, &Error), 0) << Error.text;
  ASSERT_EQ(P.event_wait(Device, Second, Event, &Error), 0) << Error.text;
  synchronize(Second);
  EXPECT_FALSE(isDone(First));
}

TEST_F(OverlapTest, KeepsTheOldPlaceOfAnEventForThoseWhoWait) {
  ompjit_queue *First = createQueue(), *Second = createQueue(),
               *Third = createQueue();
  ompjit_event *Event = createEvent();
  Gate Early = close(First);
  ASSERT_EQ(P.event_record(Device, First, Event, &Error), 0) << Error.text;
  ASSERT_EQ(P.event_wait(Device, Second, Event, &Error), 0) << Error.text;
  Gate Late = close(First);
  ASSERT_EQ(P.event_record(Device, First, Event, &Error), 0) << Error.text;
  ASSERT_EQ(P.event_wait(Device, Third, Event, &Error), 0) << Error.text;
  Early.open();
  synchronize(Second);
  EXPECT_FALSE(isDone(Third));
  Late.open();
  synchronize(Third);
}

TEST_F(OverlapTest, LetsAnEventOutliveItsQueueAndAWaitItsEvent) {
  ompjit_queue *First = createQueue(), *Second = createQueue();
  ompjit_event *Event = nullptr;
  ASSERT_EQ(P.event_create(Device, &Event, &Error), 0) << Error.text;
  Gate G = close(First);
  ASSERT_EQ(P.event_record(Device, First, Event, &Error), 0) << Error.text;
  ASSERT_EQ(P.event_wait(Device, Second, Event, &Error), 0) << Error.text;
  G.open();
  destroy(First);
  EXPECT_EQ(P.event_synchronize(Device, Event, &Error), 0) << Error.text;
  P.event_destroy(Device, Event);
  synchronize(Second);
}

TEST_F(DeviceTest, PassesAValueAroundARingOfQueues) {
  constexpr int Rounds = 200;
  std::vector<ompjit_queue *> Ring = {createQueue(), createQueue(),
                                      createQueue()};
  ompjit_event *Event = createEvent();
  std::vector<int64_t> Values(Rounds), Back(Rounds);
  void *A = allocate(sizeof(int64_t));
  for (int I = 0; I < Rounds; ++I) {
    ompjit_queue *Queue = Ring[size_t(I) % Ring.size()];
    Values[size_t(I)] = I;
    ASSERT_EQ(P.event_wait(Device, Queue, Event, &Error), 0) << Error.text;
    write(Queue, A, Values[size_t(I)]);
    read(Queue, Back[size_t(I)], A);
    ASSERT_EQ(P.event_record(Device, Queue, Event, &Error), 0) << Error.text;
  }
  EXPECT_EQ(P.event_synchronize(Device, Event, &Error), 0) << Error.text;
  EXPECT_EQ(Back, Values);
}

TEST_F(DeviceTest, SharesAnEventAmongManyThreads) {
  ompjit_event *Event = createEvent();
  std::vector<std::thread> Pool;
  std::atomic<int> Wrong = 0;
  for (int T = 0; T < 4; ++T)
    Pool.emplace_back(
        [&, Queue = createQueue(), A = allocate(sizeof(int64_t))] {
          ompjit_error Reason;
          for (int I = 0; I < 200; ++I) {
            Wrong += P.fill(Device, Queue, A, I, sizeof(int64_t), &Reason) != 0;
            Wrong += P.event_record(Device, Queue, Event, &Reason) != 0;
            Wrong += P.event_wait(Device, Queue, Event, &Reason) != 0;
            if (I % 16 == 0)
              Wrong += P.event_synchronize(Device, Event, &Reason) != 0;
          }
          Wrong += P.queue_synchronize(Device, Queue, &Reason) != 0;
        });
  for (std::thread &Each : Pool)
    Each.join();
  EXPECT_EQ(Wrong, 0);
}

} // namespace
