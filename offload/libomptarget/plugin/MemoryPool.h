//===- MemoryPool.h - Freed device memory, kept for the next use ----------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A driver takes microseconds to allocate and often waits for the whole device
// to free. So blocks up to a threshold are rounded up to a power of two and
// kept by size when they are freed. Larger ones are left to the plugin.
//
// Each thread has its own shelf of free blocks with its own lock; it looks at
// the shelves of others only if its own has no block, which saves a call to the
// plugin. The size of a shelf is bounded, so that a phase of many small
// mappings does not keep the device's memory for good. If the device is out of
// memory, all free blocks are given back and the allocation is tried once more.
//
// Threads: everything may be called from any thread at any time.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LIBOMPTARGET_PLUGIN_MEMORYPOOL_H
#define OMPJIT_LIBOMPTARGET_PLUGIN_MEMORYPOOL_H

#include "DeviceMemory.h"
#include "ompjit/Support/Mutex.h"
#include "support/ThreadSlot.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace ompjit {

class MemoryPool final : public DeviceMemory {
public:
  /// The packaged runtime's.
  static constexpr uint64_t DefaultThresholdBytes = 8192;

  /// The maximum that one shelf keeps.
  static uint64_t shelfBytes(uint64_t ThresholdBytes);

  /// Blocks larger than \p ThresholdBytes are left to the plugin.
  MemoryPool(PluginMemory Plugin, uint64_t ThresholdBytes);
  /// Gives all free blocks back to the plugin; does not free blocks that are
  /// still in use.
  ~MemoryPool() override;
  MemoryPool(const MemoryPool &) = delete;
  MemoryPool &operator=(const MemoryPool &) = delete;

  Result<void *> allocate(uint64_t Size, ompjit_memory_kind Kind) override;
  Status free(void *Address, ompjit_memory_kind Kind) override;

  /// Gives all free blocks back to the plugin; returns how many there were.
  size_t trim();

private:
  /// The index of a size: blocks of a bucket have 2^bucket bytes.
  using Bucket = uint8_t;

  /// Free blocks, by bucket.
  struct alignas(64) Shelf {
    Mutex ShelfMutex;
    std::vector<std::vector<void *>> Free OMPJIT_GUARDED_BY(ShelfMutex);
    uint64_t Bytes OMPJIT_GUARDED_BY(ShelfMutex) = 0;
  };
  /// Blocks in the program's hands, by address.
  struct alignas(64) Ledger {
    Mutex LedgerMutex;
    std::unordered_map<void *, Bucket> InUse OMPJIT_GUARDED_BY(LedgerMutex);
  };

  static Bucket bucketFor(uint64_t Size);
  bool isPooled(uint64_t Size, ompjit_memory_kind Kind) const {
    return Kind == OMPJIT_MEMORY_DEVICE && Size <= ThresholdBytes;
  }
  void *takeFree(Bucket);
  void *takeFrom(Shelf &, Bucket);
  bool shelve(void *Address, Bucket);
  Result<void *> allocateNew(uint64_t Size, ompjit_memory_kind Kind);
  Ledger &ledgerFor(void *Address);

  const PluginMemory Plugin;
  const uint64_t ThresholdBytes;
  const uint64_t MaxShelfBytes;
  std::array<Shelf, NumThreadSlots> Shelves;
  std::array<Ledger, NumThreadSlots> Ledgers;
};

} // namespace ompjit

#endif // OMPJIT_LIBOMPTARGET_PLUGIN_MEMORYPOOL_H
