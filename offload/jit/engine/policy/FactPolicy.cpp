//===- FactPolicy.cpp - The facts that a kernel keeps ---------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FactPolicy.h"

#include "FactSources.h"

#include <algorithm>

using namespace ompjit;
using namespace ompjit::jit;

FactPolicy::FactPolicy(const Settings &Chosen, const PackageView &Package,
                       const KernelInfo &Kernel,
                       const std::vector<CountedFact> &All)
    : Package(Package), Kernel(Kernel), All(All), Ratio(Chosen.Ratio),
      Track(Chosen.Threshold, Chosen.Ratio) {}

Reasons FactPolicy::consider(Variant &Wanted) {
  if (Wanted.IsCounted)
    return {};
  const Scheme &Owner = Wanted.scheme();
  if (Reasons Before = takeGivenUp(Owner); !Before.empty())
    return Before;
  std::vector<FactName> Names = Track.toGiveUp(Owner.counted());
  leaveNamed(Names);
  std::string Why = "its value was new in more than " +
                    std::to_string(unsigned(Ratio * 100)) + "% of " +
                    std::to_string(Track.specializations()) +
                    " specialisations";
  if (const uint64_t Combinations = Track.combinations(); Names.empty()) {
    Names = Track.toGiveUpCombined(Owner.counted(), Wanted.values());
    leaveNamed(Names);
    if (!Names.empty())
      Why = std::to_string(Combinations) + " of " +
            std::to_string(Track.specializations()) +
            " specialisations only combined known values anew";
  }
  if (Names.empty() && NumCounted >= Tracker::MaxImages) {
    Names = Track.mostChanging(Owner.counted());
    addRestOfArrays(Owner, Names);
    Why = "its values have led to " + std::to_string(Tracker::MaxImages) +
          " images";
  }
  Reasons Lost;
  for (const CountedFact &Fact : Owner.counted())
    if (std::find(Names.begin(), Names.end(), Fact.Name) != Names.end()) {
      Track.giveUp(Fact, usesOf(Fact.Name));
      Lost.emplace(Fact.Name, Why);
    }
  while (Track.takeGivenUp())
    ;
  if (Lost.empty()) {
    Track.count(Owner.counted(), Wanted.values());
    Wanted.IsCounted = true;
    ++NumCounted;
  }
  return Lost;
}

/// Takes the first fact that is given up but still in the scheme.
Reasons FactPolicy::takeGivenUp(const Scheme &Owner) {
  while (std::optional<FactName> Name = Track.takeGivenUp()) {
    const std::vector<CountedFact> &Counted = Owner.counted();
    if (std::none_of(
            Counted.begin(), Counted.end(),
            [&](const CountedFact &Fact) { return Fact.Name == *Name; }))
      continue;
    auto Why = Pending.extract(*Name);
    return {{*Name, Why ? Why.mapped() : "an earlier run gave it up"}};
  }
  return {};
}

Reasons FactPolicy::abandon(const Scheme &Current, const std::string &Why) {
  Reasons Lost;
  for (const CountedFact &Fact : Current.counted())
    Lost.emplace(Fact.Name, Why);
  Pending.clear();
  NumCounted = 0;
  return Lost;
}

std::vector<CountedFact> FactPolicy::factsLeft() {
  std::vector<CountedFact> Left = Track.left(All);
  matchKnownFields(Left);
  NumCounted = 0;
  return Left;
}

void FactPolicy::learnSame(const Variant &Before, const Variant &New) {
  const Scheme &Owner = New.scheme();
  for (size_t I : Owner.differences(Before, New)) {
    const CountedFact &Fact = Owner.counted()[I];
    if (!isNamed(Fact.Name) &&
        Track.giveUpEqual(Fact, Before.values()[I], New.values()[I]))
      Pending.emplace(Fact.Name, "it makes no difference to the code");
  }
}

void FactPolicy::addTrial(const cache::Key &Key, TrialOutcome How,
                          const Variant &Tried, bool IsCurrent) {
  Track.addTrial(Key, How);
  if (How != TrialOutcome::Slower || !Track.losesTrials() || !IsCurrent)
    return;
  for (const CountedFact &Fact : Tried.scheme().counted())
    if (!isNamed(Fact.Name) && Track.giveUpSlow(Fact))
      Pending.emplace(Fact.Name,
                      "images for it were slower than the generic one");
}

std::optional<TrackerState> FactPolicy::takeNews() {
  if (!Track.takeNews())
    return std::nullopt;
  return Track.state();
}

uint32_t FactPolicy::usesOf(FactName Name) const {
  if (Name.Kind != FactKind::Field && Name.Kind != FactKind::KnownFields)
    return Name.hasParameter() ? Package.parameter(Kernel, Name.Parameter).Uses
                               : 0;
  uint32_t Uses = 0;
  for (uint32_t I = 0; I != Kernel.NumFields; ++I) {
    const FieldInfo Field = Package.field(Kernel, I);
    // All fields need the fact which of them are known.
    if (Name.Kind == FactKind::KnownFields ||
        (Field.Parameter == Name.Parameter &&
         Field.OffsetBytes == Name.OffsetBytes &&
         Field.WidthBits == Name.WidthBits))
      Uses |= Field.Uses;
  }
  return Uses;
}

/// A part of an array is of no use to a loop that reads all of it.
void FactPolicy::addRestOfArrays(const Scheme &Owner,
                                 std::vector<FactName> &Names) const {
  auto IsOfArray = [this](FactName Name) {
    return Name.Kind == FactKind::Field && (usesOf(Name) & package::UseArray);
  };
  std::vector<FactName> Rest;
  for (const CountedFact &Each : Owner.counted())
    if (IsOfArray(Each.Name) &&
        std::any_of(Names.begin(), Names.end(), [&](FactName Name) {
          return IsOfArray(Name) && Name.Parameter == Each.Name.Parameter;
        }))
      Rest.push_back(Each.Name);
  Names.insert(Names.end(), Rest.begin(), Rest.end());
}
