//===- OptionsTest.cpp - Tests of the replay tool's command line ----------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Options.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

using namespace ompjit;
using namespace ompjit::replay;
using testing::HasSubstr;

namespace {

Result<Options> parse(const std::vector<std::string> &Words) {
  std::vector<const char *> Arguments;
  for (const std::string &Each : Words)
    Arguments.push_back(Each.c_str());
  return Options::parse(Arguments);
}

std::string errorOf(const std::vector<std::string> &Words) {
  Result<Options> O = parse(Words);
  return O ? "accepted" : O.error().message();
}

TEST(OptionsTest, EverythingIsAsRecordedByDefault) {
  Result<Options> O = parse({"a.json"});
  ASSERT_TRUE(bool(O));
  EXPECT_EQ(O->Descriptor, "a.json");
  EXPECT_FALSE(O->Device || O->NumTeams || O->NumThreads);
  EXPECT_EQ(O->Repeat, 1u);
  EXPECT_TRUE(O->Compare);
  EXPECT_FALSE(O->AllowChanges);
}

TEST(OptionsTest, TakesEachOption) {
  Result<Options> O =
      parse({"--repeat=5", "--num-teams=2", "--num-threads=3", "--device=0",
             "--save-output=f=g", "--no-compare", "--allow-changes", "a"});
  ASSERT_TRUE(bool(O));
  EXPECT_EQ(O->Repeat, 5u);
  EXPECT_EQ(O->NumTeams, 2u);
  EXPECT_EQ(O->NumThreads, 3u);
  EXPECT_EQ(O->Device, 0u);
  EXPECT_EQ(O->OutputFile, "f=g");
  EXPECT_FALSE(O->Compare);
  EXPECT_TRUE(O->AllowChanges);
}

TEST(OptionsTest, NamesWhatItDoesNotUnderstand) {
  EXPECT_THAT(errorOf({}), HasSubstr("no recording"));
  EXPECT_THAT(errorOf({"a", "b"}), HasSubstr("'b'"));
  EXPECT_THAT(errorOf({"--verify", "a"}), HasSubstr("'--verify'"));
  for (const char *Wrong :
       {"--repeat", "--repeat=", "--repeat=0", "--repeat=-1", "--repeat=2x",
        "--repeat=4294967296", "--no-compare=1", "--num-teams=0"})
    EXPECT_THAT(errorOf({Wrong, "a"}), HasSubstr("is not of the form"))
        << Wrong;
}

TEST(OptionsTest, TheHelpNeedsNoRecording) {
  Result<Options> O = parse({"--help"});
  ASSERT_TRUE(bool(O));
  EXPECT_TRUE(O->ShowHelp);
  EXPECT_THAT(helpText(), HasSubstr("--repeat=N"));
}

} // namespace
