//===- MappedRanges.h - The mappings behind a launch's pointers -----------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The facts that a launch's mappings give: which of its pointers are disjoint,
// and how much memory is behind a pointer (its extent). Both are computed at
// every launch.
//
// Private to the engine. Thread-safe, because it has no state.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_JIT_MAPPEDRANGES_H
#define OMPJIT_JIT_MAPPEDRANGES_H

#include "ompjit/Facts.h"
#include "ompjit/Jit/Engine.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>

namespace ompjit::jit {

/// The number of pointers that a launch compares with each other.
constexpr unsigned MaxDisjoint = 16;

/// Returns \p Parameters without those that share their range with another one.
uint64_t withoutEqual(std::span<const MappedRange> Ranges, uint64_t Parameters);

/// Returns the parameters among \p Pointers, at most MaxDisjoint, whose ranges
/// are known and not shared with another one; 0 if that is of no use: for fewer
/// than two, or if none of them is in \p Written. All are sets of bits.
inline uint64_t disjointOf(std::span<const MappedRange> Ranges,
                           uint64_t Pointers, uint64_t Written) {
  uintptr_t Begins[MaxDisjoint];
  unsigned Count = 0;
  uint64_t Disjoint = 0;
  for (uint64_t Left = Pointers; Left; Left &= Left - 1) {
    const MappedRange &Range = Ranges[size_t(std::countr_zero(Left))];
    Begins[Count] = Range.Begin;
    // There is no branch, because this runs at every launch.
    Count += Range.Size != 0;
    Disjoint |= Range.Size ? Left & -Left : 0;
  }
  bool AreEqual = false;
  for (unsigned I = 1; I < Count; ++I)
    for (unsigned J = 0; J < I; ++J)
      AreEqual |= Begins[I] == Begins[J];
  if (AreEqual) [[unlikely]]
    Disjoint = withoutEqual(Ranges, Disjoint);
  return std::popcount(Disjoint) > 1 && (Disjoint & Written) ? Disjoint : 0;
}

/// Returns how many bytes from \p Pointer on are in its range, rounded down to
/// a power of two; 0 if that is not known.
inline uint64_t extentOf(const void *Pointer, const MappedRange &Range) {
  const uint64_t Offset = uintptr_t(Pointer) - Range.Begin;
  return Offset < Range.Size
             ? std::bit_floor(std::min(Range.Size - Offset, MaxExtentBytes))
             : 0;
}

} // namespace ompjit::jit

#endif // OMPJIT_JIT_MAPPEDRANGES_H
