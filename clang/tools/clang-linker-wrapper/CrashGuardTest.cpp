//===- CrashGuardTest.cpp - Tests of the guard against crashes ------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CrashGuard.h"

#include "ompjit/DeviceLink/WorkNote.h"

#include "llvm/Support/ErrorHandling.h"
#include "gtest/gtest.h"

#include <climits>
#include <csignal>
#include <cstdint>
#include <ctime>
#include <new>
#include <thread>
#include <unistd.h>
#include <vector>

using namespace llvm;
using namespace ompjit::wrapper;
using ompjit::devicelink::provideSignalStack;
using ompjit::devicelink::WorkNote;

static constexpr char Report[] = "^clang-linker-wrapper: error: a.o: LLVM "
                                 "crashed \\(SIG[A-Z]*\\) when this file was "
                                 "linked: is it damaged. Compile it again\n$";

namespace {

/// Runs \p Crash in the process that ends.
template <typename Body> [[noreturn]] void guarded(Body Crash) {
  guardAgainstCrashes({});
  const WorkNote Archive("liba.a", 0);
  const WorkNote Note("a.o", 0);
  Crash();
  ::_exit(7);
}

TEST(CrashGuard, NamesTheFileOnSignals) {
  for (int Signal : {SIGSEGV, SIGBUS, SIGABRT, SIGILL, SIGFPE, SIGTRAP})
    EXPECT_EXIT(guarded([=] { ::raise(Signal); }), testing::ExitedWithCode(1),
                Report);
}

/// Recurses deeper than any stack if \p Depth is large.
int overflow(int Depth) {
  volatile char Frame[4096];
  Frame[0] = char(Depth);
  return Depth == 0 ? 0 : overflow(Depth - 1) + Frame[0];
}

TEST(CrashGuard, HasAStackWhereTheThreadsOverflows) {
  EXPECT_EXIT(guarded([] { overflow(INT_MAX); }), testing::ExitedWithCode(1),
              Report);
  EXPECT_EXIT(guarded([] {
                std::thread([] {
                  provideSignalStack();
                  const WorkNote Note("a.o", 0);
                  overflow(INT_MAX);
                }).join();
              }),
              testing::ExitedWithCode(1), Report);
}

TEST(CrashGuard, NamesTheFileOnFatalErrors) {
  EXPECT_EXIT(guarded([] { report_fatal_error("no such thing\nmore"); }),
              testing::ExitedWithCode(1),
              "^clang-linker-wrapper: error: a.o: LLVM gave up \\(no such "
              "thing\\) when this file was linked");
}

TEST(CrashGuard, NamesTheFileWhereMemoryIsLacking) {
  const char Message[] = "a.o: there was not enough memory when this file";
  EXPECT_EXIT(guarded([] { report_bad_alloc_error("none"); }),
              testing::ExitedWithCode(1), Message);
  EXPECT_EXIT(guarded([] {
                // This is more than there are addresses.
                volatile size_t Size = SIZE_MAX / 4;
                ::operator delete(::operator new(Size));
              }),
              testing::ExitedWithCode(1), Message);
}

[[noreturn]] void readForEver() {
  for (volatile unsigned I = 0;;)
    I = I + 1;
}

TEST(CrashGuard, EndsWhatReadsForEver) {
  GuardSettings Quick;
  Quick.TickMs = 1;
  Quick.TicksPerFile = 3;
  EXPECT_EXIT(
      {
        guardAgainstCrashes(Quick);
        const WorkNote Note("a.o", 0);
        readForEver();
      },
      testing::ExitedWithCode(1), "error: a.o: LLVM came to no end when");
}

TEST(CrashGuard, EndsWhatTakesTooMuchMemory) {
  GuardSettings Quick;
  Quick.TickMs = 1;
  Quick.TicksPerFile = 3000;
  Quick.MiBPerFile = 64;
  EXPECT_EXIT(
      {
        guardAgainstCrashes(Quick);
        const WorkNote Note("a.o", 0);
        const clock_t Begin = ::clock();
        while (::clock() < Begin + CLOCKS_PER_SEC / 50)
          ; // The first tick sees the memory that was there before.
        std::vector<char> Memory(size_t(256) << 20);
        volatile char *Bytes = Memory.data();
        for (size_t I = 0;; I = (I + 1) % Memory.size())
          Bytes[I] = 'x';
      },
      testing::ExitedWithCode(1), "error: a.o: LLVM took too much memory when");
}

TEST(CrashGuard, LeavesTimeForEachFileAndEachMegabyte) {
  GuardSettings Quick;
  Quick.TickMs = 1;
  Quick.TicksPerFile = 3;
  Quick.TicksPerMiB = 1000000;
  auto Spend = [](uint64_t SizeBytes, unsigned NumFiles) {
    for (unsigned I = 0; I != NumFiles; ++I) {
      const WorkNote Note("a.o", SizeBytes);
      const clock_t End = ::clock() + CLOCKS_PER_SEC / 100 / long(NumFiles);
      while (::clock() < End)
        ;
    }
    ::_exit(0);
  };
  EXPECT_EXIT(
      {
        guardAgainstCrashes(Quick);
        Spend(1 << 20, 1);
      },
      testing::ExitedWithCode(0), "");
  EXPECT_EXIT(
      {
        guardAgainstCrashes(Quick);
        Spend(0, 1000);
      },
      testing::ExitedWithCode(0), "");
}

TEST(CrashGuard, SaysSoWhereNoFileIsKnown) {
  EXPECT_EXIT(
      {
        guardAgainstCrashes({});
        ::raise(SIGSEGV);
      },
      testing::ExitedWithCode(1),
      "error: LLVM crashed \\(SIGSEGV\\) during the device link");
}

} // namespace
