//===- GuardTest.cpp - Tests of the guard around LLVM ---------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// After a crash the guard refuses further work in its process, so each test
// that crashes does so in a process of its own.
//
//===----------------------------------------------------------------------===//

#include "Guard.h"

#include "llvm/Support/ErrorHandling.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <atomic>
#include <cerrno>
#include <cfenv>
#include <clocale>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <langinfo.h>
#include <mutex>
#include <sys/resource.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace ompjit::jit;
using testing::HasSubstr;

namespace {

/// Ends the process if a check fails, which the death test detects.
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
  std::optional<Interruption> Reason = runGuarded(Work);
  check(Reason && Reason->Why.find("crashed (") != std::string::npos);
  check(hasCrashed());
  // Further work might wait for a lock of the thread that crashed.
  bool Ran = false;
  Reason = runGuarded([&] { Ran = true; });
  check(Reason && !Ran && !Reason->GoesOn);
}

// This is deeper than any stack.
constexpr int Bottomless = 1 << 30;

int descend(int Depth) {
  volatile char Frame[4096];
  Frame[Depth % sizeof(Frame)] = char(Depth);
  return Depth == Bottomless ? 0 : descend(Depth + 1) + Frame[0];
}

TEST(Guard, WorkRunsToItsEnd) {
  int Value = 0;
  EXPECT_FALSE(runGuarded([&] { Value = 1; }));
  EXPECT_EQ(Value, 1);
}

TEST(Guard, FatalErrorIsReturnedAndWorkGoesOn) {
  for (int Round = 0; Round != 2; ++Round) {
    std::optional<Interruption> Reason =
        runGuarded([] { llvm::report_fatal_error("Cannot select: this"); });
    ASSERT_TRUE(Reason);
    EXPECT_THAT(Reason->Why, HasSubstr("Cannot select: this"));
    EXPECT_FALSE(hasCrashed());
  }
  EXPECT_FALSE(runGuarded([] {}));
}

TEST(GuardDeathTest, CrashIsReturned) {
  EXPECT_IN_CHILD(checkCrash([] { std::raise(SIGSEGV); }));
  EXPECT_IN_CHILD(checkCrash([] { __builtin_trap(); }));
  EXPECT_IN_CHILD(checkCrash([] { std::abort(); }));
}

TEST(GuardDeathTest, StackOverflowIsReturned) {
  EXPECT_IN_CHILD(checkCrash([] { descend(0); }));
}

std::mutex Held;

/// Returns a key. A thread that uses it waits for the lock when it ends, as it
/// may wait for the heap's lock.
pthread_key_t keyThatLocks() {
  pthread_key_t Key;
  check(!::pthread_key_create(&Key, [](void *) { Held.lock(); }));
  return Key;
}

TEST(GuardDeathTest, LocksThatACrashLeavesBehindHoldUpNobody) {
  EXPECT_IN_CHILD({
    ::alarm(60);
    const pthread_key_t Key = keyThatLocks();
    checkCrash([&] {
      ::pthread_setspecific(Key, &Held);
      Held.lock();
      std::raise(SIGSEGV);
    });
  });
}

TEST(GuardDeathTest, NoMemoryIsReturnedAndTheLastWord) {
  EXPECT_IN_CHILD({
    std::optional<Interruption> Reason =
        runGuarded([] { llvm::report_bad_alloc_error("Buffer too small"); });
    check(Reason && Reason->Why.find("Buffer too small") != std::string::npos);
    check(hasCrashed() && runGuarded([] {}));
  });
}

TEST(GuardDeathTest, NoMemoryForTheLibraryIsTheSame) {
  EXPECT_IN_CHILD({
    std::optional<Interruption> Reason =
        runGuarded([] { throw std::bad_alloc(); });
    check(Reason && Reason->Why == "out of memory");
    check(hasCrashed() && runGuarded([] {}));
  });
}

TEST(GuardDeathTest, HandlersOfTheProgramComeBackAfterACrash) {
  EXPECT_IN_CHILD({
    auto Handler = [](int) {};
    std::signal(SIGSEGV, Handler);
    checkCrash([] { std::raise(SIGSEGV); });
    check(std::signal(SIGSEGV, SIG_DFL) == static_cast<void (*)(int)>(Handler));
  });
}

void workForEver() {
  for (;;)
    std::this_thread::yield();
}

TEST(GuardDeathTest, WorkWithoutAnEndIsLeftToItself) {
  EXPECT_IN_CHILD({
    std::optional<Interruption> Reason =
        runGuarded(workForEver, std::chrono::milliseconds(1));
    check(Reason && Reason->GoesOn);
    check(Reason->Why == "it did not end within 0.001 seconds");
    check(!runGuarded([] {}));
    check(!hasCrashed());
  });
}

TEST(GuardDeathTest, WorkThatWasLeftMayCrash) {
  EXPECT_IN_CHILD({
    std::atomic<bool> MayCrash = false;
    auto Work = [&] {
      while (!MayCrash)
        std::this_thread::yield();
      std::raise(SIGSEGV);
    };
    check(runGuarded(Work, std::chrono::milliseconds(1))->GoesOn);
    MayCrash = true;
    while (!hasCrashed())
      std::this_thread::yield();
  });
}

TEST(GuardDeathTest, AChildDoesNothingWhileLlvmIsInTheMiddleOfSomething) {
  EXPECT_IN_CHILD({
    check(!runGuarded([] {}, std::chrono::minutes(10)));
    (void)runGuarded(workForEver, std::chrono::milliseconds(1));
    if (::fork() == 0) {
      std::optional<Interruption> Reason = runGuarded([] {});
      std::_Exit(Reason && Reason->Why.find("was forked") != std::string::npos);
    }
    int Status = 0;
    ::wait(&Status);
    check(WIFEXITED(Status) && WEXITSTATUS(Status) == 1);
  });
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

/// Prevents the calling process, a child, from starting more threads.
void forgoThreads() {
  const rlimit None = {0, 0};
  check(::setrlimit(RLIMIT_NPROC, &None) == 0);
  check(::geteuid() != 0 || ::setuid(65534) == 0); // Root has no limit.
  pthread_t Thread;
  check(::pthread_create(
            &Thread, nullptr, [](void *) -> void * { return nullptr; },
            nullptr) == EAGAIN);
}

void checkWorkWithoutThread() {
  forgoThreads();
  sigset_t Before = {};
  sigset_t During = {};
  sigset_t After = {};
  stack_t SignalStack = {};
  ::pthread_sigmask(SIG_BLOCK, nullptr, &Before);
  check(!runGuarded([&] {
    volatile char Large[8 << 20];
    Large[0] = 1;
    Large[sizeof(Large) - 1] = 1;
    ::pthread_sigmask(SIG_BLOCK, nullptr, &During);
  }));
  ::pthread_sigmask(SIG_BLOCK, nullptr, &After);
  ::sigaltstack(nullptr, &SignalStack);
  check(sigismember(&During, SIGTERM) && !sigismember(&During, SIGSEGV));
  check(std::memcmp(&Before, &After, sizeof(Before)) == 0);
  check(SignalStack.ss_flags == SS_DISABLE);
}

TEST(GuardDeathTest, WorkNeedsNoThread) {
  EXPECT_IN_CHILD(checkWorkWithoutThread());
}

TEST(GuardDeathTest, CrashWithoutAThreadIsReturned) {
  EXPECT_IN_CHILD({
    forgoThreads();
    checkCrash([] { *static_cast<volatile int *>(nullptr) = 1; });
  });
  EXPECT_IN_CHILD({
    forgoThreads();
    checkCrash([] { descend(0); });
  });
}

TEST(Guard, HandlersOfTheProgramComeBack) {
  auto Handler = [](int) {};
  void (*Before)(int) = std::signal(SIGSEGV, Handler);
  EXPECT_FALSE(runGuarded([] {}));
  EXPECT_EQ(std::signal(SIGSEGV, Before), static_cast<void (*)(int)>(Handler));
}

volatile std::sig_atomic_t Handled;

// A program that lives with its own faults (a garbage collector, say) still
// gets them while something is compiled.
TEST(Guard, SignalsOfOtherThreadsReachTheirHandler) {
  Handled = 0;
  void (*Before)(int) = std::signal(SIGSEGV, [](int) { Handled = 1; });
  EXPECT_FALSE(
      runGuarded([] { std::thread([] { std::raise(SIGSEGV); }).join(); }));
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
  EXPECT_FALSE(runGuarded([&] { pthread_sigmask(SIG_BLOCK, nullptr, &Mask); }));
  EXPECT_TRUE(sigismember(&Mask, SIGTERM));
  EXPECT_TRUE(sigismember(&Mask, SIGUSR1));
  EXPECT_FALSE(sigismember(&Mask, SIGSEGV));
}

/// The least double divided by two, or 0 where subnormals are flushed.
double leastHalf() {
  volatile double Least = std::numeric_limits<double>::min();
  return Least / 2;
}

void flushSubnormals() {
#if defined(__x86_64__)
  __builtin_ia32_ldmxcsr(__builtin_ia32_stmxcsr() | 0x8040);
#elif defined(__aarch64__)
  constexpr uint64_t FlushToZero = 1 << 24;
  __builtin_arm_wsr64("fpcr", __builtin_arm_rsr64("fpcr") | FlushToZero);
#endif
}

TEST(Guard, TheFloatingPointEnvironmentIsTheDefault) {
  std::fenv_t Before;
  std::feholdexcept(&Before);
  std::fesetround(FE_UPWARD);
  ::feenableexcept(FE_DIVBYZERO);
  flushSubnormals();
  double Half = 0;
  int Rounding = -1, Traps = -1;
  EXPECT_FALSE(runGuarded([&] {
    Half = leastHalf();
    Rounding = std::fegetround();
    Traps = ::fegetexcept();
  }));
  EXPECT_EQ(std::fegetround(), FE_UPWARD);
  EXPECT_EQ(leastHalf(), 0);
  std::fesetenv(&Before);
  EXPECT_GT(Half, 0);
  EXPECT_EQ(Rounding, FE_TONEAREST);
  EXPECT_EQ(Traps, 0);
}

TEST(Guard, TheLocaleIsNotThePrograms) {
  locale_t Mine = nullptr;
  EXPECT_FALSE(runGuarded([&] { Mine = ::uselocale(nullptr); }));
  ASSERT_NE(Mine, nullptr);
  EXPECT_NE(Mine, LC_GLOBAL_LOCALE);
  EXPECT_STREQ(::nl_langinfo_l(RADIXCHAR, Mine), ".");
}

} // namespace
