//===- TeamClocks.h - Order between teams ---------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The teams of a launch run in any order, and only atomic operations and fences
// order what they do. A release by one thread counts for everything that its
// team did before, and an acquire by one thread counts for its whole team. This
// assumes more order than there is, and never less.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_VGPU_TEAMCLOCKS_H
#define OMPJIT_PLUGINS_VGPU_TEAMCLOCKS_H

#include "ompjit/Support/Mutex.h"

#include <array>
#include <atomic>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace ompjit::vgpu {

/// For each team, the time in the launch up to which its accesses are known.
/// Teams whose numbers are far apart share an element.
using TeamKnowledge = std::vector<uint32_t>;

/// The clocks of a launch. Thread-safe.
class TeamClocks {
public:
  explicit TeamClocks(uint64_t NumTeams)
      : NumPlaces(NumTeams < MaxPlaces ? uint32_t(NumTeams) : MaxPlaces) {}

  uint32_t numPlaces() const { return NumPlaces; }
  uint32_t now() const { return Time.load(std::memory_order_relaxed); }
  uint32_t advance() { return Time.fetch_add(1) + 1; }

  void publish(uintptr_t Address, const TeamKnowledge &What);
  /// Adds what was released there.
  void learn(uintptr_t Address, TeamKnowledge &Into);

private:
  static constexpr uint32_t MaxPlaces = 256;
  struct Shard {
    Mutex Guard;
    std::unordered_map<uintptr_t, TeamKnowledge>
        Published OMPJIT_GUARDED_BY(Guard);
  };
  Shard &shardOf(uintptr_t Address) {
    return Shards[Address / 8 % Shards.size()];
  }

  const uint32_t NumPlaces;
  std::atomic<uint32_t> Time = 1;
  std::atomic<bool> HasAny = false;
  std::array<Shard, 16> Shards;
};

/// The clock of one team; used by the team's thread only.
class TeamClock {
public:
  TeamClock(TeamClocks &Common, uint32_t NumLanes);
  void begin(uint64_t Team);

  uint32_t now() const { return Common.now(); }
  bool isBefore(uint32_t Team, uint32_t Stamp) const {
    return Known[Team % Known.size()] > Stamp;
  }
  /// If \p IsRelease, the operation itself is a release; otherwise it publishes
  /// what an earlier fence released.
  void release(uintptr_t Address, uint32_t Lane, bool IsRelease);
  /// Unless \p IsAcquire, what was learned counts only from the next fence on.
  void acquire(uintptr_t Address, bool IsAcquire);
  void fence(uint32_t Lane, bool IsAcquire, bool IsRelease);

private:
  bool isAlone() const { return Common.numPlaces() < 2; }

  TeamClocks &Common;
  uint32_t Self = 0;
  TeamKnowledge Known, Pending;
  std::vector<uint32_t> FencedAt; ///< By lane; 0: never.
};

} // namespace ompjit::vgpu

#endif // OMPJIT_PLUGINS_VGPU_TEAMCLOCKS_H
