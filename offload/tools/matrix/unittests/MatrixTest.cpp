//===- MatrixTest.cpp - Tests of matrices and their products --------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Product.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

using namespace ompjit;
using namespace ompjit::matrix;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

namespace {

using Texts = std::vector<std::string>;

/// The entries as "name=value name=value", or the error.
Texts product(const std::string &Json) {
  Result<Node> Root = readMatrix(Json, "m.json");
  if (!Root)
    return {Root.error().message()};
  Result<std::vector<Entry>> Entries = multiply(*Root);
  if (!Entries)
    return {Entries.error().message()};
  Texts All;
  for (const Entry &Each : *Entries) {
    std::string Text;
    for (const auto &[Name, Value] : Each)
      Text += (Text.empty() ? "" : " ") + Name + "=" + Value.Text;
    All.push_back(Text);
  }
  return All;
}

Texts warnings(const std::string &Json) {
  Result<Node> Root = readMatrix(Json, "m.json");
  if (!Root)
    return {Root.error().message()};
  Texts All;
  for (const Warning &Each : review(*Root))
    All.push_back(std::to_string(Each.Line) + ": " + Each.Text);
  return All;
}

// NOLINTNEXTLINE(readability-identifier-naming): a matcher of GoogleTest.
auto fails(const std::string &Text) { return ElementsAre(HasSubstr(Text)); }

TEST(Product, CombinesGroupsAndTheLastKeyVariesFastest) {
  EXPECT_THAT(product(R"({"b": ["1", "2"], "a": ["x", "y"]})"),
              ElementsAre("a=x b=1", "a=x b=2", "a=y b=1", "a=y b=2"));
}

TEST(Product, VisitsKeysInTheOrderOfCodePoints) {
  // "B" < "_" < "a" < U+00E4 < U+FFFD < U+10000.
  EXPECT_THAT(product(R"({"\ud800\udc00": ["1","2"], "\ufffd": ["3","4"]})"),
              ElementsAre("\uFFFD=3 \U00010000=1", "\uFFFD=3 \U00010000=2",
                          "\uFFFD=4 \U00010000=1", "\uFFFD=4 \U00010000=2"));
  EXPECT_THAT(product(R"({"a": ["1","2"], "B": ["3","4"]})"),
              ElementsAre("B=3 a=1", "B=3 a=2", "B=4 a=1", "B=4 a=2"));
}

TEST(Product, OfALeafOrAnEmptyGroupHasOneEntry) {
  EXPECT_THAT(product(R"({"a": "x"})"), ElementsAre("a=x"));
  EXPECT_THAT(product("{}"), ElementsAre(""));
}

TEST(Product, FlattensListsAndTakesTheNearestKey) {
  EXPECT_THAT(product(R"({"a": [["x", ["y"]], "z", {"b": "1"}]})"),
              ElementsAre("a=x", "a=y", "a=z", "b=1"));
  EXPECT_THAT(product(R"([{"a": "x"}, {"b": ["1", "2"]}])"),
              ElementsAre("a=x", "b=1", "b=2"));
}

TEST(Product, GroupsChooseTogether) {
  EXPECT_THAT(product(R"({"_t": [{"T": "float", "c": "f"},
                                 {"T": "double", "c": "d"}], "n": ["1", "2"]})"),
              ElementsAre("T=float c=f n=1", "T=float c=f n=2",
                          "T=double c=d n=1", "T=double c=d n=2"));
}

TEST(Product, OfASearchKernelHas24Entries) {
  const Texts All = product(R"({
    "_types": [
      {"T": "float", "OutT": ["float", "double"]},
      {"T": "__half", "OutT": "float"}
    ],
    "IdxT": ["uint32_t", "int64_t"],
    "_kernel": [
      {"variant": "optimized", "veclen": ["1", "4"]},
      {"variant": "standard", "veclen": ["8", "16"]}
    ]
  })");
  EXPECT_EQ(All.size(), 24u);
  // Upper case sorts before the underscore: the index type varies slowest, and
  // the types of data fastest.
  EXPECT_EQ(All[0],
            "IdxT=uint32_t OutT=float T=float variant=optimized veclen=1");
  EXPECT_EQ(All[1],
            "IdxT=uint32_t OutT=double T=float variant=optimized veclen=1");
  EXPECT_EQ(All[2],
            "IdxT=uint32_t OutT=float T=__half variant=optimized veclen=1");
  EXPECT_EQ(All[3],
            "IdxT=uint32_t OutT=float T=float variant=optimized veclen=4");
  EXPECT_EQ(All[23],
            "IdxT=int64_t OutT=float T=__half variant=standard veclen=16");
  EXPECT_EQ(std::set<std::string>(All.begin(), All.end()).size(), 24u);
}

TEST(Product, ConvertsWhatIsNoString) {
  EXPECT_THAT(product(R"({"a": [null, true, false, 1.50, 1e3, -0, -7,
                                18446744073709551616]})"),
              ElementsAre("a=", "a=ON", "a=OFF", "a=1.50", "a=1e3", "a=-0",
                          "a=-7", "a=18446744073709551616"));
}

TEST(Product, KeepsValuesAsTheyAre) {
  EXPECT_THAT(product(R"({"a": "x;y \"q\" [b] \\ \n ${c} @d@"})"),
              ElementsAre("a=x;y \"q\" [b] \\ \n ${c} @d@"));
}

TEST(Product, NeedsANameForEachValue) {
  EXPECT_THAT(product(R"(["x"])"), fails("the value \"x\" at root[0] has no "
                                         "name"));
  EXPECT_THAT(product(R"("x")"), fails("at root has no name"));
}

TEST(Product, NamesBothPathsOfANameThatIsSetTwice) {
  EXPECT_THAT(
      product(R"({"_g": [{"a": "1"}], "a": ["2"]})"),
      fails("\"a\" has two values in one entry: \"1\" at root._g[0].a and "
            "\"2\" at root.a[0]"));
  // Equal values contradict nothing.
  EXPECT_THAT(product(R"({"_g": [{"a": "1"}], "a": "1"})"), ElementsAre("a=1"));
}

TEST(Product, ReportsEqualEntries) {
  EXPECT_THAT(product(R"({"a": ["1", "2", "1"], "b": "x"})"),
              fails("two entries are equal, {a=\"1\", b=\"x\"}: one has "
                    "root.a[0], the other one root.a[2]"));
}

TEST(Product, NamesTheListThatLeavesNothing) {
  EXPECT_THAT(product(R"({"a": ["1"], "b c": [[], []]})"),
              fails("no entry, because the list at root[\"b c\"][0] is empty"));
  EXPECT_THAT(product("[]"), fails("the list at root is empty"));
  EXPECT_THAT(product(R"([{"a": []}, {"a": "1"}])"), ElementsAre("a=1"));
}

TEST(Product, EndsBeforeMemoryDoes) {
  std::string Json = "{";
  for (int Key = 0; Key != 40; ++Key)
    Json += "\"k" + std::to_string(Key) + "\": [\"1\", \"2\"], ";
  EXPECT_THAT(product(Json + R"("a": "1"})"),
              fails("more than 100000 entries"));
  EXPECT_THAT(product(Json + R"("a": []})"), fails("the list at root.a"));
}

TEST(Matrix, TellsWhereItIsNoJson) {
  EXPECT_THAT(product("{\"a\": [\n  1,\n  x]}"),
              fails("m.json:3:3: this is no JSON: syntax error"));
  EXPECT_THAT(product(""), fails("m.json:1:1: this is no JSON: "));
  EXPECT_THAT(product("{} {}"), fails("m.json:1:4: this is no JSON: "));
  EXPECT_THAT(product("{\"a\": 1e999}"), fails("m.json:1:"));
  EXPECT_THAT(product("{\"a\": \"\xff\"}"), fails("m.json:1:"));
}

TEST(Matrix, RefusesWhatNobodyCanMean) {
  EXPECT_THAT(product("{\"a\": 1,\n \"b\": {\"c\": 1, \"c\": 2}}"),
              fails("m.json:2: the key \"c\" is twice in one group, at "
                    "root.b.c"));
  EXPECT_THAT(product(R"({"a": {"": "1"}})"),
              fails("m.json:1: a key is empty, at root.a[\"\"]; no value can "
                    "have its name"));
  EXPECT_THAT(product(R"({"a": ["x\u0000y"]})"),
              fails("m.json:1: the value at root.a[0] holds a null character"));
  EXPECT_THAT(product(std::string(200, '[') + std::string(200, ']')),
              fails("more than 100 levels"));
}

TEST(Warnings, TellOfKeysThatGroupAndDoNotSayIt) {
  EXPECT_THAT(warnings("{\"t\":\n [{\"a\": \"1\"}], \"e\": []}"),
              ElementsAre(AllOf(HasSubstr("the key \"e\" at root.e names no"),
                                HasSubstr("call it \"_e\"")),
                          AllOf(HasSubstr("2: the key \"t\" at root.t"),
                                HasSubstr("call it \"_t\""))));
}

TEST(Warnings, TellOfNamesWithAnUnderscore) {
  EXPECT_THAT(warnings(R"({"_g": [{"__a": [["1"]]}], "_": "2"})"),
              ElementsAre(AllOf(HasSubstr("\"_\" at root._"),
                                HasSubstr("call it something else")),
                          AllOf(HasSubstr("\"__a\" at root._g[0].__a"),
                                HasSubstr("call it \"a\""))));
}

TEST(Warnings, TellOfValuesThatAreNoStrings) {
  EXPECT_THAT(warnings(R"({"a": ["1", 1.50]})"),
              ElementsAre("1: the value at root.a[1] is no string and becomes "
                          "\"1.50\"; write \"1.50\" if that is meant"));
}

TEST(Warnings, AreNotOfGoodMatrices) {
  EXPECT_THAT(warnings(R"({"_t": [{"T": "float"}], "a": ["x", {"b": "1"}]})"),
              IsEmpty());
}

TEST(Text, IsAnArrayOfObjectsOfStrings) {
  Result<Node> Root = readMatrix(R"({"b": "x;\"y", "a": 1})", "m.json");
  ASSERT_TRUE(Root);
  Result<std::vector<Entry>> Entries = multiply(*Root);
  ASSERT_TRUE(Entries);
  EXPECT_EQ(asJson(*Entries), "[\n  {\n    \"a\": \"1\",\n    \"b\": "
                              "\"x;\\\"y\"\n  }\n]\n");
}

} // namespace
