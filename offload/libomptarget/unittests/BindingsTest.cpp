//===- BindingsTest.cpp - Tests of what is bound to functions -------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "device/Bindings.h"
#include "device/FunctionNames.h"
#include "device/LateBound.h"

#include "ompjit/PackageWriter.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>

using namespace ompjit;
using testing::ElementsAre;

namespace {

std::shared_ptr<const BoundFragment> fragment(const std::string &Name) {
  auto New = std::make_shared<BoundFragment>();
  New->Name = Name;
  New->Defines = {"_Z1fd", "__omp_rtl_debug_kind"};
  return New;
}

class BindingsTest : public testing::Test {
protected:
  /// Returns the name of what is bound to f in a region.
  std::string found(const std::string &Region = "r") {
    const std::vector<std::string> Names = {Region};
    const auto Found = Bound.find(Names, "f");
    return Found ? Found->Name : "nothing";
  }
  uint64_t begin(const std::shared_ptr<const BoundFragment> &Fragment,
                 const char *Region = "") {
    Result<uint64_t> Number = Bound.begin(Region, "f", Fragment);
    return Number ? *Number : 0;
  }

  jit::ProcessLocks Process{[](WorkRef Work) { Work(); }};
  Bindings Bound{Process};
  std::shared_ptr<const BoundFragment> A = fragment("a"), B = fragment("b"),
                                       C = fragment("c");
};

TEST_F(BindingsTest, TheLastOneHolds) {
  EXPECT_EQ(found(), "nothing");
  Bound.bind("", "f", A);
  EXPECT_EQ(found(), "a");
  Bound.bind("", "f", B);
  Bound.bind("", "g", C);
  EXPECT_EQ(found(), "b");
  EXPECT_TRUE(Bound.unbind("", "f"));
  EXPECT_EQ(found(), "nothing");
  EXPECT_FALSE(Bound.unbind("", "f"));
}

TEST_F(BindingsTest, OneForARegionHoldsThere) {
  Bound.bind("r", "f", A);
  Bound.bind("", "f", B);
  EXPECT_EQ(found("r"), "a");
  EXPECT_EQ(found("s"), "b");
  const uint64_t Scope = begin(C);
  EXPECT_EQ(found("r"), "a");
  EXPECT_EQ(found("s"), "c");
  Bound.end(Scope);
  EXPECT_FALSE(Bound.unbind("s", "f"));
  EXPECT_TRUE(Bound.unbind("r", "f"));
  EXPECT_EQ(found("r"), "b");
}

TEST_F(BindingsTest, ScopesEndInAnyOrder) {
  Bound.bind("", "f", A);
  const uint64_t Outer = begin(B), Inner = begin(C);
  EXPECT_EQ(found(), "c");
  Bound.end(Outer);
  EXPECT_EQ(found(), "c");
  Bound.end(Inner);
  EXPECT_EQ(found(), "a");
}

TEST_F(BindingsTest, ThreadsDoNotChangeEachOthersScopes) {
  const uint64_t Own = begin(A);
  std::thread([&] {
    EXPECT_EQ(begin(B), 0u);
    EXPECT_NE(begin(B, "r"), 0u);
    const uint64_t Same = begin(A);
    EXPECT_NE(Same, 0u);
    Bound.end(Same);
  }).join();
  Bound.end(Own);
  EXPECT_NE(begin(B), 0u);
}

TEST_F(BindingsTest, EachChangeGivesAnotherGeneration) {
  uint64_t Last = Bound.generation();
  auto IsNew = [&] {
    const uint64_t Now = Bound.generation();
    return std::exchange(Last, Now) != Now;
  };
  EXPECT_FALSE(IsNew());
  Bound.bind("", "f", A);
  EXPECT_TRUE(IsNew());
  const uint64_t Scope = begin(B);
  EXPECT_TRUE(IsNew());
  Bound.end(Scope);
  EXPECT_TRUE(IsNew());
  Bound.unbind("", "f");
  EXPECT_TRUE(IsNew());
  found();
  EXPECT_FALSE(IsNew());
}

TEST_F(BindingsTest, DamagedFragmentsAreRefused) {
  auto Known = Bound.know("x", "no fragment");
  ASSERT_FALSE(Known);
  EXPECT_THAT(Known.error().message(),
              testing::StartsWith("the fragment 'x' is damaged: "));
}

TEST(FunctionNames, AreThoseOfTheSource) {
  EXPECT_THAT(functionNames("f"), ElementsAre("f"));
  EXPECT_THAT(functionNames("_ZN2ns1fEdPi"),
              ElementsAre("_ZN2ns1fEdPi", "ns::f(double, int*)", "ns::f"));
  EXPECT_THAT(functionNames("_Z1fIFvvEEvT_"),
              testing::Contains("void f<void ()>"));
  // Instances of templates have results in their symbols.
  EXPECT_THAT(functionNames("_ZN4user7limiterIdEET_S1_S1_"),
              testing::IsSupersetOf({"user::limiter<double>(double, double)",
                                     "user::limiter<double>"}));
  EXPECT_THAT(functionNames("_ZNK4user2OpclEd"),
              testing::IsSupersetOf({"user::Op::operator()(double) const",
                                     "user::Op::operator()"}));
  EXPECT_THAT(functionNames("_ZNK4user2OpltEd"),
              testing::Contains("user::Op::operator<"));
  EXPECT_THAT(functionNames("_ZN4user12_GLOBAL__N_11fEd"),
              testing::Contains("user::(anonymous namespace)::f"));
  EXPECT_THAT(regionNames("__omp_offloading_fe00_a9_main_l14"),
              ElementsAre("__omp_offloading_fe00_a9_main_l14", "main, line 14",
                          "main"));
  EXPECT_THAT(regionNames("__omp_offloading_fe00_a9__Z4stepid_l14"),
              testing::IsSupersetOf(
                  {"step(int, double), line 14", "step(int, double)", "step"}));
}

TEST(LateBound, FindsTheFunctionThatIsMeant) {
  const std::vector<LateFunction> All = {
      {"__omp_offloading_1_2_main_l3", "_Z1fd"},
      {"__omp_offloading_1_2_main_l9", "_Z1fd"},
      {"__omp_offloading_1_2_main_l9", "_Z1ff"},
      {"__omp_offloading_1_2_other_l5", "g"}};
  auto Found = [&](std::string_view Region, std::string_view Function) {
    Result<std::string> Symbol = findLateFunction(All, Region, Function);
    return Symbol ? *Symbol : Symbol.error().message();
  };
  EXPECT_EQ(Found("", "f(double)"), "_Z1fd");
  EXPECT_EQ(Found("", "_Z1ff"), "_Z1ff");
  EXPECT_EQ(Found("main, line 3", "f"), "_Z1fd");
  EXPECT_EQ(Found("", "f"), "the program has several of that name: "
                            "'f(double)', 'f(float)'");
  EXPECT_EQ(Found("other", "f(float)"),
            "no target region 'other' calls it; these do: 'main, line 9'");
  EXPECT_EQ(Found("", "h"), "no target region calls a late-bound function of "
                            "that name; there is 'f(double)', 'f(float)', 'g'");
  EXPECT_EQ(Found("none", "h"),
            "no target region 'none' calls late-bound functions");
  EXPECT_THAT(findLateFunction({}, "", "h").error().message(),
              testing::StartsWith("the program has no late-bound functions"));
}

TEST(LateBound, AreThoseOfPackages) {
  PackageContents Contents;
  Contents.Triple = "t";
  Contents.Kernels = {{"host", "k", {}, {}}};
  Contents.Kernels[0].LateBound = {"f"};
  Contents.Parts = {{"BC", 2}};
  const std::string Bytes = writePackage(Contents);
  std::vector<LateFunction> All;
  addLateFunctions(*PackageView::parse(Bytes), All);
  ASSERT_EQ(All.size(), 1u);
  EXPECT_EQ(All[0].Kernel, "host");
  EXPECT_EQ(All[0].Symbol, "f");
}

TEST(LateBound, AFragmentHasToDefineTheFunction) {
  EXPECT_TRUE(checkDefines(*fragment("x"), "_Z1fd"));
  EXPECT_EQ(checkDefines(*fragment("x"), "_Z1gd").error().message(),
            "the fragment 'x' does not define 'g(double)'; it defines "
            "'f(double)'");
}

} // namespace
