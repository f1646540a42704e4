//===- FactPolicyTest.cpp - Tests of which facts are given up -------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "policy/FactPolicy.h"

#include "ompjit/Jit/Settings.h"
#include "ompjit/PackageWriter.h"
#include "policy/FactSources.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace ompjit;
using namespace ompjit::jit;
using testing::HasSubstr;

namespace {

/// A kernel that is specialised for the size of its launches.
class FactPolicyTest : public testing::Test {
protected:
  FactPolicyTest() {
    Chosen.Threshold = 2;
    Chosen.Ratio = 0.5;
  }

  Settings Chosen;
  const PackageView Package;
  const KernelInfo Kernel{};
  const std::vector<CountedFact> All = {{{FactKind::Teams}, UINT32_MAX},
                                        {{FactKind::Threads}, UINT32_MAX}};
  const FactName Teams = All[0].Name, Threads = All[1].Name;
};

TEST_F(FactPolicyTest, GivesUpWhatChangesAndSaysWhy) {
  FactPolicy Facts(Chosen, Package, Kernel, All);
  Scheme First(All);
  for (uint64_t I = 1; I != 4; ++I)
    EXPECT_TRUE(Facts.consider(First.variant({I, 64})).empty());
  const Reasons Lost = Facts.consider(First.variant({4, 64}));
  ASSERT_EQ(Lost.size(), 1u);
  EXPECT_EQ(Lost.begin()->first, Teams);
  EXPECT_THAT(Lost.begin()->second, HasSubstr("3 specialisations"));
  ASSERT_EQ(Facts.factsLeft().size(), 1u);
  EXPECT_EQ(Facts.factsLeft()[0].Name, Threads);
}

/// Asks for a variant for each pair of a triangle, each of which is new, until
/// facts are given up; returns how many there were.
unsigned countPairs(FactPolicy &Facts, Scheme &Owner, Reasons &Lost) {
  unsigned Count = 0;
  for (uint64_t I = 0; I != 18; ++I)
    for (uint64_t J = 0; J <= I; ++J, ++Count)
      if (Lost = Facts.consider(Owner.variant({I, J})); !Lost.empty())
        return Count;
  return Count;
}

TEST_F(FactPolicyTest, GivesUpWhatLeadsToCombinationsOnly) {
  Chosen.Threshold = 8;
  FactPolicy Facts(Chosen, Package, Kernel, All);
  Scheme First(All);
  Reasons Lost;
  // Neither of the two has a new value in more than half of the variants.
  EXPECT_EQ(countPairs(Facts, First, Lost), 31u);
  ASSERT_EQ(Lost.size(), 1u);
  EXPECT_EQ(Lost.begin()->first, Teams);
  EXPECT_EQ(Lost.begin()->second,
            "17 of 31 specialisations only combined known values anew");
}

/// A package with a kernel that takes three numbers, of which the program names
/// the first two.
class NamedFacts : public FactPolicyTest {
protected:
  NamedFacts() {
    PackageContents Contents;
    Contents.Triple = "x86_64-pc-linux-gnu";
    Contents.Arch = "x86-64";
    Contents.Parts = {{"bitcode", 7, package::Compression::None}};
    auto Number = [](uint32_t Uses) {
      return ParameterInfo{package::ParameterKind::Scalar, 64, uint16_t(Uses),
                           0, ~uint64_t(0)};
    };
    Contents.Kernels.push_back(
        {"entry",
         "k",
         {Number(package::UseBranch | package::UseAlways),
          Number(package::UseBranch | package::UseNever),
          Number(package::UseBranch)},
         {}});
    Bytes = writePackage(Contents);
    View = *PackageView::parse(Bytes);
    Named = View.kernel(0);
    Facts = factsOf(View, Named, Chosen, {}, /*KnowsSize=*/false);
  }

  std::string Bytes;
  PackageView View;
  KernelInfo Named{};
  std::vector<CountedFact> Facts;
};

TEST_F(NamedFacts, WhatMustNeverCountIsNoFact) {
  ASSERT_EQ(Facts.size(), 2u);
  EXPECT_EQ(Facts[0].Name, (FactName{FactKind::Scalar, 0}));
  EXPECT_EQ(Facts[1].Name, (FactName{FactKind::Scalar, 2}));
}

TEST_F(NamedFacts, WhatIsNamedIsNotGivenUpForChanging) {
  FactPolicy Policy(Chosen, View, Named, Facts);
  Scheme First(Facts);
  for (uint64_t I = 1; I != 100; ++I)
    EXPECT_TRUE(Policy.consider(First.variant({I, 64})).empty()) << I;
  // The other one is, even if both change together.
  FactPolicy Both(Chosen, View, Named, Facts);
  Scheme Second(Facts);
  Reasons Lost;
  for (uint64_t I = 1; I != 100 && Lost.empty(); ++I)
    Lost = Both.consider(Second.variant({I, I}));
  ASSERT_EQ(Lost.size(), 1u);
  EXPECT_EQ(Lost.begin()->first, (FactName{FactKind::Scalar, 2}));
}

TEST_F(NamedFacts, ImagesAreBounded) {
  FactPolicy Policy(Chosen, View, Named, Facts);
  Scheme First(Facts);
  Reasons Lost;
  uint64_t Count = 0;
  for (; Count != 5000 && Lost.empty(); ++Count)
    Lost = Policy.consider(First.variant({Count, 64}));
  EXPECT_EQ(Count, 4097u);
  ASSERT_EQ(Lost.size(), 1u);
  EXPECT_EQ(Lost.begin()->first, (FactName{FactKind::Scalar, 0}));
}

/// A kernel with an array of two words that the program names, and a field that
/// it does not name.
class NamedArrayFacts : public FactPolicyTest {
protected:
  NamedArrayFacts() {
    using namespace package;
    PackageContents Contents;
    Contents.Triple = "x86_64-pc-linux-gnu";
    Contents.Arch = "x86-64";
    Contents.Parts = {{"bitcode", 7, Compression::None}};
    Contents.Kernels.push_back(
        {"entry",
         "k",
         {{ParameterKind::Pointer, 64, UseIndex | UseArray, 8, 0}},
         {}});
    Contents.Kernels[0].Fields = {{0, 0, UseAlways | UseArray, 64},
                                  {0, 8, UseAlways | UseArray, 64},
                                  {0, 16, UseBranch, 32}};
    Bytes = writePackage(Contents);
    View = *PackageView::parse(Bytes);
    Named = View.kernel(0);
    Chosen.Specialize = SpecializeFields;
    Facts = factsOf(View, Named, Chosen, {}, /*KnowsSize=*/false);
  }

  std::string Bytes;
  PackageView View;
  KernelInfo Named{};
  std::vector<CountedFact> Facts;
};

TEST_F(NamedArrayFacts, TheirSetIsNotGivenUpForChanging) {
  ASSERT_EQ(Facts.size(), 4u);
  FactPolicy Policy(Chosen, View, Named, Facts);
  Scheme First(Facts);
  Reasons Lost;
  for (uint64_t I = 1; I != 100 && Lost.empty(); ++I)
    Lost = Policy.consider(First.variant({I, I, I, 7}));
  ASSERT_EQ(Lost.size(), 1u);
  EXPECT_EQ(Lost.begin()->first, (FactName{FactKind::Field, 0, 16, 32}));
}

TEST_F(NamedArrayFacts, LostTrialsDoNotTakeTheirSet) {
  FactPolicy Policy(Chosen, View, Named, Facts);
  Scheme First(Facts);
  for (unsigned char I = 1; I != 3; ++I) {
    cache::Key Key;
    Key.Bytes[0] = I;
    Variant &Tried = First.variant({I, I, 1, 7});
    EXPECT_TRUE(Policy.consider(Tried).empty());
    Policy.addTrial(Key, TrialOutcome::Slower, Tried, /*IsCurrent=*/true);
  }
  const Reasons Lost = Policy.consider(First.variant({9, 9, 1, 7}));
  ASSERT_EQ(Lost.size(), 1u);
  EXPECT_EQ(Lost.begin()->first, (FactName{FactKind::Field, 0, 16, 32}));
}

TEST_F(NamedArrayFacts, AnArrayIsGivenUpAsAWhole) {
  FactPolicy Policy(Chosen, View, Named, Facts);
  Scheme First(Facts);
  Reasons Lost;
  for (uint64_t I = 0; I != 5000 && Lost.empty(); ++I)
    Lost = Policy.consider(First.variant({I, 1, 1, 7}));
  ASSERT_EQ(Lost.size(), 2u);
  EXPECT_TRUE(Lost.contains({FactKind::Field, 0, 0, 64}));
  EXPECT_TRUE(Lost.contains({FactKind::Field, 0, 8, 64}));
}

TEST_F(NamedFacts, SameCodeAndLostTrialsChangeNothing) {
  FactPolicy Policy(Chosen, View, Named, Facts);
  Scheme First(Facts);
  Variant &One = First.variant({1, 64}), &Two = First.variant({2, 65});
  EXPECT_TRUE(Policy.consider(One).empty());
  EXPECT_TRUE(Policy.consider(Two).empty());
  Policy.learnSame(One, Two);
  const Reasons Lost = Policy.consider(First.variant({3, 66}));
  ASSERT_EQ(Lost.size(), 1u);
  EXPECT_EQ(Lost.begin()->first, (FactName{FactKind::Scalar, 2}));
}

TEST_F(FactPolicyTest, AFewCombinationsAreKept) {
  Chosen.Threshold = 8;
  FactPolicy Facts(Chosen, Package, Kernel, All);
  Scheme First(All);
  for (uint64_t I = 0; I != 5; ++I)
    for (uint64_t J = 0; J != 5; ++J)
      EXPECT_TRUE(Facts.consider(First.variant({I, (I + J) % 5})).empty());
}

TEST_F(FactPolicyTest, ANewValueIsNoCombination) {
  FactPolicy Facts(Chosen, Package, Kernel, All);
  Scheme First(All);
  for (uint64_t I = 0; I != 4; ++I)
    for (uint64_t J = 0; J <= I; ++J)
      EXPECT_TRUE(Facts.consider(First.variant({I, J})).empty());
  // There are ten specialisations, three of them combinations.
  EXPECT_TRUE(Facts.consider(First.variant({4, 4})).empty());
}

TEST_F(FactPolicyTest, CountsAVariantOnce) {
  FactPolicy Facts(Chosen, Package, Kernel, All);
  Scheme First(All);
  for (int I = 0; I != 9; ++I)
    EXPECT_TRUE(Facts.consider(First.variant({1, 64})).empty());
  EXPECT_TRUE(Facts.consider(First.variant({2, 64})).empty());
}

TEST_F(FactPolicyTest, WhatMakesNoDifferenceGoesBeforeTheNextVariant) {
  FactPolicy Facts(Chosen, Package, Kernel, All);
  Scheme First(All);
  Variant &One = First.variant({1, 64}), &Two = First.variant({1, 128});
  EXPECT_TRUE(Facts.consider(One).empty());
  EXPECT_TRUE(Facts.consider(Two).empty());
  Facts.learnSame(One, Two);
  const Reasons Lost = Facts.consider(First.variant({2, 64}));
  ASSERT_EQ(Lost.size(), 1u);
  EXPECT_EQ(Lost.begin()->first, Threads);
  EXPECT_EQ(Lost.begin()->second, "it makes no difference to the code");
  EXPECT_EQ(Facts.factsLeft().size(), 1u);
}

TEST_F(FactPolicyTest, LosesInTrialsGoWithTheCurrentSchemeOnly) {
  for (bool IsCurrent : {false, true}) {
    FactPolicy Facts(Chosen, Package, Kernel, All);
    Scheme First(All);
    for (unsigned char I = 1; I != 3; ++I) {
      cache::Key Key;
      Key.Bytes[0] = I;
      Facts.addTrial(Key, TrialOutcome::Slower, First.variant({I, 64}),
                     IsCurrent);
      EXPECT_EQ(Facts.trialOf(Key), TrialOutcome::Slower);
    }
    const Reasons Lost = Facts.consider(First.variant({9, 64}));
    EXPECT_EQ(Lost.size(), IsCurrent ? 1u : 0u);
    if (IsCurrent)
      EXPECT_THAT(Lost.begin()->second, HasSubstr("slower"));
  }
}

TEST_F(FactPolicyTest, AnEarlierRunsFactsGoOneByOne) {
  FactPolicy Before(Chosen, Package, Kernel, All);
  Scheme First(All);
  for (uint64_t I = 1; I != 5; ++I)
    Before.consider(First.variant({I, I}));
  std::optional<TrackerState> News = Before.takeNews();
  ASSERT_TRUE(News);
  EXPECT_FALSE(Before.takeNews());

  FactPolicy Now(Chosen, Package, Kernel, All);
  Now.resume(*News);
  Scheme Again(All);
  const Reasons Lost = Now.consider(Again.variant({1, 1}));
  ASSERT_EQ(Lost.size(), 1u);
  EXPECT_EQ(Lost.begin()->second, "an earlier run gave it up");
  Scheme Less(Now.factsLeft());
  ASSERT_EQ(Less.counted().size(), 1u);
  EXPECT_EQ(Now.consider(Less.variant({1})).size(), 1u);
  EXPECT_TRUE(Now.factsLeft().empty());
}

TEST_F(FactPolicyTest, ToAbandonGivesUpEverything) {
  FactPolicy Facts(Chosen, Package, Kernel, All);
  const Reasons Lost = Facts.abandon(Scheme(All), "the compile failed");
  EXPECT_EQ(Lost.size(), 2u);
  for (const auto &[Name, Why] : Lost)
    EXPECT_EQ(Why, "the compile failed");
}

} // namespace
