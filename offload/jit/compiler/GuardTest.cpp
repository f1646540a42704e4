//===- GuardTest.cpp - Tests of the guard around LLVM ---------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A crash makes the guard refuse further work in its process, so that each test
// that crashes does so in a process of its own.
//
//===----------------------------------------------------------------------===//

#include "Guard.h"

#include "llvm/Support/ErrorHandling.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <csignal>
#include <cstdlib>
#include <thread>

using namespace ompjit::jit;
using testing::HasSubstr;

namespace {

/// Ends the process with 0 if all was as expected; the death test sees it.
void check(bool Condition) {
  if (!Condition)
    std::_Exit(1);
}

#define EXPECT_IN_CHILD(Statement)                                             \
  EXPECT_EXIT(                                                                 \
      {                                                                        \
        Statement;                                                             \
        std::_Exit(0);                                                         \
      },                                                                       \
      testing::ExitedWithCode(0), "")

void checkCrash(const std::function<void()> &Work) {
  std::optional<std::string> Reason = runGuarded(Work);
  check(Reason && Reason->find("crashed") != std::string::npos);
  // And no more after that.
  bool Ran = false;
  Reason = runGuarded([&] { Ran = true; });
  check(Reason && !Ran);
}

// Deeper than any stack.
constexpr int Bottomless = 1 << 30;

int descend(int Depth) {
  volatile char Frame[4096];
  Frame[Depth % sizeof(Frame)] = char(Depth);
  return Depth == Bottomless ? 0 : descend(Depth + 1) + Frame[0];
}

TEST(Guard, WorkRunsToItsEnd) {
  int Value = 0;
  EXPECT_EQ(runGuarded([&] { Value = 1; }), std::nullopt);
  EXPECT_EQ(Value, 1);
}

TEST(Guard, FatalErrorIsReturnedAndWorkGoesOn) {
  for (int Round = 0; Round != 2; ++Round) {
    std::optional<std::string> Reason =
        runGuarded([] { llvm::report_fatal_error("Cannot select: this"); });
    ASSERT_TRUE(Reason);
    EXPECT_THAT(*Reason, HasSubstr("Cannot select: this"));
  }
  EXPECT_EQ(runGuarded([] {}), std::nullopt);
}

TEST(GuardDeathTest, CrashIsReturned) {
  EXPECT_IN_CHILD(checkCrash([] { std::raise(SIGSEGV); }));
  EXPECT_IN_CHILD(checkCrash([] { __builtin_trap(); }));
  EXPECT_IN_CHILD(checkCrash([] { std::abort(); }));
}

TEST(GuardDeathTest, StackOverflowIsReturned) {
  EXPECT_IN_CHILD(checkCrash([] { descend(0); }));
}

TEST(Guard, TheStackIsLargeOnASmallThread) {
  pthread_attr_t Attributes;
  pthread_attr_init(&Attributes);
  pthread_attr_setstacksize(&Attributes, 128 << 10);
  pthread_t Thread;
  auto Main = [](void *) -> void * {
    runGuarded([] {
      volatile char Large[8 << 20];
      Large[0] = 1;
      Large[sizeof(Large) - 1] = 1;
    });
    return nullptr;
  };
  ASSERT_EQ(pthread_create(&Thread, &Attributes, Main, nullptr), 0);
  EXPECT_EQ(pthread_join(Thread, nullptr), 0);
}

TEST(Guard, HandlersOfTheProgramComeBack) {
  auto Handler = [](int) {};
  void (*Before)(int) = std::signal(SIGSEGV, Handler);
  EXPECT_EQ(runGuarded([] {}), std::nullopt);
  EXPECT_EQ(std::signal(SIGSEGV, Before), static_cast<void (*)(int)>(Handler));
}

volatile std::sig_atomic_t Handled;

// A program that lives with its own faults (a garbage collector, say) still
// gets them while something is compiled.
TEST(Guard, SignalsOfOtherThreadsReachTheirHandler) {
  Handled = 0;
  void (*Before)(int) = std::signal(SIGSEGV, [](int) { Handled = 1; });
  EXPECT_EQ(runGuarded([] { std::thread([] { std::raise(SIGSEGV); }).join(); }),
            std::nullopt);
  std::signal(SIGSEGV, Before);
  EXPECT_EQ(Handled, 1);
}

TEST(GuardDeathTest, CrashOfAnotherThreadEndsTheProgram) {
  EXPECT_EXIT(
      runGuarded([] { std::thread([] { std::raise(SIGSEGV); }).join(); }),
      testing::KilledBySignal(SIGSEGV), "");
}

TEST(Guard, OtherSignalsAreNotTakenOnTheThread) {
  sigset_t Mask;
  EXPECT_EQ(runGuarded([&] { pthread_sigmask(SIG_BLOCK, nullptr, &Mask); }),
            std::nullopt);
  EXPECT_TRUE(sigismember(&Mask, SIGTERM));
  EXPECT_TRUE(sigismember(&Mask, SIGUSR1));
  EXPECT_FALSE(sigismember(&Mask, SIGSEGV));
}

} // namespace
