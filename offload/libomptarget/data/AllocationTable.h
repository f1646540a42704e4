//===- AllocationTable.h - Device memory that the program allocated itself ===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The memory that omp_target_alloc and its relatives allocated on one device.
// The sizes are for omp_target_is_accessible, the kinds for freeing; an address
// that is not in the table must not be freed. Thread safe.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LIBOMPTARGET_DATA_ALLOCATIONTABLE_H
#define OMPJIT_LIBOMPTARGET_DATA_ALLOCATIONTABLE_H

#include "ompjit/Support/Mutex.h"
#include "support/Address.h"

#include "ompjit/Plugin.h"

#include <cstdint>
#include <map>
#include <optional>

namespace ompjit {

class AllocationTable {
public:
  void add(DeviceAddress Begin, uint64_t Size, ompjit_memory_kind Kind) {
    MutexLock Lock(TableMutex);
    Allocations[Begin] = {Size, Kind};
  }

  /// Removes the allocation that begins at \p Begin and returns its kind;
  /// nothing if there is none.
  std::optional<ompjit_memory_kind> remove(DeviceAddress Begin) {
    MutexLock Lock(TableMutex);
    auto Place = Allocations.find(Begin);
    if (Place == Allocations.end())
      return std::nullopt;
    ompjit_memory_kind Kind = Place->second.Kind;
    Allocations.erase(Place);
    return Kind;
  }

  bool contains(DeviceAddress Begin, uint64_t Size) {
    return kindOf(Begin, Size).has_value();
  }

  /// Returns the kind of the allocation that contains the whole range; nothing
  /// if there is none.
  std::optional<ompjit_memory_kind> kindOf(DeviceAddress Begin, uint64_t Size) {
    MutexLock Lock(TableMutex);
    auto Next = Allocations.upper_bound(Begin);
    if (Next == Allocations.begin())
      return std::nullopt;
    const auto &[There, Holder] = *--Next;
    const uint64_t Offset = Begin - There;
    if (Offset >= Holder.Size || Size > Holder.Size - Offset)
      return std::nullopt;
    return Holder.Kind;
  }

private:
  struct Allocation {
    uint64_t Size;
    ompjit_memory_kind Kind;
  };

  Mutex TableMutex;
  std::map<DeviceAddress, Allocation> Allocations OMPJIT_GUARDED_BY(TableMutex);
};

} // namespace ompjit

#endif // OMPJIT_LIBOMPTARGET_DATA_ALLOCATIONTABLE_H
