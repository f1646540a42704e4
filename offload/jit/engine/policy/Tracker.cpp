//===- Tracker.cpp - Which facts are worth specialising for ---------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tracker.h"

#include <algorithm>

using namespace ompjit;
using namespace ompjit::jit;

/// A kernel may have so many times more images for combinations of values than
/// the threshold says: a few values of two facts each are worth their images if
/// launches repeat them.
static constexpr uint64_t CombinationFactor = 2;

std::vector<FactName>
Tracker::toGiveUp(const std::vector<CountedFact> &Facts) const {
  std::vector<FactName> Names;
  if (State.Specializations <= Threshold)
    return Names;
  for (const CountedFact &Fact : Facts)
    if (double(changesOf(Fact.Name)) > Ratio * double(State.Specializations))
      Names.push_back(Fact.Name);
  return Names;
}

bool Tracker::isCombination(const std::vector<CountedFact> &Facts,
                            const std::vector<uint64_t> &Values) const {
  for (size_t I = 0; I != Facts.size(); ++I) {
    const auto Place = State.Seen.find(Facts[I].Name);
    if (Place == State.Seen.end() || !Place->second.contains(Values[I]))
      return false;
  }
  return !Facts.empty();
}

std::vector<FactName>
Tracker::toGiveUpCombined(const std::vector<CountedFact> &Facts,
                          const std::vector<uint64_t> &Values) {
  if (State.Combinations <= CombinationFactor * Threshold ||
      double(State.Combinations) <= Ratio * double(State.Specializations) ||
      !isCombination(Facts, Values))
    return {};
  State.Combinations = 0;
  return mostChanging(Facts);
}

std::vector<FactName>
Tracker::mostChanging(const std::vector<CountedFact> &Facts) const {
  uint64_t Most = 0;
  for (const CountedFact &Fact : Facts)
    Most = std::max(Most, changesOf(Fact.Name));
  std::vector<FactName> Names;
  for (const CountedFact &Fact : Facts)
    if (changesOf(Fact.Name) == Most)
      Names.push_back(Fact.Name);
  return Names;
}

void Tracker::giveUp(const CountedFact &Lost, uint32_t Uses) {
  HasNews |= State.giveUp({Lost.Name, classesLeft(Lost, Uses)});
}

bool Tracker::giveUpEqual(const CountedFact &Lost, uint64_t Value,
                          uint64_t Same) {
  std::unordered_set<uint64_t> Others = State.Seen[Lost.Name];
  Others.erase(Value);
  Others.erase(Same);
  const bool IsScalar = Lost.Name.Kind == FactKind::Scalar;
  const bool IsNew = State.giveUp(
      {Lost.Name,
       IsScalar ? classesOf(Others, Lost.Mask) & (ClassZero | ClassOne) : 0});
  HasNews |= IsNew;
  return IsNew;
}

std::optional<FactName> Tracker::takeGivenUp() {
  if (NumTaken == State.GivenUp.size())
    return std::nullopt;
  return State.GivenUp[NumTaken++].Name;
}

const TrackerState::GivenUpFact *Tracker::findTaken(FactName Name) const {
  for (size_t I = 0; I != NumTaken; ++I)
    if (State.GivenUp[I].Name == Name)
      return &State.GivenUp[I];
  return nullptr;
}

bool Tracker::giveUpSlow(const CountedFact &Lost) {
  const bool IsNew = State.giveUp({Lost.Name, 0});
  HasNews |= IsNew;
  return IsNew;
}

void Tracker::addTrial(const cache::Key &Key, TrialOutcome Outcome) {
  State.addTrial(Key, Outcome);
  HasNews = true;
}

std::optional<TrialOutcome> Tracker::trialOf(const cache::Key &Key) const {
  auto Place = State.Trials.find(Key);
  if (Place == State.Trials.end())
    return std::nullopt;
  return Place->second;
}

bool Tracker::losesTrials() const {
  size_t NumLost = 0;
  for (const auto &[Key, Outcome] : State.Trials)
    NumLost += Outcome == TrialOutcome::Slower;
  return NumLost >= 2 && 2 * NumLost > State.Trials.size();
}

/// Divisors and widths are of use for numbers in arithmetic; 0 and 1 decide
/// branches, too.
uint64_t Tracker::classesLeft(const CountedFact &Lost, uint32_t Uses) const {
  auto Place = State.Seen.find(Lost.Name);
  if (Lost.Name.Kind != FactKind::Scalar || Place == State.Seen.end())
    return 0;
  const uint64_t Classes = classesOf(Place->second, Lost.Mask);
  const bool IsCountedWith = Uses & (package::UseLoopBound | package::UseIndex);
  return IsCountedWith ? Classes : Classes & (ClassZero | ClassOne);
}

std::vector<CountedFact>
Tracker::left(const std::vector<CountedFact> &All) const {
  std::vector<CountedFact> Left;
  for (const CountedFact &Fact : All) {
    const TrackerState::GivenUpFact *Lost = findTaken(Fact.Name);
    const FactName Class = {FactKind::Class, Fact.Name.Parameter};
    if (!Lost)
      Left.push_back(Fact);
    else if (Lost->Classes != 0 && !findTaken(Class))
      Left.push_back({Class, Fact.Mask, Lost->Classes});
  }
  std::sort(Left.begin(), Left.end(),
            [](const CountedFact &A, const CountedFact &B) {
              return A.Name < B.Name;
            });
  return Left;
}

void Tracker::count(const std::vector<CountedFact> &Facts,
                    const std::vector<uint64_t> &Values) {
  ++State.Specializations;
  if (isCombination(Facts, Values))
    ++State.Combinations;
  for (size_t I = 0; I != Facts.size(); ++I) {
    std::unordered_set<uint64_t> &Seen = State.Seen[Facts[I].Name];
    HasNews |= Seen.insert(Values[I]).second && Seen.size() > 1;
  }
}

uint64_t Tracker::changesOf(FactName Name) const {
  auto Place = State.Seen.find(Name);
  return Place == State.Seen.end() ? 0 : Place->second.size() - 1;
}
