//===- ChildProcessTest.cpp - Programs that a tool runs -------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Support/ChildProcess.h"

#include "ompjit/Support/Testing/TemporaryFolder.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace ompjit;
using testing::HasSubstr;

namespace {

class ChildProcessTest : public testing::Test {
protected:
  ChildProcess shell(const std::string &Script) const {
    return {{"/bin/sh", "-c", Script}, {"OMPJIT_CHILD=here"}, Output};
  }

  const TemporaryFolder Folder;
  const std::string Output = Folder / "output";
};

TEST_F(ChildProcessTest, ReturnsTheStatus) {
  Result<int> Ended = shell("exit 7").run();
  ASSERT_TRUE(Ended);
  EXPECT_EQ(*Ended, 7);
  Status S = shell("echo why; exit 7").runWell();
  ASSERT_FALSE(S);
  EXPECT_EQ(S.error().message(), "it ended with status 7:\nwhy");
  EXPECT_TRUE(shell("true").runWell());
}

TEST_F(ChildProcessTest, SetsVariablesAndKeepsTheOthers) {
  ASSERT_TRUE(shell("echo $OMPJIT_CHILD >&2; test -n \"$PATH\"").runWell());
  EXPECT_EQ(lastLines(Output), "here");
}

TEST_F(ChildProcessTest, KeepsTheLastLines) {
  ASSERT_TRUE(shell("seq 100").runWell());
  EXPECT_EQ(lastLines(Output), "95\n96\n97\n98\n99\n100");
  EXPECT_EQ(lastLines("/missing/file"), "");
}

TEST_F(ChildProcessTest, SaysHowItEnded) {
  Result<int> Ended = shell("kill -SEGV $$").run();
  ASSERT_FALSE(Ended);
  EXPECT_THAT(Ended.error().message(), HasSubstr("Segmentation fault"));
  Ended = ChildProcess{{"/missing/program"}, {}, Output}.run();
  ASSERT_FALSE(Ended);
  EXPECT_EQ(Ended.error().message(), "/missing/program cannot be started: "
                                     "No such file or directory");
}

TEST_F(ChildProcessTest, KillsWhatTakesTooLong) {
  ChildProcess Long = shell("sleep 1000 & wait");
  Long.TimeLimit = std::chrono::milliseconds(100);
  Result<int> Ended = Long.run();
  ASSERT_FALSE(Ended);
  EXPECT_EQ(Ended.error().message(), "it was ended after 0.1 seconds");
}

} // namespace
