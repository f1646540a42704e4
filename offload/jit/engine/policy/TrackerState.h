//===- TrackerState.h - The state of a tracker ----------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The counts of one kernel's tracker, and the facts that it gave up. The cache
// on disk keeps it, so that the next run does not repeat the mistakes of the
// first one.
//
// A value type; not thread-safe.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_JIT_TRACKERSTATE_H
#define OMPJIT_JIT_TRACKERSTATE_H

#include "ompjit/Cache/Key.h"
#include "ompjit/Facts.h"
#include "ompjit/Support/Bytes.h"

#include <map>
#include <unordered_set>
#include <vector>

namespace ompjit::jit {

/// The result of a trial: the image compared with the generic one. The numbers
/// are part of the file format.
enum class TrialOutcome : uint32_t { NotSlower = 0, Slower = 1 };

struct TrackerState {
  uint64_t Specializations = 0; ///< N.
  /// Those among them that had no new value of any fact, but values that were
  /// seen before in a new combination. Starts again when facts are given up for
  /// it.
  uint64_t Combinations = 0;
  std::map<FactName, std::unordered_set<uint64_t>> Seen;
  struct GivenUpFact {
    FactName Name;
    uint64_t Classes; ///< Those that remain of a scalar, a sum of ValueClass.
    bool operator==(const GivenUpFact &) const = default;
  };
  /// Each fact occurs once; they are in the order in which they were given up.
  std::vector<GivenUpFact> GivenUp;
  std::map<cache::Key, TrialOutcome> Trials; ///< By the key of the image.

  bool isGivenUp(FactName) const;
  /// Gives a fact up; does nothing and returns false if it is given up already.
  bool giveUp(GivenUpFact);

  void addTrial(const cache::Key &, TrialOutcome);
  /// Adds the counts of another process.
  void merge(const TrackerState &);

  /// Writes the state. If a fact has many values or there are many trials, only
  /// some of them are written.
  void write(ByteWriter &) const;
  /// Returns false if the bytes are invalid; the state must not be used then.
  bool read(ByteReader &);
};

} // namespace ompjit::jit

#endif // OMPJIT_JIT_TRACKERSTATE_H
