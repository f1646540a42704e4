//===- Shadow.h - The latest uses of memory -------------------------------===//
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
  const AccessSite *Source = nullptr;
  uint32_t Time = 0;  ///< The lane's.
  uint32_t Stamp = 0; ///< The launch's.
  uint32_t Block = 0;
  uint16_t Lane = 0;
  uint8_t Bytes = 0; ///< A bit for each byte of the word.
  uint8_t Kind = 0;  ///< Read, write, atomic.

  bool isWrite() const { return Kind & AccessWrite; }
  bool isAtomic() const { return Kind & AccessAtomic; }
  bool isPlainWrite() const { return isWrite() && !isAtomic(); }
  bool isPlainRead() const { return !(Kind & (AccessWrite | AccessAtomic)); }
  uint64_t owner() const { return uint64_t(Block) << 16 | Lane; }
};

/// The state of eight bytes of memory.
struct Word {
  std::vector<Cell> Cells;
  uint64_t Value = 0; ///< As last written by a plain write.
  /// Several lanes wrote the same value without being ordered.
  bool IsCommon = false;
};

/// The words of a page. Its lock must be held while it is used.
class ShadowPage {
public:
  static constexpr uintptr_t WordBytes = 8, Bytes = 512;

  /// Returns the word that contains the address.
  Word &word(uintptr_t Address) { return Words[Address % Bytes / WordBytes]; }
  /// The lanes that wrote a word that IsCommon.
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

/// The pages of all memory. Thread-safe.
class Shadow {
public:
  ShadowPage &page(uintptr_t Address);
  /// Forgets all uses. Must not run concurrently with other functions.
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
