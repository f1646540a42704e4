//===- AddressSpace.h - The memory that the runtime knows ---------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Memory that was allocated in a pool, variables of executables that were asked
// for, and locked memory: memory of the program whose pages GPUs reach for a
// while. Guarded by the machine's mutex.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_STANDIN_HSA_ADDRESSSPACE_H
#define OMPJIT_STANDIN_HSA_ADDRESSSPACE_H

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace ompjit::standin {

struct Agent;
struct Pool;

constexpr uint64_t PageBytes = 4096;

inline uintptr_t numberOf(const void *Address) {
  return reinterpret_cast<uintptr_t>(Address);
}

inline void *pointerTo(uintptr_t Address) {
  return reinterpret_cast<void *>(Address);
}

using AgentSet = std::set<const Agent *>;

struct Range {
  uint64_t Bytes;
  Agent *Owner;
  const Pool *From; ///< Null: a variable.
  AgentSet Access;
  bool IsMapped = false; ///< At reserved addresses.
};

/// The result of one call of memory_lock. The same memory may be locked several
/// times.
struct PageLock {
  uintptr_t Begin;
  uint64_t Bytes;
  AgentSet Access;

  uintptr_t firstPage() const { return Begin / PageBytes * PageBytes; }
  uintptr_t pastPages() const {
    return (Begin + Bytes + PageBytes - 1) / PageBytes * PageBytes;
  }
};

struct AddressSpace {
  using Entry = std::pair<const uintptr_t, Range>;

  std::map<uintptr_t, Range> Ranges;
  std::vector<PageLock> Locks;

  /// Returns the range that contains the byte, or null.
  const Entry *find(uintptr_t Address) const;
  /// Returns null if the bytes are not all in one range.
  const Entry *find(uintptr_t Begin, uint64_t Bytes) const;
  bool overlaps(uintptr_t Begin, uint64_t Bytes) const;
  /// Returns a lock whose bytes, and not just whose pages, contain the address;
  /// null if there is none.
  const PageLock *findLock(uintptr_t Address) const;
  /// Whether the agent may access the bytes.
  bool reaches(const Agent &Who, uintptr_t Begin, uint64_t Bytes) const;
  /// Describes an address, for messages.
  std::string describe(uintptr_t Address) const;

  /// Returns the locked pages that a GPU reaches, each once, as begins with
  /// sizes.
  std::map<uintptr_t, uint64_t> lockedPagesOf(const Agent &Who) const;
};

} // namespace ompjit::standin

#endif // OMPJIT_STANDIN_HSA_ADDRESSSPACE_H
