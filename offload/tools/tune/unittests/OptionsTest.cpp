//===- OptionsTest.cpp - The command line of ompjit-tune ------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Options.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace ompjit;
using namespace ompjit::tune;
using testing::ElementsAre;
using testing::HasSubstr;

namespace {

Result<Options> parse(const std::vector<const char *> &Arguments) {
  return Options::parse(Arguments);
}

TEST(TuneOptions, TakesAProgramWithItsOptions) {
  Result<Options> Read =
      parse({"--budget=7", "--margin", "1.5", "--cache", "--output=a.profile",
             "--", "./app", "-n", "--budget=9"});
  ASSERT_TRUE(Read) << Read.error().message();
  EXPECT_EQ(Read->BudgetSeconds, 7u);
  EXPECT_EQ(Read->MarginPercent, 1.5);
  EXPECT_TRUE(Read->IntoCache);
  EXPECT_EQ(Read->Output, "a.profile");
  EXPECT_THAT(Read->Words, ElementsAre("./app", "-n", "--budget=9"));
}

TEST(TuneOptions, NamesWhatIsWrong) {
  struct Case {
    std::vector<const char *> Arguments;
    const char *Said;
  };
  for (const Case &Each :
       {Case{{}, "neither a recording nor a program"},
        Case{{"--budget=0", "a.json"}, "from 1 to 1000000"},
        Case{{"--margin=100", "a.json"}, "from 0 to 99"},
        Case{{"--bugdet=5", "a.json"}, "did you mean --budget?"}}) {
    Result<Options> Read = parse(Each.Arguments);
    ASSERT_FALSE(Read) << Each.Said;
    EXPECT_THAT(Read.error().message(), HasSubstr(Each.Said));
  }
}

} // namespace
