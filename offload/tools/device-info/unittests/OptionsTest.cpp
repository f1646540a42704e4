//===- OptionsTest.cpp - Tests of the command line of ompjit-device-info --===//
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
using namespace ompjit::deviceinfo;
using testing::HasSubstr;

namespace {

Result<Options> parse(std::vector<const char *> Arguments) {
  return Options::parse(Arguments);
}

TEST(Options, AreOffWithoutArguments) {
  Result<Options> O = parse({});
  ASSERT_TRUE(O);
  EXPECT_FALSE(O->Json || O->ShowHelp || O->ShowVersion);
  EXPECT_EQ(O->Folder, "");
}

TEST(Options, AreReadInAnyOrder) {
  Result<Options> O = parse({"--plugin-dir=/a=b", "--json"});
  ASSERT_TRUE(O);
  EXPECT_TRUE(O->Json);
  EXPECT_EQ(O->Folder, "/a=b");
}

TEST(Options, RefuseWhatIsWrong) {
  for (const char *Each :
       {"--plugin-dir", "--plugin-dir=", "--json=1", "host", "--devices", ""}) {
    Result<Options> O = parse({Each});
    ASSERT_FALSE(O) << Each;
    EXPECT_THAT(O.error().message(), HasSubstr(Each));
  }
}

TEST(Options, AreAllInTheHelp) {
  for (const char *Each :
       {"--json", "--plugin-dir=FOLDER", "--help", "--version"})
    EXPECT_THAT(helpText(), HasSubstr(Each));
}

} // namespace
