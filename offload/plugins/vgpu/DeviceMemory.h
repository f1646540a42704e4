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

#include "WrittenBytes.h"

#include "ompjit/Plugin.h"
#include "ompjit/Support/Mutex.h"

#include <atomic>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>

namespace ompjit::vgpu {

/// An allocation that is in use.
struct MemoryRange {
  uintptr_t Begin = 0;
  uint64_t Size = 0;
  std::shared_ptr<WrittenBytes> Written;   ///< Null: the host writes, too.
  std::shared_ptr<const std::string> Name; ///< Null where it has none.
};

/// Thread safe.
class DeviceMemory {
public:
  DeviceMemory(uint64_t LimitBytes, bool IsChecked)
      : LimitBytes(LimitBytes), IsChecked(IsChecked) {}
  ~DeviceMemory();

  /// \p IsOfDevice: what the host does to it, note() tells.
  int allocate(uint64_t Size, void **Address, ompjit_error *Error,
               bool IsOfDevice = false);
  int free(void *Address, ompjit_error *Error);

  /// Adds what the device reaches without having allocated it: an image's
  /// variables, pinned and reserved memory.
  void add(const void *Begin, uint64_t Size);
  void remove(const void *Begin);

  // In checking mode; otherwise nothing is noted.

  /// The host wrote here, or moved what was at \p From.
  void note(const void *Begin, uint64_t Size);
  void noteCopy(const void *To, const void *From, uint64_t Size);
  /// What reports call the allocation.
  void setName(const void *Begin, std::string Name);

  /// The allocation that holds the byte, unless it was freed.
  std::optional<MemoryRange> find(const void *Address) const;
  /// Goes up whenever an answer of find() may have changed.
  uint64_t numChanges() const {
    return Changes.load(std::memory_order_acquire);
  }
  enum class Place { Unknown, Near, Freed };
  /// Of an address that may not be used.
  Place placeOf(const void *Address) const;
  /// Says where an address that may not be used lies.
  std::string describe(const void *Address) const;

private:
  struct Allocation {
    uint64_t Size;
    bool IsFreed = false;
    bool IsOurs = false; ///< From allocate().
    std::shared_ptr<WrittenBytes> Written = nullptr;
    std::shared_ptr<const std::string> Name = nullptr;

    std::string text() const;
  };
  /// Freed memory is not used again for a while, so that its use shows.
  static constexpr uint64_t MaxKeptBytes = 64 << 20;

  uint64_t margin() const;
  void release(uintptr_t Begin) OMPJIT_REQUIRES(Guard);
  void releaseOldest() OMPJIT_REQUIRES(Guard);
  const std::pair<const uintptr_t, Allocation> *
  holderOf(const void *Address) const OMPJIT_REQUIRES_SHARED(Guard);

  const uint64_t LimitBytes;
  const bool IsChecked; ///< Freed memory is kept, writing is noted.
  mutable SharedMutex Guard;
  std::map<uintptr_t, Allocation> Allocations OMPJIT_GUARDED_BY(Guard);
  /// Freed ones, the oldest first.
  std::deque<uintptr_t> Kept OMPJIT_GUARDED_BY(Guard);
  uint64_t UsedBytes OMPJIT_GUARDED_BY(Guard) = 0;
  uint64_t KeptBytes OMPJIT_GUARDED_BY(Guard) = 0;
  std::atomic<uint64_t> Changes = 0;
};

} // namespace ompjit::vgpu

#endif // OMPJIT_PLUGINS_VGPU_DEVICEMEMORY_H
