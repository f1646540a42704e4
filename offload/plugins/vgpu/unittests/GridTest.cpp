//===- GridTest.cpp - Tests of the threads that run blocks ----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Grid.h"
#include "Operations.h"

#include <gtest/gtest.h>

#include <atomic>
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace ompjit::vgpu;

namespace {

std::atomic<int> NumRun = 0;

const KernelRecord Record = {
    "kernel", [](const char *) { ++NumRun; }, 0, 0, nullptr, nullptr, 0};

/// Returns how many blocks ran.
int run(Workers &Threads) {
  Launch What;
  What.Kernel = &Record;
  What.WarpSize = 32;
  What.StackBytes = 32 << 10;
  What.BlockSize = {1, 1, 1};
  What.NumBlocks = {100, 1, 1};
  NumRun = 0;
  Threads.run(What);
  return NumRun;
}

#if !defined(__has_feature)
#define __has_feature(X) 0
#endif
// ThreadSanitizer's run-time library allows no threads after a fork.
#if !defined(__SANITIZE_THREAD__) && !__has_feature(thread_sanitizer)

TEST(Workers, StartAgainInAChild) {
  Workers Threads(4);
  EXPECT_EQ(run(Threads), 100);
  for (int I = 0; I < 5; ++I) {
    const pid_t Child = fork();
    if (!Child) {
      alarm(60);
      int Status = 0;
      for (int J = 0; J < 20; ++J)
        Status |= run(Threads) != 100;
      _exit(Status);
    }
    int Status = -1;
    waitpid(Child, &Status, 0);
    EXPECT_EQ(Status, 0);
    EXPECT_EQ(run(Threads), 100);
  }
}

/// Makes the first threads of the process in a handler of fork, which begins
/// without those of the threads, and uses them in the child.
[[noreturn]] void forkDuringFirstLaunch() {
  static Workers *First = nullptr;
  pthread_atfork(
      [] {
        First = new Workers(4);
        run(*First);
      },
      nullptr, nullptr);
  const pid_t Child = fork();
  if (!Child) {
    alarm(60);
    const int Ran = run(*First);
    delete First; // Waits for its threads.
    _exit(Ran);
  }
  int Status = -1;
  waitpid(Child, &Status, 0);
  _exit(WIFEXITED(Status) ? WEXITSTATUS(Status) : 1);
}

TEST(WorkersDeathTest, StartAgainInAChildOfAForkThatBeganBefore) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(forkDuringFirstLaunch(), testing::ExitedWithCode(100), "");
}

#endif

} // namespace
