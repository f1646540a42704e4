//===- Clocks.h - Which accesses come before which ------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Vector clocks: a lane's clock holds, for each other lane, how far that lane
// had come when the two last waited for each other, directly or through others.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_VGPU_CLOCKS_H
#define OMPJIT_PLUGINS_VGPU_CLOCKS_H

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

namespace ompjit::vgpu {

/// The clocks of a block's lanes, which are numbered from 0.
class Clocks {
public:
  explicit Clocks(uint32_t NumLanes);
  /// Begins a new block.
  void reset();

  /// Returns the lane's own time.
  uint32_t now(uint32_t Lane) const { return of(Lane)[Lane]; }
  /// Whether what \p Other did at \p Time happened before what \p Lane does
  /// now.
  bool isBefore(uint32_t Other, uint32_t Time, uint32_t Lane) const {
    return Time <= of(Lane)[Other];
  }

  /// Notes that the lanes have waited for each other.
  void meet(std::span<const uint32_t> Lanes);
  /// Orders what the lane did until now before later acquires at the place;
  /// unless \p IsRelease, only what it did until its last releasing fence.
  void release(uintptr_t Place, uint32_t Lane, bool IsRelease);
  /// Orders the lane after what was released there, at once or, unless \p
  /// IsAcquire, from its next acquiring fence on.
  void acquire(uintptr_t Place, uint32_t Lane, bool IsAcquire);
  void fence(uint32_t Lane, bool IsAcquire, bool IsRelease);

private:
  using Clock = std::vector<uint32_t>;

  const uint32_t *of(uint32_t Lane) const {
    return &Times[size_t(Lane) * NumLanes];
  }
  uint32_t *of(uint32_t Lane) { return &Times[size_t(Lane) * NumLanes]; }

  const uint32_t NumLanes;
  Clock Times; ///< A row for each lane.
  Clock Joined;
  std::unordered_map<uintptr_t, Clock> OfPlaces;
  Clock FencedAt;             ///< Each lane's own time; 0: never.
  std::vector<Clock> Pending; ///< What each lane's next fence acquires.
};

} // namespace ompjit::vgpu

#endif // OMPJIT_PLUGINS_VGPU_CLOCKS_H
