//===- OwnStackTest.cpp - Tests of large stacks ---------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Support/OwnStack.h"

#include "gtest/gtest.h"

#include <climits>
#include <cstdint>
#include <limits>
#include <pthread.h>

using namespace ompjit;

namespace {

constexpr size_t Needed = 1 << 20;

uintptr_t here() {
  return reinterpret_cast<uintptr_t>(__builtin_frame_address(0));
}

void useStack(bool &Used) {
  volatile char Large[Needed / 2];
  Large[0] = 1;
  Large[sizeof(Large) - 1] = 1;
  Used = true;
}

/// Runs \p Work on a thread with a stack of \p Bytes.
template <typename Function> void onThread(size_t Bytes, Function Work) {
  pthread_attr_t Attributes;
  ::pthread_attr_init(&Attributes);
  ASSERT_EQ(::pthread_attr_setstacksize(&Attributes, Bytes), 0);
  pthread_t Thread;
  ASSERT_EQ(::pthread_create(
                &Thread, &Attributes,
                [](void *Work) -> void * {
                  (*static_cast<Function *>(Work))();
                  return nullptr;
                },
                &Work),
            0);
  ::pthread_join(Thread, nullptr);
  ::pthread_attr_destroy(&Attributes);
}

TEST(OwnStack, RunsOnTheCallersThread) {
  bool Used = false;
  sigset_t None;
  sigemptyset(&None);
  onThread(PTHREAD_STACK_MIN, [&] {
    const pthread_t Caller = ::pthread_self();
    EXPECT_TRUE(runOnOwnStack(Needed, None, [&] {
      EXPECT_TRUE(::pthread_equal(Caller, ::pthread_self()));
      useStack(Used);
    }));
  });
  EXPECT_TRUE(Used);
}

TEST(OwnStack, HasItsOwnMaskOfSignals) {
  sigset_t Blocked, During, After;
  sigfillset(&Blocked);
  EXPECT_TRUE(runOnOwnStack(Needed, Blocked, [&] {
    ::pthread_sigmask(SIG_BLOCK, nullptr, &During);
  }));
  ::pthread_sigmask(SIG_BLOCK, nullptr, &After);
  EXPECT_TRUE(sigismember(&During, SIGTERM));
  EXPECT_FALSE(sigismember(&After, SIGTERM));
}

TEST(OwnStack, SaysWhereThereIsNoMemory) {
  sigset_t None;
  sigemptyset(&None);
  EXPECT_FALSE(runOnOwnStack(std::numeric_limits<size_t>::max() / 2, None,
                             [] { FAIL() << "cannot be"; }));
}

TEST(OwnStack, WorkMayRunOutOfMemory) {
  bool IsCaught = false;
  onThread(PTHREAD_STACK_MIN, [&] {
    try {
      runWithStack(Needed, [] { throw std::bad_alloc(); });
    } catch (const std::bad_alloc &) {
      IsCaught = true;
    }
  });
  EXPECT_TRUE(IsCaught);
}

TEST(WithStack, ASmallStackIsReplaced) {
  bool Used = false;
  onThread(PTHREAD_STACK_MIN,
           [&] { runWithStack(Needed, [&] { useStack(Used); }); });
  EXPECT_TRUE(Used);
}

TEST(WithStack, ALargeOneIsUsed) {
  uintptr_t Caller = 0, Work = 0;
  const auto Look = [&] {
    Caller = here();
    runWithStack(Needed, [&] { Work = here(); });
  };
  onThread(4 * Needed, Look);
  EXPECT_LT(Caller - Work, Needed);
  Look(); // This is the main thread.
  EXPECT_LT(Caller - Work, Needed);
}

TEST(WithStack, AnInnerCallStaysOnTheNewStack) {
  onThread(PTHREAD_STACK_MIN, [&] {
    runWithStack(Needed, [&] {
      const uintptr_t Outer = here();
      runWithStack(Needed / 2, [&] { EXPECT_LT(Outer - here(), Needed / 2); });
    });
  });
}

} // namespace
