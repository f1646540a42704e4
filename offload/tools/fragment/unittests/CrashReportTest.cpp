//===- CrashReportTest.cpp - Tests of errors that are crashes -------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CrashReport.h"
#include "ompjit/DeviceLink/WorkNote.h"

#include <gtest/gtest.h>

#include <csignal>

using namespace ompjit;

namespace {

TEST(CrashReport, NamesTheFile) {
  for (int Signal : {SIGSEGV, SIGABRT})
    EXPECT_EXIT(
        {
          fragment::reportCrashes(2);
          const devicelink::WorkNote Note("a.o", 0);
          std::raise(Signal);
        },
        testing::ExitedWithCode(2),
        "^ompjit-fragment: error: a.o: its device code is damaged");
}

TEST(CrashReport, SaysWhatToDoWithoutAFile) {
  EXPECT_EXIT(
      {
        fragment::reportCrashes(2);
        std::raise(SIGSEGV);
      },
      testing::ExitedWithCode(2), "try each on its own");
}

} // namespace
