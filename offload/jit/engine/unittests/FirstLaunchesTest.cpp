//===- FirstLaunchesTest.cpp - Tests of what follows first launches -------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dispatch/FirstLaunches.h"
#include "EngineFixture.h"

#include <sys/wait.h>
#include <unistd.h>

using namespace ompjit::jit;

namespace {

using std::chrono::milliseconds;

class CountingClient : public FirstLaunchClient {
public:
  void lookForImage() override { HasBegun = true; }
  void leaveToNextLaunch() override {}

  std::atomic<bool> HasBegun{false};
};

class FirstLaunchesTest : public ::testing::Test {
protected:
  bool add(FirstLaunches &To, FirstLaunchClient &New) {
    const ProcessLocks::Moment Gate(Process);
    return To.add(New);
  }
  void addAndAwait(FirstLaunches &To, CountingClient &New) {
    ASSERT_TRUE(add(To, New));
    waitUntil([&] { return New.HasBegun.load(); });
  }

  ProcessLocks Process{[](ompjit::WorkRef Body) { Body(); }};
  CountingClient A, B, C;
};

TEST_F(FirstLaunchesTest, TheThreadSleepsAndIsWoken) {
  FirstLaunches Firsts(Process, milliseconds(1));
  Firsts.expect(4);
  for (CountingClient *Each : {&A, &B, &C}) {
    waitUntil([&] { return Firsts.isAsleep(); });
    addAndAwait(Firsts, *Each);
  }
  // One launch is still expected.
  waitUntil([&] { return Firsts.isAsleep(); });
}

TEST_F(FirstLaunchesTest, AsleepItEndsWhenNothingIsExpectedAnyMore) {
  FirstLaunches Firsts(Process, milliseconds(1));
  Firsts.expect(2);
  waitUntil([&] { return Firsts.isAsleep(); });
  addAndAwait(Firsts, A);
  waitUntil([&] { return Firsts.isAsleep(); });
  Firsts.expectFewer();
  EXPECT_FALSE(Firsts.isAsleep());
  // A new thread serves this launch, or the old one if it has not ended yet.
  Firsts.expect(1);
  addAndAwait(Firsts, B);
}

TEST_F(FirstLaunchesTest, WhoIsRemovedWhileItSleepsDoesNotBegin) {
  FirstLaunches Firsts(Process, milliseconds(1));
  Firsts.expect(2);
  waitUntil([&] { return Firsts.isAsleep(); });
  addAndAwait(Firsts, A);
  Firsts.remove(A);
  waitUntil([&] { return Firsts.isAsleep(); });
  Firsts.finish(milliseconds(100));
  EXPECT_FALSE(add(Firsts, B));
  EXPECT_FALSE(B.HasBegun);
}

TEST_F(FirstLaunchesTest, InAChildThereIsNoThread) {
  FirstLaunches Firsts(Process, milliseconds(1));
  Firsts.expect(2);
  waitUntil([&] { return Firsts.isAsleep(); });
  const pid_t Child = ::fork();
  if (!Child) {
    Firsts.forgetThread();
    ::_exit(Firsts.isAsleep() || add(Firsts, A));
  }
  int Ended = 0;
  ASSERT_EQ(::waitpid(Child, &Ended, 0), Child);
  EXPECT_EQ(Ended, 0);
  addAndAwait(Firsts, A);
  Firsts.expectFewer();
}

} // namespace
