//===- Shadow.h - Who used memory last ------------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_VGPU_SHADOW_H
#define OMPJIT_PLUGINS_VGPU_SHADOW_H

#include "ompjit/Support/Mutex.h"
#include "ompjit/VirtualGpu.h"

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <set>
#include <unordered_map>
#include <vector>

namespace ompjit::vgpu {

/// One of the latest accesses to a word.
struct Cell {
  const AccessSite *At = nullptr;
  uint32_t Time = 0;  ///< The lane's.
  uint32_t Stamp = 0; ///< The launch's.
  uint32_t Block = 0;
  uint16_t Lane = 0;
  uint8_t Bytes = 0; ///< Of the word, a bit each.
  uint8_t Kind = 0;  ///< Read, write, atomic.

  bool isWrite() const { return Kind & AccessWrite; }
  bool isAtomic() const { return Kind & AccessAtomic; }
  bool isPlainWrite() const { return isWrite() && !isAtomic(); }
  bool isPlainRead() const { return !(Kind & (AccessWrite | AccessAtomic)); }
  uint64_t owner() const { return uint64_t(Block) << 16 | Lane; }
};

/// Eight bytes of memory.
struct Word {
  std::vector<Cell> Cells;
  uint64_t Value = 0; ///< As last written other than atomically.
  /// Several lanes wrote the same without being ordered.
  bool IsCommon = false;
};

/// Its lock is held while it is looked at.
class ShadowPage {
public:
  static constexpr uintptr_t WordBytes = 8, Bytes = 512;

  /// That which holds the address.
  Word &word(uintptr_t Address) { return Words[Address % Bytes / WordBytes]; }
  /// Of a word that is common: those who wrote it.
  std::set<uint64_t> &writers(uintptr_t Address) {
    return Common[Address % Bytes / WordBytes];
  }
  void clear();

  void lock() {
    while (IsLocked.test_and_set(std::memory_order_acquire))
      IsLocked.wait(true, std::memory_order_relaxed);
  }
  void unlock() {
    IsLocked.clear(std::memory_order_release);
    IsLocked.notify_one();
  }

private:
  std::array<Word, Bytes / WordBytes> Words;
  std::unordered_map<uintptr_t, std::set<uint64_t>> Common;
  std::atomic_flag IsLocked;
};

/// Of any memory. Thread safe.
class Shadow {
public:
  ShadowPage &page(uintptr_t Address);
  /// Nobody has used anything. Not at the same time as anything else.
  void clear();

private:
  struct Shard {
    Mutex Guard;
    std::unordered_map<uintptr_t, std::unique_ptr<ShadowPage>>
        Pages OMPJIT_GUARDED_BY(Guard);
  };
  std::array<Shard, 16> Shards;
};

} // namespace ompjit::vgpu

#endif // OMPJIT_PLUGINS_VGPU_SHADOW_H
