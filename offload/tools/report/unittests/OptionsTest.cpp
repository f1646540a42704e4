//===- OptionsTest.cpp - Tests of the command line of ompjit-report ------===//
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
using namespace ompjit::report;
using testing::ElementsAre;
using testing::HasSubstr;

namespace {

Result<Options> parse(std::vector<const char *> Arguments) {
  return Options::parse(Arguments);
}

TEST(Options, PrintTextWithoutOutput) {
  Result<Options> O = parse({"a", "b"});
  ASSERT_TRUE(O);
  EXPECT_TRUE(O->Text);
  EXPECT_THAT(O->Traces, ElementsAre("a", "b"));
}

TEST(Options, WriteAPage) {
  for (const char *Each : {"-opage", "--output=page"}) {
    Result<Options> O = parse({Each, "--dump=code", "a"});
    ASSERT_TRUE(O) << Each;
    EXPECT_FALSE(O->Text);
    EXPECT_EQ(O->Output, "page");
    EXPECT_EQ(O->DumpFolder, "code");
  }
  Result<Options> Both = parse({"-o", "page", "--text", "a"});
  ASSERT_TRUE(Both);
  EXPECT_TRUE(Both->Text);
}

TEST(Options, RefuseWhatIsWrong) {
  Result<Options> None = parse({});
  ASSERT_FALSE(None);
  EXPECT_THAT(None.error().message(), HasSubstr("no trace is named"));
  EXPECT_FALSE(parse({"--pages", "a"}));
  EXPECT_FALSE(parse({"a", "-o"}));
}

TEST(Options, AreAllInTheHelp) {
  for (const char *Each : {"--output", "--text", "--dump", "OMP_JIT_REPORT"})
    EXPECT_THAT(helpText(), HasSubstr(Each));
  EXPECT_TRUE(parse({"--help"}));
}

} // namespace
