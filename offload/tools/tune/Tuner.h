//===- Tuner.h - Tunes one recorded launch after the other ----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_TOOLS_TUNE_TUNER_H
#define OMPJIT_TOOLS_TUNE_TUNER_H

#include "Replays.h"

#include "ompjit/Support/Progress.h"

#include <chrono>
#include <string>
#include <vector>

namespace ompjit::tune {

/// What became of a sample.
struct Tuned {
  tuning::Choice Choice;  ///< With the times; the usual one if nothing gains.
  size_t NumLaunches = 0; ///< Recorded ones that it stands for.
  size_t NumTried = 0;
  double Ratio = 1;    ///< Of the times, in the median of pairs.
  std::string Problem; ///< Why it could not be measured; otherwise empty.

  bool isGain() const { return Choice.Chosen != Tuning(); }
};

class Tuner {
public:
  Tuner(const Options &Chosen, const Replays &Measured)
      : Chosen(Chosen), Measured(Measured), Shown("tuning") {}

  /// Takes about as long as the budget, however many samples there are.
  std::vector<Tuned> tune(const std::vector<Sample> &);

private:
  using Clock = std::chrono::steady_clock;

  Tuned tune(const Sample &, Clock::time_point End);
  std::optional<double> measure(const Sample &, uint32_t Count,
                                const tuning::Choice &);
  bool confirm(const Sample &, uint32_t Count, Tuned &);
  void show(const std::string &Doing);

  const Options &Chosen;
  const Replays &Measured;
  Progress Shown;
  Clock::time_point Begin = Clock::now();
};

} // namespace ompjit::tune

#endif // OMPJIT_TOOLS_TUNE_TUNER_H
