//===- ArmCpuTest.cpp - Tests of what is known of AArch64 -----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "aarch64/ArmCpu.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>

using namespace ompjit::host;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

namespace {

/// Main identification registers, as the processors' manuals give them.
TEST(ArmCpu, NamesProcessorsByTheirMaker) {
  EXPECT_EQ(armCpuName(0x413fd0c1), "neoverse-n1"); // Graviton 2, Ampere Altra
  EXPECT_EQ(armCpuName(0x411fd401), "neoverse-v1"); // Graviton 3
  EXPECT_EQ(armCpuName(0x410fd4f0), "neoverse-v2"); // Grace, Graviton 4
  EXPECT_EQ(armCpuName(0x461f0010), "a64fx");
  EXPECT_EQ(armCpuName(0x611f0221), "apple-m1");
  EXPECT_EQ(armCpuName(0xc00fac30), "ampere1");
  // The same part of another maker.
  EXPECT_EQ(armCpuName(0x420fd0c1), "generic");
  EXPECT_EQ(armCpuName(0), "generic");
}

TEST(ArmCpu, WhatIsThereComesFirst) {
  // fp, asimd, crc32, atomics.
  const std::string List = armCpuFeatures({0x183, 0});
  EXPECT_THAT(List, AllOf(StartsWith("+fp-armv8,+neon,+crc,+lse,-"),
                          HasSubstr("-sve,"), HasSubstr("-sve2,"),
                          Not(HasSubstr("-lse,"))));
  EXPECT_THAT(armCpuFeatures({1 << 22, 1 << 1}),
              StartsWith("+sve,+sve2,-fp-armv8,"));
}

/// llc prints a warning for a name that it does not know.
TEST(ArmCpu, UsesNamesThatLlvmKnows) {
  const std::string Command =
      OMPJIT_LLVM_ROOT "/bin/llc -mtriple=aarch64-linux-gnu -filetype=null "
                       "-mattr=" +
      armCpuFeatures({~0ull, ~0ull}) + " </dev/null 2>&1";
  FILE *Pipe = popen(Command.c_str(), "r");
  char Text[256] = "";
  EXPECT_EQ(fread(Text, 1, sizeof(Text) - 1, Pipe), 0u) << Text;
  EXPECT_EQ(pclose(Pipe), 0);
}

} // namespace
