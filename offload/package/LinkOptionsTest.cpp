//===- LinkOptionsTest.cpp - Tests of options of a link -------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/LinkOptions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

using namespace ompjit;
using testing::HasSubstr;

namespace {

LinkOptions parsed(const std::vector<std::string_view> &Options) {
  Result<LinkOptions> All = LinkOptions::parse(Options);
  EXPECT_TRUE(All) << All.error().message();
  return All ? *All : LinkOptions();
}

std::string errorOf(std::string_view Option) {
  Result<LinkOptions> All = LinkOptions::parse({&Option, 1});
  return All ? "no error" : All.error().message();
}

TEST(LinkOptions, AreReadAndWritten) {
  const LinkOptions All =
      parsed({"-lineinfo", "--maxrregcount=64", "-O1", "-ffp-contract=fast",
              "--gpu-max-threads-per-block=256"});
  EXPECT_EQ(All.MaxLevel, 1u);
  EXPECT_EQ(All.FpContract, LinkOptions::Contraction::Fast);
  EXPECT_EQ(All.Debug, LinkOptions::DebugInfo::Lines);
  EXPECT_EQ(All.MaxRegisters, 64u);
  EXPECT_EQ(All.MaxThreads, 256u);
  EXPECT_EQ(All.text(), "-O1 -ffp-contract=fast -maxrregcount=64 "
                        "--gpu-max-threads-per-block=256 -gline-tables-only");
  Result<LinkOptions> Again = LinkOptions::parseText(All.text());
  ASSERT_TRUE(Again);
  EXPECT_EQ(*Again, All);
}

TEST(LinkOptions, TheLastOneAboutAThingCounts) {
  EXPECT_EQ(parsed({"-O0", "-g0", "-O3", "-g"}), parsed({"-g"}));
  EXPECT_EQ(parsed({"-g"}).text(), "-g");
  EXPECT_EQ(parsed({"-ffp-contract=off", "-O2"}),
            parsed({"-O0", "-O2", "-ffp-contract=off"}));
  EXPECT_EQ(parsed({"-maxrregcount=32", "-maxrregcount=48"}).MaxRegisters, 48u);
  EXPECT_EQ(LinkOptions().text(), "");
}

TEST(LinkOptions, ErrorsNameTheOption) {
  EXPECT_EQ(errorOf("-maxregcount=32"),
            "there is no link option '-maxregcount=32' (did you mean "
            "-maxrregcount=?); docs/fragments.md lists those that there are");
  EXPECT_THAT(errorOf(""), HasSubstr("there is no link option ''"));
  EXPECT_THAT(errorOf("-O4"), HasSubstr("there is no link option '-O4'"));
  for (const char *Each : {"-maxrregcount=", "-maxrregcount=8",
                           "-maxrregcount=1000", "-maxrregcount=32x"})
    EXPECT_EQ(errorOf(Each), "the link option '" + std::string(Each) +
                                 "' needs a number from 16 to 512");
  EXPECT_THAT(errorOf("-ffp-contract=on"),
              HasSubstr("compile the fragments with it"));
  EXPECT_THAT(errorOf("-arch=sm_90"), HasSubstr("linked for its device"));
}

} // namespace
