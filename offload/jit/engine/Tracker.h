//===- Tracker.h - Which parameters are worth specialising ----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A parameter whose value is new at almost every launch costs a compile each
// time and gains nothing. The tracker counts, for one kernel, the
// specialisations in all (N) and for each parameter i those that brought a new
// value of it (n_i; its first value does not count, so a parameter that never
// varies has 0). Before the next specialisation, a parameter with N > T and
// n_i / N > R is given up for good.
//
// Private to the engine. Not thread-safe: the kernel's lock covers it.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_JIT_TRACKER_H
#define OMPJIT_JIT_TRACKER_H

#include "Recipe.h"

#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace ompjit::jit {

class Tracker {
public:
  Tracker(uint32_t Threshold, double Ratio)
      : Threshold(Threshold), Ratio(Ratio) {}

  /// Those of the parameters that the rule gives up now.
  std::vector<uint32_t> toGiveUp(const std::vector<CountedArgument> &) const;

  /// Counts a specialisation with these values.
  void count(const std::vector<CountedArgument> &,
             const std::vector<uint64_t> &Values);

  uint64_t specialisations() const { return Total; }
  /// n_i.
  uint64_t changesOf(uint32_t Parameter) const;

private:
  const uint32_t Threshold;
  const double Ratio;
  uint64_t Total = 0;
  /// By parameter. Bounded: a set grows past T only while its share of N stays
  /// below R.
  std::unordered_map<uint32_t, std::unordered_set<uint64_t>> Seen;
};

} // namespace ompjit::jit

#endif // OMPJIT_JIT_TRACKER_H
