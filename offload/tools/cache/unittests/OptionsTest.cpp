//===- OptionsTest.cpp - The command line of omp-jit-cache ----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Options.h"

#include <gmock/gmock.h>

#include <vector>

using namespace ompjit;
using namespace ompjit::cachetool;
using testing::HasSubstr;

namespace {

Result<Options> parse(std::vector<const char *> Arguments) {
  return Options::parse(Arguments);
}

TEST(CacheToolOptions, UnderstandsEveryCommand) {
  const std::pair<std::vector<const char *>, Command> Lines[] = {
      {{"stats"}, Command::Stats},
      {{"list"}, Command::List},
      {{"explain", "0123"}, Command::Explain},
      {{"verify"}, Command::Verify},
      {{"prune", "--to=1"}, Command::Prune},
      {{"prune", "--to=0"}, Command::Prune},
      {{"prune", "--to=0G"}, Command::Prune},
      {{"clear"}, Command::Clear},
      {{"verify", "file"}, Command::Verify},
      {{"export", "file"}, Command::Export},
      {{"import", "file"}, Command::Import}};
  for (const auto &[Arguments, What] : Lines) {
    Result<Options> Parsed = parse(Arguments);
    ASSERT_TRUE(bool(Parsed)) << Arguments[0];
    EXPECT_EQ(Parsed->What, What);
    EXPECT_FALSE(Parsed->Json);
    EXPECT_EQ(Parsed->Bundle,
              Arguments.back() == std::string("file") ? "file" : "");
  }
}

TEST(CacheToolOptions, TakesOptionsAnywhere) {
  Result<Options> Parsed = parse({"--json", "prune", "--dir=/a/b", "--to=3M"});
  ASSERT_TRUE(bool(Parsed));
  EXPECT_TRUE(Parsed->Json);
  EXPECT_EQ(Parsed->Folder, "/a/b");
  EXPECT_EQ(Parsed->ToBytes, uint64_t(3) << 20);
  EXPECT_TRUE(parse({"--help"})->ShowHelp);
  EXPECT_TRUE(parse({"--version"})->ShowVersion);
}

TEST(CacheToolOptions, UnderstandsWarm) {
  Result<Options> Parsed =
      parse({"warm", "--record", "a", "--record=b", "--program", "./p",
             "--arch", "sm_90,gfx942", "-j2", "--bundle=x"});
  ASSERT_TRUE(bool(Parsed)) << Parsed.error().message();
  EXPECT_EQ(Parsed->What, Command::Warm);
  EXPECT_EQ(Parsed->Records, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(Parsed->Programs, (std::vector<std::string>{"./p"}));
  EXPECT_EQ(Parsed->Archs, (std::vector<std::string>{"sm_90", "gfx942"}));
  EXPECT_EQ(Parsed->Threads, 2u);
  EXPECT_EQ(Parsed->Bundle, "x");
  Parsed = parse({"-j", "7", "warm", "--record=a", "--program=b"});
  ASSERT_TRUE(bool(Parsed));
  EXPECT_EQ(Parsed->Threads, 7u);
}

TEST(CacheToolOptions, NamesWhatIsWrong) {
  const std::pair<std::vector<const char *>, const char *> Mistakes[] = {
      {{}, "no command"},
      {{"lsit"}, "'lsit'"},
      {{"list", "more"}, "'more'"},
      {{"export"}, "export needs the name of a file"},
      {{"import", "one", "two"}, "'two'"},
      {{"warm"}, "warm needs --record=FILE, and --program=FILE unless"},
      {{"warm", "--program=a"}, "warm needs --record=FILE"},
      {{"warm", "--record", "a", "--program", "b", "-j", "0"}, "'-j 0'"},
      {{"warm", "--record=a", "--program=b", "--arch=,"}, "--arch=LIST"},
      {{"list", "-j2"}, "are for warm"},
      {{"-x"}, "'-x'"},
      {{"verify", "file", "--remove"}, "--remove is for verify, of a folder"},
      {{"--jsn", "list"}, "'--jsn'"},
      {{"--json=yes", "list"}, "--json=yes"},
      {{"--dir=here", "list"}, "an absolute path"},
      {{"--dir", "list"}, "--dir=FOLDER"},
      {{"explain"}, "first digits"},
      {{"explain", "abc"}, "'abc'"},
      {{"explain", "xyzt"}, "'xyzt'"},
      {{"explain", "abcd", "abce"}, "'abce'"},
      {{"prune"}, "--to=SIZE"},
      {{"prune", "--to=much"}, "--to=much"},
      {{"prune", "--to=1k"}, "suffix K, M, G or T"},
      {{"prune", "--to=-1"}, "--to=-1"},
      {{"prune", "--to=99999999T"}, "--to=99999999T"},
      {{"list", "--to=0"}, "--to is for prune"},
      {{"list", "--to=1"}, "--to is for prune"},
      {{"list", "--remove"}, "--remove is for verify"}};
  for (const auto &[Arguments, Says] : Mistakes) {
    Result<Options> Parsed = parse(Arguments);
    ASSERT_FALSE(bool(Parsed)) << Says;
    EXPECT_THAT(Parsed.error().message(), HasSubstr(Says));
  }
}

TEST(CacheToolOptions, HelpHasEveryCommandAndOption) {
  for (const char *Word : {"stats", "list", "explain KEY", "verify",
                           "prune --to=SIZE", "clear", "--dir=FOLDER", "--json",
                           "--remove", "--to=SIZE", "--help", "--version"})
    EXPECT_THAT(helpText(), HasSubstr(Word));
}

} // namespace
