//===- LinkJobTest.cpp - Unit tests for LinkJob ---------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Driver/LinkJob.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace ompjit::driver;
using testing::ElementsAre;

namespace {

std::vector<std::string> withRuntime(const llvm::opt::ArgStringList &Arguments,
                                     RunPath Path = RunPath::TreeLib) {
  llvm::BumpPtrAllocator Memory;
  llvm::StringSaver Strings(Memory);
  Locations Where = locationsUnder("/opt/ours", "/usr/lib/llvm-22");
  auto Result = withOurRuntime(Arguments, Where, Path, Strings);
  return {Result.begin(), Result.end()};
}

TEST(LinkJobTest, OurFolderComesFirstInTheHostLink) {
  EXPECT_THAT(withRuntime({"--host-triple=x", "--linker-path=ld", "-L/theirs",
                           "a.o", "-lomptarget"}),
              ElementsAre("--host-triple=x", "--linker-path=ld",
                          "-L/opt/ours/lib", "-rpath", "/opt/ours/lib",
                          "-L/theirs", "a.o", "-lomptarget"));
}

TEST(LinkJobTest, NoRunPathOnRequest) {
  EXPECT_THAT(
      withRuntime({"--linker-path=ld", "-lomptarget"}, RunPath::None),
      ElementsAre("--linker-path=ld", "-L/opt/ours/lib", "-lomptarget"));
}

TEST(LinkJobTest, NoRunPathInAStaticProgram) {
  EXPECT_THAT(withRuntime({"--linker-path=ld", "-static", "-lomptarget"}),
              ElementsAre("--linker-path=ld", "-L/opt/ours/lib", "-static",
                          "-lomptarget"));
}

TEST(LinkJobTest, LinkWithoutTheRuntimeStaysAsItIs) {
  EXPECT_THAT(withRuntime({"--linker-path=ld", "-r", "a.o"}),
              ElementsAre("--linker-path=ld", "-r", "a.o"));
}

TEST(LinkJobTest, Locations) {
  Locations Where = locationsUnder("/opt/ours", "/usr/lib/llvm-22");
  EXPECT_EQ(Where.packagedClang(), "/usr/lib/llvm-22/bin/clang");
  EXPECT_EQ(Where.linkerWrapper(), "/opt/ours/bin/clang-linker-wrapper");
  EXPECT_EQ(Where.planner(), "/opt/ours/libexec/ompjit/clang-offload-driver");
  EXPECT_EQ(packagedProgramName(Where, "clang++"),
            "/usr/lib/llvm-22/bin/clang++");
  EXPECT_EQ(packagedProgramName(Where, "../x/aarch64-linux-gnu-clang"),
            "/usr/lib/llvm-22/bin/aarch64-linux-gnu-clang");
}

} // namespace
