//===- OperationTest.cpp - Unit tests of operations and queues ------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/Operation.h"

#include "FakePlugin.h"
#include "device/QueryBackoff.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <thread>

using namespace ompjit;
using namespace ompjit::test;
using testing::HasSubstr;

namespace {

class OperationTest : public testing::Test {
protected:
  ~OperationTest() override {
    Pool.reset();
    EXPECT_EQ(Fake.State.LiveQueues, 0);
    EXPECT_EQ(Fake.State.LiveEvents, 0);
  }
  /// Returns how many operations the first queue has not done yet.
  size_t pending() const { return Fake.State.Queues.at(0)->Work.size(); }

  FakePlugin Fake;
  std::unique_ptr<QueuePool> Pool = std::make_unique<QueuePool>(Fake.device());
  int Place = 0;
  DeviceAddress There{&Place};
};

TEST_F(OperationTest, WithoutOverlapEverythingIsDoneAtOnce) {
  Operation Work(Fake.device(), nullptr);
  int Value = 5;
  ASSERT_TRUE(Work.copyTo(There, &Value, sizeof(Value)));
  EXPECT_EQ(Place, 5);
  EXPECT_TRUE(Work.finish());
  EXPECT_TRUE(Fake.State.Queues.empty());
}

TEST_F(OperationTest, RunsInOrderAndIsDoneWhenFinished) {
  Operation Work(Fake.device(), Pool.get());
  int First = 5, Second = 6, Back = 0;
  ASSERT_TRUE(Work.copyTo(There, &First, sizeof(int)));
  ASSERT_TRUE(Work.copyTo(There, &Second, sizeof(int)));
  ASSERT_TRUE(Work.copyFrom(&Back, There, sizeof(int)));
  EXPECT_EQ(Place, 0);
  EXPECT_TRUE(Work.finish());
  EXPECT_EQ(Back, 6);
}

TEST_F(OperationTest, UsesTheQueueOfOneThatIsDone) {
  int Value = 5;
  for (int I = 0; I < 3; ++I) {
    Operation Work(Fake.device(), Pool.get());
    ASSERT_TRUE(Work.copyTo(There, &Value, sizeof(int)));
    ASSERT_TRUE(Work.finish());
  }
  EXPECT_EQ(Fake.State.Queues.size(), 1u);
}

TEST_F(OperationTest, StoredPointersOutliveTheCall) {
  void *Slots[2] = {};
  Operation Work(Fake.device(), Pool.get());
  for (int I = 0; I < 2; ++I)
    ASSERT_TRUE(Work.storePointer(DeviceAddress(&Slots[I]),
                                  DeviceAddress(uintptr_t(100 + I))));
  ASSERT_TRUE(Work.finish());
  EXPECT_EQ(Slots[0], reinterpret_cast<void *>(100));
  EXPECT_EQ(Slots[1], reinterpret_cast<void *>(101));
}

TEST_F(OperationTest, DoesTheRestBehindTheQueueAndOnce) {
  Operation Work(Fake.device(), Pool.get());
  int Value = 5, Seen = 0, Calls = 0;
  ASSERT_TRUE(Work.copyTo(There, &Value, sizeof(int)));
  Work.afterwards([&]() -> Status {
    Seen = Place;
    ++Calls;
    return Done{};
  });
  Work.freeAfterwards(*Fake.device().allocate(8, OMPJIT_MEMORY_DEVICE));
  EXPECT_EQ(Fake.liveAllocations(), 1u);
  EXPECT_TRUE(Work.finish());
  EXPECT_TRUE(Work.finish());
  EXPECT_EQ(Seen, 5);
  EXPECT_EQ(Calls, 1);
  EXPECT_EQ(Fake.liveAllocations(), 0u);
}

TEST_F(OperationTest, AsksWithoutWaiting) {
  Operation Work(Fake.device(), Pool.get());
  int Value = 5;
  ASSERT_TRUE(Work.copyTo(There, &Value, sizeof(int)));
  EXPECT_FALSE(Work.tryFinish().has_value());
  EXPECT_EQ(pending(), 1u);
  ompjit_error Reason = {};
  Fake.Table.queue_synchronize(&Fake.State, Fake.State.Queues[0], &Reason);
  std::optional<Status> Outcome = Work.tryFinish();
  ASSERT_TRUE(Outcome.has_value());
  EXPECT_TRUE(*Outcome);
}

TEST_F(OperationTest, ReportsWhatFailedInTheQueueToEveryoneWhoAsks) {
  Operation Work(Fake.device(), Pool.get());
  int Value = 5, Calls = 0;
  ASSERT_TRUE(Work.copyTo(There, &Value, sizeof(int)));
  Work.afterwards([&]() -> Status {
    ++Calls;
    return Done{};
  });
  Fake.State.FailCopies = true;
  for (int I = 0; I < 2; ++I) {
    Status S = Work.finish();
    ASSERT_FALSE(S);
    EXPECT_THAT(S.error().message(), HasSubstr("OT108"));
    EXPECT_THAT(S.error().message(), HasSubstr("cable is cut"));
  }
  EXPECT_EQ(Calls, 1);
}

/// Notes what it is told about deferred constructs.
struct PauseCounter : Observer {
  void constructPauses(const ConstructEvent &) override { Seen += "pauses "; }
  void constructResumes(const ConstructEvent &E) override {
    EXPECT_EQ(E.Arguments, nullptr);
    Seen += "resumes ";
  }
  void dataBegins(const DataEvent &) override { Seen += "frees "; }
  void constructEnds(const ConstructEvent &) override { Seen += "ends"; }
  std::string Seen;
};

TEST_F(OperationTest, OthersFinishADeferredOneOnlyWhenItIsBuilt) {
  PauseCounter Counter;
  int Value = 5;
  Operation Work(Fake.device(), Pool.get());
  Work.retain();
  ASSERT_TRUE(Work.copyTo(There, &Value, sizeof(int)));
  Work.freeAfterwards(*Fake.device().allocate(8, OMPJIT_MEMORY_DEVICE));
  Fake.Observers.add(Counter);
  ompjit_error Reason = {};
  Fake.Table.queue_synchronize(&Fake.State, Fake.State.Queues[0], &Reason);
  EXPECT_FALSE(Work.tryFinish().has_value());
  std::thread Other([&] { EXPECT_TRUE(Work.finish()); });
  ConstructScope Scope(Fake.Observers, [] {
    return ConstructEvent{
        ConstructKind::Target, true, 0, nullptr, nullptr, nullptr, nullptr};
  });
  Work.release(Scope.detach());
  Other.join();
  EXPECT_EQ(Counter.Seen, "pauses resumes frees ends");
}

TEST_F(OperationTest, WaitsForDataInAnotherQueue) {
  int Value = 5, Back = 0;
  Operation First(Fake.device(), Pool.get());
  ASSERT_TRUE(First.copyTo(There, &Value, sizeof(int)));
  Result<std::shared_ptr<ArrivalEvent>> Arrival = First.recordArrival();
  ASSERT_TRUE(Arrival);
  Operation Second(Fake.device(), Pool.get());
  ASSERT_TRUE(Second.await(**Arrival));
  ASSERT_TRUE(Second.copyFrom(&Back, There, sizeof(int)));
  EXPECT_EQ(pending(), 2u) << "waiting must not block the host";
  EXPECT_TRUE(Second.finish());
  EXPECT_EQ(Back, 5);
  EXPECT_TRUE(First.finish());
}

TEST_F(OperationTest, WithoutAQueueTheHostWaitsForData) {
  int Value = 5;
  Operation First(Fake.device(), Pool.get());
  ASSERT_TRUE(First.copyTo(There, &Value, sizeof(int)));
  Result<std::shared_ptr<ArrivalEvent>> Arrival = First.recordArrival();
  ASSERT_TRUE(Arrival);
  ASSERT_TRUE((*Arrival)->await(nullptr));
  EXPECT_EQ(Place, 5);
  EXPECT_TRUE(First.finish());
}

TEST(QueryBackoff, WaitsAfterManyQuestionsAndBecomesPatientAgain) {
  const QueryLimits Limits{10, 5, 0.5};
  QueryBackoff Backoff;
  for (int I = 0; I < 5; ++I) {
    EXPECT_FALSE(Backoff.shouldWait(Limits));
    Backoff.notDone(Limits);
  }
  EXPECT_TRUE(Backoff.shouldWait(Limits));
  for (int I = 0; I < 100; ++I)
    Backoff.notDone(Limits);
  Backoff.done(Limits); // The count goes from 10, its limit, to 5.
  EXPECT_TRUE(Backoff.shouldWait(Limits));
  Backoff.done(Limits);
  EXPECT_FALSE(Backoff.shouldWait(Limits));
}

} // namespace
