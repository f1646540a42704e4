//===- OptionTableTest.cpp - Tests of the command lines of tools ----------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Support/OptionTable.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace ompjit;
using testing::ElementsAre;

namespace {

struct Options : ToolOptions {
  std::string File;
  bool IsQuiet = false;
  std::string Count;
  std::vector<std::string> Names;
};

constexpr Option<Options> Rows[] = {
    {"--file", "FILE", "what is read",
     [](std::string_view V, Options &O) {
       O.File = V;
       return V.starts_with('/');
     },
     "an absolute path"},
    {"--quiet", "", "say nothing", setFlag<&Options::IsQuiet>},
    {"-j", "N",
     "so many at once, with a meaning of so many words that they need a second "
     "line and a third one, as no terminal is that wide",
     keepText<&Options::Count>},
    {"--silent", "", "", setFlag<&Options::IsQuiet>},
    {"--loud", "", "", setFlag<&Options::IsQuiet, false>},
    {"--name", "NAME", "", addText<&Options::Names>},
};

constexpr OptionTable<Options> Table{Rows};

std::string errorOf(const std::vector<const char *> &Arguments) {
  Options Out;
  auto Words = Table.read(Arguments, Out);
  return Words ? "accepted" : Words.error().message();
}

TEST(OptionTable, ReadsAllFormsInAnyOrder) {
  for (const std::vector<const char *> &Each :
       {std::vector<const char *>{"a", "--file=/x", "-j3", "--quiet", "b"},
        {"--quiet", "--file", "/x", "a", "-j", "3", "b"}}) {
    Options Out;
    auto Words = Table.read(Each, Out);
    ASSERT_TRUE(bool(Words));
    EXPECT_THAT(*Words, ElementsAre("a", "b"));
    EXPECT_EQ(Out.File, "/x");
    EXPECT_EQ(Out.Count, "3");
    EXPECT_TRUE(Out.IsQuiet);
    EXPECT_FALSE(Out.ShowHelp || Out.ShowVersion);
  }
}

TEST(OptionTable, TakesWordsThatLookLikeOptionsAfterTwoDashes) {
  Options Out;
  auto Words = Table.read(std::vector<const char *>{"--", "--quiet"}, Out);
  ASSERT_TRUE(bool(Words));
  EXPECT_THAT(*Words, ElementsAre("--quiet"));
  EXPECT_FALSE(Out.IsQuiet);
}

TEST(OptionTable, HasHelpAndVersion) {
  Options Out;
  ASSERT_TRUE(
      bool(Table.read(std::vector<const char *>{"--help", "--version"}, Out)));
  EXPECT_TRUE(Out.ShowHelp && Out.ShowVersion);
}

TEST(OptionTable, NamesWhatIsWrong) {
  EXPECT_EQ(errorOf({"--files=/x"}),
            "there is no option '--files' (did you mean --file?); see --help");
  EXPECT_EQ(errorOf({"-x"}), "there is no option '-x'; see --help");
  EXPECT_EQ(errorOf({"-"}), "there is no option '-'; see --help");
  for (const char *Each : {"--file", "--file=", "--file=x"})
    EXPECT_EQ(errorOf({Each}), "'" + std::string(Each) +
                                   "' is not of the form --file=FILE, an "
                                   "absolute path");
  EXPECT_EQ(errorOf({"--file", "x"}),
            "'--file x' is not of the form --file=FILE, an absolute path");
  EXPECT_EQ(errorOf({"--quiet=1"}), "'--quiet=1' is not of the form --quiet");
  EXPECT_EQ(errorOf({"-j"}), "'-j' is not of the form -jN");
}

TEST(OptionTable, KeepsFlagsAndTexts) {
  Options Out;
  ASSERT_TRUE(
      bool(Table.read(std::vector<const char *>{"--quiet", "--loud", "--name=a",
                                                "-j3", "--name=b", "-j4"},
                      Out)));
  EXPECT_FALSE(Out.IsQuiet);
  EXPECT_THAT(Out.Names, ElementsAre("a", "b"));
  EXPECT_EQ(Out.Count, "4");
}

TEST(OptionTable, KnowsToolsThatWorkOnOneThing) {
  std::string Kept;
  EXPECT_TRUE(bool(keepOnlyWord({"a"}, "file", Kept)));
  EXPECT_EQ(Kept, "a");
  EXPECT_EQ(keepOnlyWord({}, "file", Kept).error().message(),
            "no file is named; see --help");
  EXPECT_EQ(keepOnlyWord({"a", "b"}, "recording", Kept).error().message(),
            "one recording at a time, not also 'b'");
}

TEST(OptionTable, KnowsToolsThatTakeOptionsOnly) {
  EXPECT_TRUE(Table.parse(std::vector<const char *>{"--quiet"})->IsQuiet);
  for (const std::vector<const char *> &Each :
       {std::vector<const char *>{"a"}, {"--help", "a"}})
    EXPECT_EQ(Table.parse(Each).error().message(),
              "'a' is no option; see --help");
}

TEST(OptionTable, FinishesUnlessHelpIsAskedFor) {
  auto Parse = [](const std::vector<const char *> &Arguments) {
    return Table.parse(Arguments, [](const ToolWords &Words, Options &Out) {
      return keepOnlyWord(Words, "file", Out.File);
    });
  };
  EXPECT_EQ(Parse({"a"})->File, "a");
  EXPECT_EQ(Parse({}).error().message(), "no file is named; see --help");
  EXPECT_TRUE(Parse({"--help", "a", "b"})->ShowHelp);
  EXPECT_TRUE(Parse({"--version"})->ShowVersion);
  EXPECT_EQ(Parse({"--help", "-x"}).error().message(),
            "there is no option '-x'; see --help");
}

// The help does not show old names: see below.
TEST(OptionTable, AcceptsOldNames) {
  Options Out;
  EXPECT_TRUE(bool(Table.read(std::vector<const char *>{"--silent"}, Out)));
  EXPECT_TRUE(Out.IsQuiet);
}

TEST(OptionTable, WrapsItsHelp) {
  EXPECT_EQ(Table.help(),
            R"(  --file=FILE           what is read
  --quiet               say nothing
  -jN                   so many at once, with a meaning of so many words that
                        they need a second line and a third one, as no terminal
                        is that wide
  --help                print this text
  --version             print the version
)");
}

TEST(OptionTable, StartsBelowALongOption) {
  std::string Text;
  appendHelpRow(Text, "--a-name-that-is-very-long", "its meaning");
  EXPECT_EQ(Text, "  --a-name-that-is-very-long\n"
                  "                        its meaning\n");
}

TEST(OptionTable, NeedsNoProgramName) {
  EXPECT_TRUE(toolArguments(0, nullptr).empty());
  const char *const Arguments[] = {"tool", "a"};
  EXPECT_EQ(toolArguments(2, Arguments).size(), 1u);
}

} // namespace
