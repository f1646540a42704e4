//===- DeviceMemory.h - Memory of a virtual GPU ---------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ordinary memory, of which the device knows every allocation: there is only so
// much of it, and in checking mode each access must lie in one.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_VGPU_DEVICEMEMORY_H
#define OMPJIT_PLUGINS_VGPU_DEVICEMEMORY_H

#include "ompjit/Plugin.h"

#include <cstdint>
#include <deque>
#include <map>
#include <mutex>
#include <shared_mutex>
#include <string>

namespace ompjit::vgpu {

/// Thread safe.
class DeviceMemory {
public:
  DeviceMemory(uint64_t LimitBytes, bool KeepsFreed)
      : LimitBytes(LimitBytes), KeepsFreed(KeepsFreed) {}
  ~DeviceMemory();

  int allocate(uint64_t Size, void **Address, ompjit_error *Error);
  int free(void *Address, ompjit_error *Error);

  /// Adds what the device reaches without having allocated it: an image's
  /// variables, pinned and reserved memory.
  void add(const void *Begin, uint64_t Size);
  void remove(const void *Begin);

  /// Whether all of the bytes may be used.
  bool contains(const void *Begin, uint64_t Size) const;
  /// Says where an address that may not be used lies.
  std::string describe(const void *Address) const;

private:
  struct Allocation {
    uint64_t Size;
    bool IsFreed;
    bool IsOurs; ///< From allocate().
  };
  /// Freed memory is not used again for a while, so that its use shows.
  static constexpr uint64_t MaxKeptBytes = 64 << 20;

  void releaseOldest();

  const uint64_t LimitBytes;
  const bool KeepsFreed;
  mutable std::shared_mutex Mutex; ///< Guards what follows.
  std::map<uintptr_t, Allocation> Allocations;
  std::deque<uintptr_t> Kept; ///< Freed ones, the oldest first.
  uint64_t UsedBytes = 0, KeptBytes = 0;
};

} // namespace ompjit::vgpu

#endif // OMPJIT_PLUGINS_VGPU_DEVICEMEMORY_H
