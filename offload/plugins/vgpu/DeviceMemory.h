//===- DeviceMemory.h - Memory of a virtual GPU ---------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ordinary memory. The device knows all allocations, because its memory is
// limited and because in checking mode each access must be within one.
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
  std::shared_ptr<const std::string> Name; ///< Null if it has none.
};

/// Thread safe.
class DeviceMemory {
public:
  DeviceMemory(uint64_t LimitBytes, bool IsChecked)
      : LimitBytes(LimitBytes), IsChecked(IsChecked) {}
  ~DeviceMemory();

  /// If \p IsOfDevice, note() is called for everything that the host does to
  /// the memory.
  int allocate(uint64_t Size, void **Address, ompjit_error *Error,
               bool IsOfDevice = false);
  int free(void *Address, ompjit_error *Error);

  /// Adds memory that the device reaches but did not allocate: an image's
  /// variables, pinned and reserved memory.
  void add(const void *Begin, uint64_t Size);
  void remove(const void *Begin);

  // The following are for checking mode and do nothing otherwise.

  /// Notes that the host wrote here, or copied what is at \p From.
  void note(const void *Begin, uint64_t Size);
  void noteCopy(const void *To, const void *From, uint64_t Size);
  /// Sets the name of the allocation in reports.
  void setName(const void *Begin, std::string Name);

  /// Returns the allocation that contains the byte, unless it was freed.
  std::optional<MemoryRange> find(const void *Address) const;
  /// Grows whenever a result of find() may have changed.
  uint64_t numChanges() const {
    return Changes.load(std::memory_order_acquire);
  }
  enum class Place { Unknown, Near, Freed };
  /// Classifies an address that must not be used.
  Place placeOf(const void *Address) const;
  /// Describes where an address that must not be used is.
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
  /// Freed memory is not reused for a while, so that accesses to it are found.
  static constexpr uint64_t MaxKeptBytes = 64 << 20;

  uint64_t margin() const;
  void release(uintptr_t Begin) OMPJIT_REQUIRES(Guard);
  void releaseOldest() OMPJIT_REQUIRES(Guard);
  const std::pair<const uintptr_t, Allocation> *
  holderOf(const void *Address) const OMPJIT_REQUIRES_SHARED(Guard);

  const uint64_t LimitBytes;
  const bool IsChecked; ///< Whether freed memory is kept and writes are noted.
  mutable SharedMutex Guard;
  std::map<uintptr_t, Allocation> Allocations OMPJIT_GUARDED_BY(Guard);
  /// Freed allocations, the oldest first.
  std::deque<uintptr_t> Kept OMPJIT_GUARDED_BY(Guard);
  uint64_t UsedBytes OMPJIT_GUARDED_BY(Guard) = 0;
  uint64_t KeptBytes OMPJIT_GUARDED_BY(Guard) = 0;
  std::atomic<uint64_t> Changes = 0;
};

} // namespace ompjit::vgpu

#endif // OMPJIT_PLUGINS_VGPU_DEVICEMEMORY_H
