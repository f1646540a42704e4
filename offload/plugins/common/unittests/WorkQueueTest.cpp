//===- WorkQueueTest.cpp - Tests of queues that threads work off ----------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Plugins/WorkQueue.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <future>
#include <memory>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

using namespace ompjit::plugins;
using testing::ElementsAre;

namespace {

WorkQueue::Work succeed(std::function<void()> Function) {
  return [Function = std::move(Function)](ompjit_error *) {
    Function();
    return 0;
  };
}

WorkQueue::Work failWith(const char *Text) {
  return [Text](ompjit_error *Error) {
    std::snprintf(Error->text, sizeof(Error->text), "%s", Text);
    return 1;
  };
}

class WorkQueueTest : public testing::Test {
protected:
  ~WorkQueueTest() override { Queue->stop(); }

  void put(WorkQueue::Work Function) {
    EXPECT_EQ(Queue->put(std::move(Function), &Error), 0) << Error.text;
  }

  std::shared_ptr<WorkQueue> Queue = std::make_shared<WorkQueue>();
  ompjit_error Error = {};
};

TEST_F(WorkQueueTest, DropsWhatIsBehindAFailure) {
  std::vector<int> Ran;
  std::promise<void> Gate;
  put(succeed([&] { Gate.get_future().wait(); }));
  put(succeed([&] { Ran.push_back(1); }));
  put(failWith("first"));
  put(succeed([&] { Ran.push_back(2); }));
  put(failWith("second"));
  Gate.set_value();
  EXPECT_NE(Queue->synchronize(&Error), 0);
  EXPECT_STREQ(Error.text, "first");
  EXPECT_TRUE(Queue->isEmpty());
  put(succeed([&] { Ran.push_back(3); }));
  EXPECT_EQ(Queue->synchronize(&Error), 0);
  EXPECT_THAT(Ran, ElementsAre(1, 3));
}

TEST_F(WorkQueueTest, EndsAnEventThatIsBehindAFailure) {
  put(failWith("first"));
  put(succeed([] {}));
  WorkEvent Event;
  Event.record(Queue);
  Event.place().wait();
  EXPECT_NE(Queue->synchronize(nullptr), 0);
}

TEST_F(WorkQueueTest, FreesWhatAnOperationHeldBeforeItIsOver) {
  auto Held = std::make_shared<int>();
  put([Held](ompjit_error *) { return 0; });
  EXPECT_EQ(Queue->synchronize(&Error), 0);
  EXPECT_EQ(Held.use_count(), 1);
}

TEST_F(WorkQueueTest, GoesOnAfterItsIdleThreadWasEnded) {
  Queue->endIdleThread(); // There is no thread yet.
  std::vector<pthread_t> Threads;
  for (int I = 0; I != 3; ++I) {
    put(succeed([&] { Threads.push_back(pthread_self()); }));
    EXPECT_EQ(Queue->synchronize(&Error), 0);
    Queue->endIdleThread();
  }
  EXPECT_EQ(Threads.size(), 3u);
}

TEST_F(WorkQueueTest, AThreadThatWorksIsNotEnded) {
  std::promise<void> Gate;
  bool HasRun = false;
  put(succeed([&] { Gate.get_future().wait(); }));
  put(succeed([&] { HasRun = true; }));
  Queue->endIdleThread();
  Gate.set_value();
  EXPECT_EQ(Queue->synchronize(&Error), 0);
  EXPECT_TRUE(HasRun);
}

TEST_F(WorkQueueTest, IdleThreadsEndBesideThoseWhoPutSomethingIn) {
  std::atomic<int> Sum = 0;
  std::thread Putter([&] {
    for (int I = 0; I != 2000; ++I)
      Queue->put(succeed([&] { ++Sum; }), nullptr);
  });
  for (int I = 0; I != 2000; ++I)
    Queue->endIdleThread();
  Putter.join();
  EXPECT_EQ(Queue->synchronize(&Error), 0);
  EXPECT_EQ(Sum, 2000);
}

TEST_F(WorkQueueTest, AThreadThatWasStoppedIsNotEndedAgain) {
  auto Other = std::make_shared<WorkQueue>();
  EXPECT_EQ(Other->put(succeed([] {}), &Error), 0);
  WorkEvent Event;
  Event.record(Other); // Events keep their queue until the program's end.
  Other->stop();
  // The next thread often gets the id of the thread that has ended.
  std::promise<void> Gate;
  std::thread Next([&] { Gate.get_future().wait(); });
  Other->endIdleThread();
  Gate.set_value();
  Next.join();
}

TEST_F(WorkQueueTest, LeavesSignalsToTheProgram) {
  sigset_t Blocked, Mine;
  put(succeed([&] { pthread_sigmask(SIG_BLOCK, nullptr, &Blocked); }));
  EXPECT_EQ(Queue->synchronize(&Error), 0);
  EXPECT_TRUE(sigismember(&Blocked, SIGALRM));
  EXPECT_TRUE(sigismember(&Blocked, SIGCHLD));
  EXPECT_FALSE(sigismember(&Blocked, SIGSEGV));
  pthread_sigmask(SIG_BLOCK, nullptr, &Mine);
  EXPECT_FALSE(sigismember(&Mine, SIGALRM));
}

#if defined(__SANITIZE_THREAD__)
#define OMPJIT_TSAN 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define OMPJIT_TSAN 1
#endif
#endif

#ifndef OMPJIT_TSAN // Its run-time library allows no threads after a fork.

/// Runs \p Body in a child of fork and returns its exit status. An alarm ends a
/// child that hangs.
int statusOfChild(const std::function<int()> &Body) {
  pid_t Child = fork();
  if (!Child) {
    alarm(60);
    _exit(Body());
  }
  int Status = 0;
  waitpid(Child, &Status, 0);
  return WIFEXITED(Status) ? WEXITSTATUS(Status) : -1;
}

TEST_F(WorkQueueTest, StartsAgainInAChild) {
  put(succeed([] {}));
  EXPECT_EQ(Queue->synchronize(&Error), 0);
  EXPECT_EQ(statusOfChild([&] {
              int Ran = 0;
              put(succeed([&] { Ran = 5; }));
              if (Queue->synchronize(&Error))
                return 1;
              Queue->stop();
              return Ran;
            }),
            5);
}

TEST_F(WorkQueueTest, SaysInAChildThatTheWorkStayedBehind) {
  std::promise<void> Gate;
  WorkEvent Event;
  put(succeed([&] { Gate.get_future().wait(); }));
  put(succeed([] {}));
  Event.record(Queue);
  // Others wait for the queue while the process forks.
  std::thread Waiter([&] { Event.place().wait(); });
  EXPECT_EQ(statusOfChild([&] {
              Event.place().wait();
              if (!Queue->isEmpty() || !Queue->synchronize(&Error) ||
                  !std::strstr(Error.text, "forked"))
                return 1;
              if (Queue->synchronize(&Error))
                return 2;
              put(succeed([] {}));
              Queue->stop();
              return 0;
            }),
            0);
  Gate.set_value();
  Waiter.join();
  EXPECT_EQ(Queue->synchronize(&Error), 0) << Error.text;
}

/// Makes the first queue of the process in a handler of fork, which begins
/// without those of queues, and uses it in the child.
[[noreturn]] static void forkDuringFirstQueue() {
  static std::shared_ptr<WorkQueue> First;
  static int Ran = 0;
  // Runs after the queues' own handler, and before a sanitizer looks for leaks:
  // the stacks of the parent's threads are gone.
  std::atexit([] { _exit(Ran); });
  pthread_atfork(
      [] {
        First = std::make_shared<WorkQueue>();
        First->put(succeed([] {}), nullptr);
        First->synchronize(nullptr);
      },
      nullptr, nullptr);
  const int Status = statusOfChild([]() -> int {
    First->put(succeed([] { Ran = 5; }), nullptr);
    First->synchronize(nullptr);
    std::exit(0);
  });
  First->stop();
  _exit(Status);
}

TEST(WorkQueueDeathTest, StartsAgainInAChildOfAForkThatBeganBefore) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(forkDuringFirstQueue(), testing::ExitedWithCode(5), "");
}

TEST_F(WorkQueueTest, ForksWhileQueuesAreInUse) {
  std::atomic<bool> Stop = false;
  std::thread User([&] {
    auto Other = std::make_shared<WorkQueue>();
    WorkEvent Event;
    while (!Stop) {
      Other->put(succeed([] {}), nullptr);
      Event.record(Other);
      Event.place().wait();
    }
    Other->stop();
  });
  for (int I = 0; I < 50; ++I)
    EXPECT_EQ(statusOfChild([&] {
                put(succeed([] {}));
                return Queue->synchronize(&Error);
              }),
              0);
  Stop = true;
  User.join();
}

TEST_F(WorkQueueTest, LetsAnOperationFork) {
  int Status = -1;
  put(succeed([&] { Status = statusOfChild([] { return 3; }); }));
  EXPECT_EQ(Queue->synchronize(&Error), 0);
  EXPECT_EQ(Status, 3);
}

#endif // OMPJIT_TSAN

} // namespace
