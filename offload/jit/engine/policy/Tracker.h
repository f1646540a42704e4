//===- Tracker.h - Which facts are worth specialising for -----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A fact whose value is new at almost every launch costs a compile each time
// and gains nothing. The tracker counts, for one kernel, the specialisations in
// all (N) and for each fact i those that brought a new value of it (n_i; its
// first value does not count, so a fact that never varies has 0). Before the
// next specialisation, a fact with N > T and n_i / N > R is given up for good;
// of a scalar, the classes of the values that were seen may be left.
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

  /// Of a kernel with one set of facts. Memory is bounded whatever the rule
  /// lets pass, and a launch that looks at so many images is slower than a
  /// generic one.
  static constexpr size_t MaxImages = 4096;

  /// Those of the facts that the rule gives up now.
  std::vector<FactName> toGiveUp(const std::vector<CountedFact> &) const;

  /// The same for a kernel that has MaxImages: the facts whose values were new
  /// most often, one at least.
  std::vector<FactName> mostChanging(const std::vector<CountedFact> &) const;

  /// Gives the fact up, which is left() until taken. \p Uses: what the kernel
  /// does with its parameter, a sum of package::ParameterUse.
  void giveUp(const CountedFact &, uint32_t Uses);

  /// The same, for a fact of which two values gave the same code. Of a scalar,
  /// 0 and 1 still stand by themselves if they gave other code. False if it is
  /// given up already.
  bool giveUpEqual(const CountedFact &, uint64_t Value, uint64_t Same);

  /// The same, for a fact of images that are slower than without.
  bool giveUpSlow(const CountedFact &);

  /// The next fact that was given up, by an earlier run, too, in that order.
  /// Nothing when all are taken.
  std::optional<FactName> takeGivenUp();

  /// Notes how an image did against the generic one.
  void addTrial(const cache::Key &, TrialOutcome);
  std::optional<TrialOutcome> trialOf(const cache::Key &) const;
  bool hasTrials() const { return !State.Trials.empty(); }
  /// Whether so many images lost that no more should be made: two, and more
  /// than did not.
  bool losesTrials() const;

  /// What is left of \p All facts of the kernel without those that were taken,
  /// ascending by name.
  std::vector<CountedFact> left(const std::vector<CountedFact> &All) const;

  /// Counts a specialisation with these values.
  void count(const std::vector<CountedFact> &,
             const std::vector<uint64_t> &Values);

  uint64_t specializations() const { return State.Specializations; }
  /// n_i.
  uint64_t changesOf(FactName) const;

  /// Begins where another tracker of the kernel was.
  void resume(TrackerState From) {
    State = std::move(From);
    NumTaken = 0;
  }
  const TrackerState &state() const { return State; }
  /// Whether a later run can learn something that it could not before: a value
  /// changed, or a fact was given up. Says so once.
  bool takeNews() { return std::exchange(HasNews, false); }

private:
  uint64_t classesLeft(const CountedFact &, uint32_t Uses) const;
  const TrackerState::GivenUpFact *findTaken(FactName) const;

  const uint32_t Threshold;
  const double Ratio;
  /// Bounded, as the number of images is.
  TrackerState State;
  size_t NumTaken = 0; ///< Of the facts that were given up, the first ones.
  bool HasNews = false;
};

} // namespace ompjit::jit

#endif // OMPJIT_JIT_TRACKER_H
