//===- LatePassesTest.cpp -------------------------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LatePasses.h"

#include "support/TestModules.h"

#include "llvm/Passes/PassBuilder.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace ompjit::devicelink;

namespace {

std::string allPasses(const lto::Config &Config) {
  PassInstrumentationCallbacks Names;
  PassBuilder Builder(nullptr, Config.PTO, std::nullopt, &Names);
  std::string Text;
  raw_string_ostream Stream(Text);
  Builder.buildLTODefaultPipeline(OptimizationLevel::O2, nullptr)
      .printPipeline(Stream, [&](StringRef Class) {
        StringRef Name = Names.getPassNameForClassName(Class);
        return Name.empty() ? Class : Name;
      });
  return Text;
}

/// EarlyPasses leaves out these passes, from the first one on. A new LLVM must
/// not run one of them earlier.
TEST(LatePasses, StartWhereTheGateCloses) {
  lto::Config Config;
  std::string All = allPasses(Config), Late = latePasses(Config);
  ASSERT_TRUE(StringRef(All).ends_with(Late));
  StringRef Early = StringRef(All).drop_back(Late.size());
  EXPECT_FALSE(Early.contains("gvn") || Early.contains("licm"));
  EXPECT_TRUE(Early.contains("inline"));
  EXPECT_TRUE(StringRef(Late).contains("(licm"));
  EXPECT_TRUE(StringRef(Late).contains("loop-vectorize"));
  EXPECT_FALSE(StringRef(Late).contains("inline"));
}

TEST(LatePasses, CanBeReadAgain) {
  lto::Config Config;
  Config.PTO.LoopVectorization = Config.PTO.SLPVectorization = true;
  for (unsigned Level : {2u, 3u}) {
    Config.OptLevel = Level;
    PassBuilder Builder;
    ModulePassManager Passes;
    EXPECT_FALSE(
        errorToBool(Builder.parsePassPipeline(Passes, latePasses(Config))));
    EXPECT_TRUE(StringRef(latePasses(Config)).contains("slp-vectorizer"));
  }
}

TEST(LatePasses, ThereAreNoneOfLowLevels) {
  lto::Config Config;
  for (unsigned Level : {0u, 1u}) {
    Config.OptLevel = Level;
    EXPECT_EQ(latePasses(Config), "");
  }
}

TEST(LatePasses, GateClosesOnceAndLetsDeadCodeOut) {
  OptPassGate Usual;
  EarlyPasses Gate(Usual);
  EXPECT_TRUE(Gate.shouldRunPass("instcombine", "f"));
  EXPECT_FALSE(Gate.shouldRunPass("gvn", "f"));
  EXPECT_FALSE(Gate.shouldRunPass("instcombine", "g"));
  EXPECT_TRUE(Gate.shouldRunPass("globaldce", "[module]"));
}

TEST(LatePasses, TypeTestsCannotWait) {
  LLVMContext Context;
  auto Plain = parse(Context, "declare void @f()");
  EXPECT_TRUE(canWait(*Plain));
  auto Tests = parse(Context, "declare i1 @llvm.type.test(ptr, metadata)");
  EXPECT_FALSE(canWait(*Tests));
}

} // namespace
