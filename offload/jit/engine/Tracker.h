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
// of a scalar, something coarser may be left.
//
// Private to the engine. Not thread-safe: the kernel's lock covers it.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_JIT_TRACKER_H
#define OMPJIT_JIT_TRACKER_H

#include "Recipe.h"

#include <map>
#include <optional>
#include <unordered_set>
#include <vector>

namespace ompjit::jit {

class Tracker {
public:
  Tracker(uint32_t Threshold, double Ratio)
      : Threshold(Threshold), Ratio(Ratio) {}

  /// Those of the facts that the rule gives up now.
  std::vector<FactName> toGiveUp(const std::vector<CountedFact> &) const;

  /// Counts a specialisation with these values.
  void count(const std::vector<CountedFact> &,
             const std::vector<uint64_t> &Values);

  /// What is left of a fact that is given up, if anything: the class of a
  /// scalar's value, for the classes of the values that were seen. \p Uses: a
  /// sum of package::ParameterUse.
  std::optional<CountedFact> coarser(const CountedFact &, uint32_t Uses) const;

  uint64_t specialisations() const { return Total; }
  /// n_i.
  uint64_t changesOf(FactName) const;

private:
  const uint32_t Threshold;
  const double Ratio;
  uint64_t Total = 0;
  /// Bounded: a set grows past T only while its share of N stays below R.
  std::map<FactName, std::unordered_set<uint64_t>> Seen;
};

} // namespace ompjit::jit

#endif // OMPJIT_JIT_TRACKER_H
