//===- QueuedLaunchesTest.cpp - Tests of kernels in the program's queues --===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "device/QueuedLaunches.h"

#include "FakePlugin.h"

#include <gtest/gtest.h>

using namespace ompjit;
using namespace ompjit::test;

namespace {

/// A copy stands for the kernel.
class QueuedLaunchesTest : public testing::Test {
protected:
  QueuedLaunchesTest() {
    for (ompjit_queue *&Each : Queues)
      Fake.Table.queue_create(&Fake.State, &Each, nullptr);
  }
  ~QueuedLaunchesTest() override {
    Launches.awaitAll();
    for (ompjit_queue *Each : Queues)
      Fake.Table.queue_destroy(&Fake.State, Each);
  }

  void launch(const void *Region, ompjit_queue *Queue) {
    Launches.makeRoom(Queue);
    auto Guard = std::make_unique<RunningLaunches::Guard>(Running);
    auto Work = std::make_shared<Operation>(Fake.device(), Pool, Queue);
    EXPECT_TRUE(Work->isDeferred());
    EXPECT_TRUE(Work->copyTo(DeviceAddress(&There), &Here, sizeof(int)));
    EXPECT_TRUE(Work->markEnd());
    Launches.add({Region, Queue, std::move(Guard), std::move(Work)});
  }
  void run(ompjit_queue *Queue) {
    ompjit_error Reason = {};
    Fake.Table.queue_synchronize(&Fake.State, Queue, &Reason);
  }

  FakePlugin Fake;
  QueuePool Pool{Fake.device()};
  RunningLaunches Running;
  QueuedLaunches Launches;
  ompjit_queue *Queues[2] = {};
  int Here = 1, There = 0;
  const char First = 0, Second = 0;
};

TEST_F(QueuedLaunchesTest, CountAsRunningUntilTheyAreSeenToBeOver) {
  launch(&First, Queues[0]);
  launch(&Second, Queues[1]);
  Launches.release();
  EXPECT_EQ(There, 0);
  EXPECT_TRUE(Running.any());
  run(Queues[0]);
  EXPECT_TRUE(Running.any());
  Launches.release();
  EXPECT_TRUE(Running.any());
  run(Queues[1]);
  Launches.release();
  EXPECT_FALSE(Running.any());
}

TEST_F(QueuedLaunchesTest, AreWaitedForByKernel) {
  launch(&First, Queues[0]);
  launch(&Second, Queues[1]);
  Launches.awaitKernel(&First);
  EXPECT_TRUE(Queues[0]->Work.empty());
  EXPECT_FALSE(Queues[1]->Work.empty());
  Launches.awaitQueue(Queues[1]);
  EXPECT_TRUE(Queues[1]->Work.empty());
  EXPECT_FALSE(Running.any());
}

TEST_F(QueuedLaunchesTest, LeaveTheQueueAndItsFailuresToTheProgram) {
  Fake.State.FailCopies = true;
  launch(&First, Queues[0]);
  Launches.awaitKernel(&First);
  EXPECT_EQ(Fake.State.LiveQueues, 2);
  ompjit_queue *Other = *Pool.takeQueue();
  EXPECT_NE(Other, Queues[0]);
  Pool.giveBack(Other);
}

TEST_F(QueuedLaunchesTest, AreAskedAboutFromTimeToTime) {
  for (int I = 0; I < 100; ++I) {
    launch(&First, Queues[0]);
    run(Queues[0]);
  }
  // A few events are enough, because those of launches that are over are used
  // again.
  EXPECT_LT(Fake.State.LiveEvents, 40);
}

TEST_F(QueuedLaunchesTest, AQueueIsNotEndless) {
  for (size_t I = 0; I < QueuedLaunches::MostInQueue + 100; ++I)
    launch(&First, Queues[0]);
  EXPECT_EQ(There, 1);
}

TEST_F(QueuedLaunchesTest, AChildOfForkHasNone) {
  launch(&First, Queues[0]);
  Launches.lockForFork();
  Launches.forgetAll();
  Launches.unlockAfterFork();
  Launches.awaitAll();
  EXPECT_FALSE(Queues[0]->Work.empty());
}

} // namespace
