//===- TrackerState.h - What a tracker knows ------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The counts of one kernel's tracker, and what it gave up. It outlives the
// process in the cache on disk, so that the next run does not repeat the first
// one's mistakes.
//
// A value: not thread-safe.
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

/// How an image did against the generic one. The numbers are written.
enum class TrialOutcome : uint32_t { NotSlower = 0, Slower = 1 };

struct TrackerState {
  uint64_t Specializations = 0; ///< N.
  std::map<FactName, std::unordered_set<uint64_t>> Seen;
  struct GivenUpFact {
    FactName Name;
    uint64_t Classes; ///< That are left of a scalar, a sum of ValueClass.
    bool operator==(const GivenUpFact &) const = default;
  };
  /// Each fact once, in the order in which they were given up.
  std::vector<GivenUpFact> GivenUp;
  std::map<cache::Key, TrialOutcome> Trials; ///< By the key of the image.

  bool isGivenUp(FactName) const;
  /// Does nothing if it is given up already, and says so.
  bool giveUp(GivenUpFact);

  void addTrial(const cache::Key &, TrialOutcome);
  /// Adds what another process counted.
  void merge(const TrackerState &);

  /// Of many values of a fact and of many trials, only some are written.
  void write(ByteWriter &) const;
  /// False if the bytes do not make sense; the state is then not to be used.
  bool read(ByteReader &);
};

} // namespace ompjit::jit

#endif // OMPJIT_JIT_TRACKERSTATE_H
