//===- OptionsTest.cpp - The command line of ompjit-compile ---------------===//
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
using namespace ompjit::compile;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

namespace {

Result<Options> parse(const std::vector<const char *> &Arguments) {
  return Options::parse(Arguments);
}

TEST(CompileOptions, SplitsLists) {
  Result<Options> Parsed = parse({"--arch=sm_75,,sm_90", "--arch=sm_120", "f"});
  ASSERT_TRUE(bool(Parsed));
  EXPECT_THAT(Parsed->Archs, ElementsAre("sm_75", "sm_90", "sm_120"));
  EXPECT_EQ(Parsed->File, "f");
  EXPECT_EQ(Parsed->OptLevel, 3u);
}

TEST(CompileOptions, SortsFactsAsTheServiceWantsThem) {
  Result<Options> Parsed =
      parse({"f", "--kernel=k", "--teams=3", "--scalar=2=0xff", "--align=1=64",
             "--field=1+8:32=0x10", "--extent=1=4096", "--disjoint=5,0,63",
             "--scalar=0=7", "--dynamic=64", "--device=0", "--devices=2",
             "--debug=1", "--class=3=4"});
  ASSERT_TRUE(bool(Parsed));
  EXPECT_THAT(
      Parsed->Facts,
      ElementsAre(
          Fact{{FactKind::Scalar, 0}, 7}, Fact{{FactKind::Scalar, 2}, 255},
          Fact{{FactKind::Alignment, 1}, 64}, Fact{{FactKind::Teams}, 3},
          Fact{{FactKind::Class, 3}, 4}, Fact{{FactKind::Field, 1, 8, 32}, 16},
          Fact{{FactKind::Disjoint}, uint64_t(1) << 63 | 33},
          Fact{{FactKind::Extent, 1}, 4096}, Fact{{FactKind::NumDevices}, 2},
          Fact{{FactKind::DeviceNum}, 0}, Fact{{FactKind::DebugKinds}, 1},
          Fact{{FactKind::DynamicMemory}, 64}));
}

TEST(CompileOptions, HasOneForEachKindOfFact) {
  const std::string Help = helpText();
  for (const FactTraits &Row : FactTable) {
    const std::string Form =
        "--" + std::string(Row.Word) + "=" + std::string(Row.Form);
    EXPECT_EQ(Help.find(Form) != Help.npos, Row.isInRequests()) << Form;
  }
}

TEST(CompileOptions, AcceptsTheFirstWords) {
  Result<Options> Parsed =
      parse({"f", "--kernel=k", "--dynamic-memory=64", "--debug-kinds=1"});
  ASSERT_TRUE(bool(Parsed));
  EXPECT_THAT(Parsed->Facts, ElementsAre(Fact{{FactKind::DebugKinds}, 1},
                                         Fact{{FactKind::DynamicMemory}, 64}));
  EXPECT_EQ(helpText().find("debug-kinds"), std::string::npos);
}

TEST(CompileOptions, NamesWhatIsWrong) {
  const std::pair<std::vector<const char *>, const char *> Mistakes[] = {
      {{}, "no file"},
      {{"a", "b"}, "'b'"},
      {{"--arch"}, "'--arch' is not of the form --arch=LIST"},
      {{"f", "--opt-level=4"}, "--opt-level=4"},
      {{"f", "--opt-level="}, "--opt-level="},
      {{"f", "--pipeline=fast"}, "NAME auto, quick or full"},
      {{"f", "--lanes=12"}, "N a power of two from 2 to 64, or off"},
      {{"f", "--kernel=k", "--scalar=1"}, "--scalar=1"},
      {{"f", "--kernel=k", "--scalar=1=2x"}, "--scalar=1=2x"},
      {{"f", "--kernel=k", "--field=1+8=3"}, "--field=1+8=3"},
      {{"f", "--kernel=k", "--field=1:8+3=3"}, "--field=1:8+3=3"},
      {{"f", "--kernel=k", "--disjoint=1,64"}, "--disjoint=1,64"},
      {{"f", "--kernel=k", "--disjoint=1,"}, "--disjoint=1,"},
      {{"f", "--kernel=k", "--device=x"}, "N a number"},
      {{"f", "--kernel=k", "--teams=0"}, "N a number above 0"},
      {{"f", "--kernel=k", "--align=1"}, "P and BYTES numbers"},
      {{"f", "--scalar=1=2"}, "need --kernel"},
      {{"f", "--kernel=k", "--scalar=1=2", "--scalar=1=3"}, "given twice"}};
  for (const auto &[Arguments, Says] : Mistakes) {
    Result<Options> Parsed = parse(Arguments);
    ASSERT_FALSE(bool(Parsed)) << Says;
    EXPECT_THAT(Parsed.error().message(), HasSubstr(Says));
  }
}

} // namespace
