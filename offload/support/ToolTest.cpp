//===- ToolTest.cpp - Tests of what all tools do --------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Support/Tool.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace ompjit;
using testing::MatchesRegex;

namespace {

struct Options : ToolOptions {
  std::string File;

  static Result<Options> parse(ToolArguments Arguments) {
    constexpr OptionTable<Options> Table{{}};
    return Table.parse(Arguments, [](const ToolWords &Words, Options &Out) {
      return keepOnlyWord(Words, "file", Out.File);
    });
  }
};

std::string help() { return "usage: tool FILE\n"; }
std::string more() { return ", interface 3"; }

constexpr Tool Plain{.Name = "tool", .Help = help};
constexpr Tool Special{.Name = "tool", .Help = help, .MoreVersion = more};

struct Outcome {
  int Status;
  std::string Out, Err;
};

/// Runs a tool that prints the name of its file.
Outcome run(const Tool &Program, std::vector<const char *> Arguments) {
  Arguments.insert(Arguments.begin(), "/bin/tool");
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  const int Status = Program.run<Options>(
      int(Arguments.size()), Arguments.data(), [](const Options &Chosen) {
        return Plain.print("read " + Chosen.File + "\n", Tool::Bad);
      });
  return {Status, testing::internal::GetCapturedStdout(),
          testing::internal::GetCapturedStderr()};
}

TEST(Tool, DoesItsWork) {
  const Outcome Of = run(Plain, {"a"});
  EXPECT_EQ(Of.Status, Tool::Bad);
  EXPECT_EQ(Of.Out, "read a\n");
  EXPECT_EQ(Of.Err, "");
}

TEST(Tool, PrintsItsHelpAndItsVersion) {
  EXPECT_EQ(run(Plain, {"--version", "--help"}).Out, help());
  const Outcome Of = run(Plain, {"--version"});
  EXPECT_EQ(Of.Status, Tool::Good);
  EXPECT_THAT(Of.Out, MatchesRegex("tool [0-9.]+\n"));
  EXPECT_THAT(run(Special, {"--version"}).Out,
              MatchesRegex("tool [0-9.]+, interface 3\n"));
}

TEST(Tool, SaysHowItIsCalled) {
  const Outcome Of = run(Plain, {});
  EXPECT_EQ(Of.Status, Tool::Unusable);
  EXPECT_EQ(Of.Out, "");
  EXPECT_EQ(Of.Err, "tool: error: no file is named; see --help\n");
}

TEST(Tool, ComplainsAndWarns) {
  testing::internal::CaptureStderr();
  Plain.warn("a");
  EXPECT_EQ(Plain.fail("b", Tool::Bad), Tool::Bad);
  EXPECT_EQ(Plain.fail(Error("c")), Tool::Unusable);
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            "tool: warning: a\ntool: error: b\ntool: error: c\n");
}

TEST(Tool, NoticesThatItsOutputIsLost) {
  std::FILE *Full = std::fopen("/dev/full", "w");
  ASSERT_TRUE(Full);
  testing::internal::CaptureStderr();
  EXPECT_EQ(Plain.print("a", Tool::Good, Full), Tool::Unusable);
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            "tool: error: the output cannot be written\n");
  std::fclose(Full);
}

} // namespace
