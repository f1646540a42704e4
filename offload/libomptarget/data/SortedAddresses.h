//===- SortedAddresses.h - A few addresses in order, with values ----------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A node of AddressTree. Not thread-safe; a node that is full must not be added
// to.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LIBOMPTARGET_DATA_SORTEDADDRESSES_H
#define OMPJIT_LIBOMPTARGET_DATA_SORTEDADDRESSES_H

#include "support/Address.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace ompjit {

template <typename Value, size_t Capacity> struct alignas(64) SortedAddresses {
  static constexpr HostAddress MaxAddress = HostAddress(UINT64_MAX);

  size_t Count = 0; ///< In the first line of the cache, with the first keys.
  std::array<HostAddress, Capacity> Keys; ///< Unused ones are MaxAddress.
  std::array<Value, Capacity> Values = {};

  SortedAddresses() { Keys.fill(MaxAddress); }

  bool isFull() const { return Count == Capacity; }

  /// Returns the place of the first key after \p Key. Finds the line of the
  /// cache, then counts in it, both without branches: these would be
  /// unpredictable, and would have the lines fetched one after the other.
  size_t upperBound(HostAddress Key) const {
    constexpr size_t Line = 64 / sizeof(HostAddress);
    static_assert(Capacity > Line && (Capacity + 1) % Line == 0);
    size_t Start = 0;
    // A program with few mappings is spared the other lines.
    if (Count >= Line)
      for (size_t Last = Line - 2; Last + Line < Capacity; Last += Line)
        Start = Keys[Last] <= Key ? Last + 1 : Start;
    size_t Place = Start;
    for (size_t I = 0; I < Line; ++I)
      Place += Keys[Start + I] <= Key;
    return std::min(Place, Count);
  }
  /// Returns the place of the last key that is not after \p Key; 0 if all are.
  size_t placeOf(HostAddress Key) const {
    if (Count == 1)
      return 0;
    const size_t Next = upperBound(Key);
    return Next - (Next != 0);
  }

  void insert(size_t Place, HostAddress Key, Value New) {
    std::copy_backward(&Keys[0] + Place, &Keys[0] + Count,
                       &Keys[0] + Count + 1);
    std::move_backward(&Values[0] + Place, &Values[0] + Count,
                       &Values[0] + Count + 1);
    Keys[Place] = Key;
    Values[Place] = std::move(New);
    ++Count;
  }
  void remove(size_t Place) {
    std::copy(&Keys[0] + Place + 1, &Keys[0] + Count, &Keys[0] + Place);
    std::move(&Values[0] + Place + 1, &Values[0] + Count, &Values[0] + Place);
    Keys[--Count] = MaxAddress;
    Values[Count] = Value();
  }
  /// Moves everything from \p Start on to the end of \p To.
  void moveTo(SortedAddresses &To, size_t Start) {
    std::copy(&Keys[0] + Start, &Keys[0] + Count, &To.Keys[0] + To.Count);
    std::move(&Values[0] + Start, &Values[0] + Count, &To.Values[0] + To.Count);
    To.Count += Count - Start;
    std::fill(&Keys[0] + Start, &Keys[0] + Count, MaxAddress);
    Count = Start;
  }
};

} // namespace ompjit

#endif // OMPJIT_LIBOMPTARGET_DATA_SORTEDADDRESSES_H
