//===- SettledIndex.h - Finds data that kernels can use -------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every launch looks up where its data is, and among a million mappings each
// step of a search misses the processor's cache. So settled mappings are also
// in hash tables, in which an address is found with one miss, whether or not it
// is the begin of its mapping. For an address that is not found here, the
// mapping table has the answer.
//
// Mappings of up to 4^N times 16 bytes are in table N by the granules of that
// size that they touch, which are two at most, and a granule is touched by few
// of them. A look-up asks one granule in each table; programs map data of a few
// sizes. Large sizes come first: these tables are small and in the cache.
//
// A slot holds everything that a launch needs, so that it does not access the
// mapping.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LIBOMPTARGET_DATA_SETTLEDINDEX_H
#define OMPJIT_LIBOMPTARGET_DATA_SETTLEDINDEX_H

#include "HugePages.h"
#include "MappingTable.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace ompjit {

/// One mapping; also a slot of the hash tables. Half of a cache line.
struct alignas(32) SettledPlace {
  uintptr_t Begin = 0;
  uint64_t Size : 62 = 0; ///< 0: an empty slot.
  uint64_t IsPermanent : 1 = 0;
  uint64_t IsSecondGranule : 1 = 0; ///< Set in the slot for the granule of the
                                    ///< end.
  DeviceAddress Device;             ///< Of Begin.
  Mapping *Owner = nullptr;

  DeviceAddress deviceAddress(HostAddress Host) const {
    return Device + (Host.Value - Begin);
  }
};

class SettledIndex {
public:
  /// Returns the mapping that contains the range, or null if no mapping in this
  /// index does. An empty range is contained where its address is.
  const SettledPlace *find(HostAddress At, uint64_t Size) const {
    for (uint32_t Left = InUse; Left;) {
      const int N = int(std::bit_width(Left)) - 1;
      Left ^= uint32_t(1) << N;
      const Table &Each = Tables[N];
      for (size_t I = Each.home(At.Value >> shift(N));; ++I) {
        const SettledPlace &P = Each.Places[I & Each.Mask];
        const uint64_t Offset = At.Value - P.Begin;
        if (Offset < P.Size)
          return Size <= P.Size - Offset ? &P : nullptr;
        if (!P.Size)
          break;
      }
    }
    return nullptr;
  }

  /// \p New must not change until it is erased.
  void insert(Mapping &New);

  void erase(const Mapping &Old);

private:
  static constexpr int NumTables = 24;
  static constexpr size_t InitialSlots = 16;

  static int shift(int N) { return 4 + 2 * N; }
  /// Returns a table, or at least NumTables if the size is 0 or too large for
  /// this index.
  static int tableFor(uint64_t Size) {
    return Size ? std::max(int(std::bit_width(Size - 1)) - 3, 0) / 2
                : NumTables;
  }

  struct FreeSlots {
    size_t Bytes;
    void operator()(SettledPlace *Slots) const { freePages(Slots, Bytes); }
  };
  using Slots = std::unique_ptr<SettledPlace[], FreeSlots>;
  static Slots allocate(size_t Count);

  struct Table {
    Slots Places;
    size_t Mask = 0; ///< The number of slots, a power of two, minus 1.
    size_t Used = 0;

    size_t home(uint64_t Granule) const {
      constexpr uint64_t Golden = 0x9e3779b97f4a7c15;
      return size_t(Granule * Golden >> 32) & Mask;
    }
    size_t homeOf(const SettledPlace &P, int N) const {
      return home((P.Begin >> shift(N)) + P.IsSecondGranule);
    }
    void add(const SettledPlace &New, int N);
    void remove(const SettledPlace &Old, int N);
    void resize(size_t Count, int N);
  };

  template <typename Action>
  static void forEachGranule(const Mapping &, Action);

  Table Tables[NumTables];
  uint32_t InUse = 0; ///< Bit N: table N is not empty.
};

} // namespace ompjit

#endif // OMPJIT_LIBOMPTARGET_DATA_SETTLEDINDEX_H
