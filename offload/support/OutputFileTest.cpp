//===- OutputFileTest.cpp - Names of files that users choose --------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Support/OutputFile.h"

#include <gtest/gtest.h>

using namespace ompjit;

TEST(OutputFile, NamesHaveTheProcessAndTheHost) {
  char Host[256] = {};
  ASSERT_EQ(gethostname(Host, sizeof(Host) - 1), 0);
  EXPECT_EQ(withProcess("a.%p.b.%p", 42), "a.42.b.42");
  EXPECT_EQ(withProcess("%h/%p", 7), std::string(Host) + "/7");
  EXPECT_EQ(withProcess("100%, %x, %", 7), "100%, %x, %");
  EXPECT_EQ(withProcess("", 7), "");
}
