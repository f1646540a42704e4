//===- Tracker.h - Which facts are worth specialising for -----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A fact whose value is new at almost every launch costs a compile each time
// and gains nothing. The tracker counts, for one kernel, all specialisations
// (N) and, for each fact i, those that had a new value of it (n_i; its first
// value does not count, so a fact that never varies has 0). Before the next
// specialisation, a fact with N > T and n_i / N > R is given up for good; for a
// scalar, the classes of the values that were seen may remain.
//
// Facts may also have few values each, but lead to an image for each of their
// combinations, such as the sizes of the blocks of a triangle. Specialisations
// without a new value of any fact are counted as well; if there are more than
// 2 T of them, and more than R of all, the facts with the most values are given
// up.
//
// Private to the engine. Not thread-safe: the kernel's lock covers it.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_JIT_TRACKER_H
#define OMPJIT_JIT_TRACKER_H

#include "TrackerState.h"
#include "variants/LaunchValues.h"

#include <optional>
#include <vector>

namespace ompjit::jit {

class Tracker {
public:
  Tracker(uint32_t Threshold, double Ratio)
      : Threshold(Threshold), Ratio(Ratio) {}

  /// The maximum number of images of a kernel with one set of facts. It bounds
  /// memory whatever the rule allows; besides, searching more images takes
  /// longer than running a generic one.
  static constexpr size_t MaxImages = 4096;

  /// Returns the facts that the rule gives up now.
  std::vector<FactName> toGiveUp(const std::vector<CountedFact> &) const;

  /// The same for facts whose values only lead to new combinations; empty
  /// unless these values are one.
  std::vector<FactName> toGiveUpCombined(const std::vector<CountedFact> &,
                                         const std::vector<uint64_t> &Values);

  /// The same for a kernel that has MaxImages: returns the facts whose values
  /// were new most often, at least one.
  std::vector<FactName> mostChanging(const std::vector<CountedFact> &) const;

  /// Gives the fact up, which stays in left() until takeGivenUp() returns it.
  /// \p Uses says how the kernel uses its parameter, a sum of
  /// package::ParameterUse.
  void giveUp(const CountedFact &, uint32_t Uses);

  /// The same for a fact two values of which gave the same code. For a scalar,
  /// 0 and 1 remain classes of their own if they gave other code. Returns false
  /// if the fact is given up already.
  bool giveUpEqual(const CountedFact &, uint64_t Value, uint64_t Same);

  /// The same for a fact of images that are slower than the generic one.
  bool giveUpSlow(const CountedFact &);

  /// Returns the next fact that was given up, in this run or an earlier one, in
  /// the order in which they were; nothing when all are taken.
  std::optional<FactName> takeGivenUp();

  /// Notes the result of a trial.
  void addTrial(const cache::Key &, TrialOutcome);
  std::optional<TrialOutcome> trialOf(const cache::Key &) const;
  bool hasTrials() const { return !State.Trials.empty(); }
  /// Whether so many images lost their trials that no more should be made: at
  /// least two, and more than did not lose.
  bool losesTrials() const;

  /// Returns the facts of \p All facts of the kernel that were not taken, and
  /// the classes that remain, sorted by name, ascending.
  std::vector<CountedFact> left(const std::vector<CountedFact> &All) const;

  /// Counts a specialisation with these values.
  void count(const std::vector<CountedFact> &,
             const std::vector<uint64_t> &Values);

  uint64_t specializations() const { return State.Specializations; }
  uint64_t combinations() const { return State.Combinations; }
  /// Returns n_i of a fact.
  uint64_t changesOf(FactName) const;

  /// Continues from the state of another tracker of the kernel.
  void resume(TrackerState From) {
    State = std::move(From);
    NumTaken = 0;
  }
  const TrackerState &state() const { return State; }
  /// Returns whether a later run can learn something new since the last call: a
  /// value changed, or a fact was given up.
  bool takeNews() { return std::exchange(HasNews, false); }

private:
  uint64_t classesLeft(const CountedFact &, uint32_t Uses) const;
  bool isCombination(const std::vector<CountedFact> &,
                     const std::vector<uint64_t> &Values) const;
  const TrackerState::GivenUpFact *findTaken(FactName) const;

  const uint32_t Threshold;
  const double Ratio;
  /// Its size is bounded, as the number of images is.
  TrackerState State;
  size_t NumTaken = 0; ///< The number of facts in State.GivenUp that were
                       ///< taken, from the start.
  bool HasNews = false;
};

} // namespace ompjit::jit

#endif // OMPJIT_JIT_TRACKER_H
