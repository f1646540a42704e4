//===- FactsTest.cpp - Tests of the table of facts ------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Facts.h"

#include "gtest/gtest.h"

#include <bit>
#include <fstream>
#include <set>
#include <sstream>

using namespace ompjit;

namespace {

bool has(std::string_view Text, std::string_view Part) {
  return Text.find(Part) != Text.npos;
}

/// Returns a fact of the kind. Its name has all parts that it may have, and all
/// kinds allow its value.
Fact exampleOf(const FactTraits &Row) {
  Fact Example{{Row.Kind}, 1};
  if (Row.hasParameter())
    Example.Name.Parameter = 3;
  if (Row.Subject == FactSubject::Place) {
    Example.Name.OffsetBytes = 8;
    Example.Name.WidthBits = 32;
  }
  return Example;
}

TEST(FactTable, HasARowForEachKindInTheirOrder) {
  for (uint32_t I = 0; I != NumFactKinds; ++I)
    EXPECT_EQ(uint32_t(FactTable[I].Kind), I) << "row " << I;
}

TEST(FactTable, HasAllWordsOfARow) {
  std::set<std::string_view> Words, Keys, Texts;
  for (const FactTraits &Row : FactTable) {
    const uint32_t I = uint32_t(&Row - FactTable);
    EXPECT_TRUE(!Row.Word.empty() && Words.insert(Row.Word).second) << I;
    EXPECT_TRUE(!Row.Key.empty() && Keys.insert(Row.Key).second) << I;
    EXPECT_TRUE(!Row.Text.empty() && Texts.insert(Row.Text).second) << I;
    EXPECT_TRUE(Row.OldWord.empty() || Words.insert(Row.OldWord).second) << I;
    EXPECT_EQ(Row.isInRequests(), !Row.Meaning.empty()) << I;
    EXPECT_TRUE(Row.ValueBits >= 1 && Row.ValueBits <= 64) << I;
    EXPECT_EQ(std::popcount(uint32_t(Row.Group)), 1) << I;
  }
}

TEST(FactTable, PlacesWhatANameHas) {
  for (const FactTraits &Row : FactTable) {
    for (std::string_view Pattern : {Row.Key, Row.Text}) {
      EXPECT_EQ(has(Pattern, "P"), Row.hasParameter()) << Pattern;
      EXPECT_EQ(has(Pattern, "OFFSET") && has(Pattern, "WIDTH"),
                Row.Subject == FactSubject::Place)
          << Pattern;
    }
    // The key of a scalar is the parameter alone.
    EXPECT_TRUE(Row.Kind == FactKind::Scalar || Row.Key.starts_with(Row.Word));
  }
}

TEST(FactTable, HasARowForEachSpecialization) {
  std::set<std::string_view> Words;
  uint32_t Known = 0;
  for (const SpecializationTraits &Row : SpecializationTable) {
    EXPECT_EQ(std::popcount(uint32_t(Row.Bit)), 1) << Row.Word;
    EXPECT_EQ(Known & Row.Bit, 0u) << Row.Word;
    Known |= Row.Bit;
    EXPECT_TRUE(!Row.Word.empty() && Words.insert(Row.Word).second) << Row.Bit;
    EXPECT_TRUE(Row.OldWord.empty() || Words.insert(Row.OldWord).second)
        << Row.OldWord;
    EXPECT_FALSE(Row.Meaning.empty()) << Row.Word;
  }
  for (const FactTraits &Row : FactTable)
    EXPECT_TRUE(Known & Row.Group) << Row.Word;
}

TEST(Facts, AreReadInTheFormOfTheirRow) {
  for (const FactTraits &Row : FactTable) {
    if (!Row.isInRequests())
      continue;
    Fact Wanted = exampleOf(Row);
    std::string Text = "1";
    if (Row.hasParameter())
      Text = "3=0x1";
    if (Row.Subject == FactSubject::Place)
      Text = "3+8:32=1";
    if (Row.Subject == FactSubject::Pointers)
      Text = "0,0";
    std::optional<Fact> Read = readFact(Row.Kind, Text);
    ASSERT_TRUE(Read) << Row.Word;
    EXPECT_EQ(*Read, Wanted) << Row.Word;
    EXPECT_FALSE(readFact(Row.Kind, Text + "x")) << Row.Word;
    EXPECT_FALSE(readFact(Row.Kind, "")) << Row.Word;
    EXPECT_FALSE(readFact(Row.Kind, "=" + Text)) << Row.Word;
  }
}

TEST(Facts, HaveValuesThatTheirKindAllows) {
  EXPECT_TRUE(readFact(FactKind::Scalar, "1=0xffffffffffffffff"));
  EXPECT_FALSE(readFact(FactKind::Scalar, "4294967296=0"));
  EXPECT_TRUE(readFact(FactKind::NumDevices, "4294967295"));
  EXPECT_FALSE(readFact(FactKind::NumDevices, "4294967296"));
  EXPECT_TRUE(readFact(FactKind::NumDevices, "0"));
  EXPECT_FALSE(readFact(FactKind::Teams, "0"));
  EXPECT_FALSE(readFact(FactKind::Disjoint, "1,64"));
}

// The document must have the words of the setting, of keys and of statistics.
TEST(FactTable, IsInTheDocument) {
  std::ostringstream Text;
  Text << std::ifstream(OMPJIT_SOURCE_DIR "/docs/specialisation.md").rdbuf();
  const std::string Document = Text.str();
  for (const SpecializationTraits &Row : SpecializationTable)
    EXPECT_TRUE(has(Document, "| `" + std::string(Row.Word) + "` | "))
        << Row.Word;
  for (const FactTraits &Row : FactTable) {
    const std::string Word(Row.Word);
    const bool IsBare = Row.Kind == FactKind::Scalar;
    if (Row.isInRequests() && !IsBare)
      EXPECT_TRUE(has(Document, Word + (Row.hasParameter() ? "(" : "=")))
          << Word;
  }
}

// Statistics, keys of the cache and tests contain these names.
TEST(Facts, HaveTheirNames) {
  const FactName Field = exampleOf(traitsOf(FactKind::Field)).Name;
  EXPECT_EQ(Field.shortName(), "field(3+8:32)");
  EXPECT_EQ(Field.describe(), "the 32 bits at offset 8 behind parameter 3");
  EXPECT_EQ((FactName{FactKind::Scalar, 3}.shortName()), "3");
  EXPECT_EQ((FactName{FactKind::Scalar, 3}.describe()), "parameter 3");
  EXPECT_EQ((FactName{FactKind::Alignment, 12}.shortName()), "align(12)");
  EXPECT_EQ((FactName{FactKind::Alignment, 12}.describe()),
            "the alignment of parameter 12");
  EXPECT_EQ(FactName{FactKind::Disjoint}.shortName(), "disjoint");
}

} // namespace
