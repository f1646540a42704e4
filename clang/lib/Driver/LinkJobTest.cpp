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
  auto Result = withOurRuntime(
      Arguments, "/opt/ours/lib", Path,
      [](llvm::StringRef Folder) { return Folder.starts_with("/llvm"); },
      Strings);
  return {Result.begin(), Result.end()};
}

TEST(LinkJobTest, OurFolderComesBeforeOtherRuntimesOnly) {
  EXPECT_THAT(withRuntime({"--linker-path=ld", "-L/user", "a.o", "-lomptarget",
                           "-L/llvm/lib", "-L/llvm/lib2"}),
              ElementsAre("--linker-path=ld", "-L/user", "a.o", "-lomptarget",
                          "-L/opt/ours/lib", "-L/llvm/lib", "-L/llvm/lib2",
                          "-rpath", "/opt/ours/lib"));
  EXPECT_THAT(withRuntime({"-L", "/user", "-L", "/llvm/lib", "-lomptarget"},
                          RunPath::None),
              ElementsAre("-L", "/user", "-L/opt/ours/lib", "-L", "/llvm/lib",
                          "-lomptarget"));
}

TEST(LinkJobTest, OurRunPathComesBeforeOtherRuntimesOnly) {
  EXPECT_THAT(withRuntime({"-rpath", "/user", "-rpath", "/llvm", "-lomptarget",
                           "-rpath", "/llvm"}),
              ElementsAre("-rpath", "/user", "-rpath", "/opt/ours/lib",
                          "-rpath", "/llvm", "-lomptarget", "-rpath", "/llvm",
                          "-L/opt/ours/lib"));
}

TEST(LinkJobTest, EachSpellingOfARunPathCounts) {
  for (const char *Other : {"-rpath=/llvm", "--rpath=/user:/llvm", "-R/llvm"})
    EXPECT_THAT(withRuntime({Other, "-lomptarget"}),
                ElementsAre("-rpath", "/opt/ours/lib", Other, "-lomptarget",
                            "-L/opt/ours/lib"));
  for (const char *Other : {"-rpath", "--rpath", "-R"})
    EXPECT_THAT(withRuntime({Other, "/llvm", "-lomptarget"}),
                ElementsAre("-rpath", "/opt/ours/lib", Other, "/llvm",
                            "-lomptarget", "-L/opt/ours/lib"));
}

TEST(LinkJobTest, NoRunPathOnRequest) {
  EXPECT_THAT(withRuntime({"-lomptarget", "-L/llvm"}, RunPath::None),
              ElementsAre("-lomptarget", "-L/opt/ours/lib", "-L/llvm"));
}

TEST(LinkJobTest, NoRunPathInAStaticProgram) {
  EXPECT_THAT(
      withRuntime({"-static", "-lomptarget", "-L/llvm"}),
      ElementsAre("-static", "-lomptarget", "-L/opt/ours/lib", "-L/llvm"));
}

TEST(LinkJobTest, LinkWithoutTheRuntimeStaysAsItIs) {
  EXPECT_THAT(withRuntime({"--linker-path=ld", "-r", "a.o"}),
              ElementsAre("--linker-path=ld", "-r", "a.o"));
}

TEST(LinkJobTest, Locations) {
  Locations Where = locationsUnder("/opt/ours", "/usr/lib/llvm-22");
  EXPECT_EQ(Where.packagedCompiler("x/clang++"), "/usr/lib/llvm-22/bin/clang");
  EXPECT_EQ(Where.packagedCompiler("flang"), "/usr/lib/llvm-22/bin/flang");
  EXPECT_EQ(Where.linkerWrapper(), "/opt/ours/bin/clang-linker-wrapper");
  EXPECT_EQ(Where.planner(), "/opt/ours/libexec/ompjit/clang-offload-driver");
  EXPECT_EQ(Where.compiler(),
            "/opt/ours/libexec/ompjit/clang-offload-compiler");
  EXPECT_EQ(packagedProgramName(Where, "clang++"),
            "/usr/lib/llvm-22/bin/clang++");
  EXPECT_EQ(packagedProgramName(Where, "../x/aarch64-linux-gnu-clang"),
            "/usr/lib/llvm-22/bin/aarch64-linux-gnu-clang");
}

} // namespace
