//===- KernelTable.h - From a region's id to its kernel -------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one look-up that every launch makes, so readers take no lock and write
// nothing: an open-addressing table of atomics. A table that has become too
// small is replaced and kept, because a reader may still be in it; all the old
// ones together are smaller than the newest.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LIBOMPTARGET_DEVICE_KERNELTABLE_H
#define OMPJIT_LIBOMPTARGET_DEVICE_KERNELTABLE_H

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace ompjit {

struct DeviceKernel;

class KernelTable {
public:
  KernelTable() { grow(InitialSlots); }

  /// Returns null if the region is not known. May be called by any thread at
  /// any time.
  DeviceKernel *find(const void *Region) const {
    const Slots &S = *Current.load(std::memory_order_acquire);
    for (size_t I = hash(Region);; ++I) {
      const Slot &Each = S.Array[I & S.Mask];
      const void *Key = Each.Region.load(std::memory_order_acquire);
      if (Key == Region)
        return Each.Kernel.load(std::memory_order_acquire);
      if (!Key)
        return nullptr;
    }
  }

  /// Sets or (with null) removes the kernel of a region. The owner's lock must
  /// ensure that there is one writer at a time.
  void set(const void *Region, DeviceKernel *Kernel) {
    // At most half full, so that a search ends soon.
    if (2 * (Used + 1) > Current.load(std::memory_order_relaxed)->Mask + 1)
      grow(2 * (Current.load(std::memory_order_relaxed)->Mask + 1));
    Slot &Place = slotFor(*Current.load(std::memory_order_relaxed), Region);
    Place.Kernel.store(Kernel, std::memory_order_release);
    if (!Place.Region.load(std::memory_order_relaxed)) {
      ++Used;
      Place.Region.store(Region, std::memory_order_release);
    }
  }

private:
  struct Slot {
    std::atomic<const void *> Region = nullptr;
    std::atomic<DeviceKernel *> Kernel = nullptr;
  };
  struct Slots {
    explicit Slots(size_t Count) : Mask(Count - 1), Array(new Slot[Count]) {}
    size_t Mask;
    std::unique_ptr<Slot[]> Array;
  };

  static constexpr size_t InitialSlots = 64;

  /// Region ids are addresses of adjacent bytes, so this spreads them.
  static size_t hash(const void *Region) {
    constexpr uint64_t Golden = 0x9e3779b97f4a7c15;
    return size_t(reinterpret_cast<uintptr_t>(Region) * Golden >> 32);
  }

  static Slot &slotFor(Slots &S, const void *Region) {
    for (size_t I = hash(Region);; ++I) {
      Slot &Each = S.Array[I & S.Mask];
      const void *Key = Each.Region.load(std::memory_order_relaxed);
      if (!Key || Key == Region)
        return Each;
    }
  }

  /// Copies what is there into a larger table, without the removed ones.
  void grow(size_t Count) {
    auto Larger = std::make_unique<Slots>(Count);
    Used = 0;
    if (const Slots *Old = Current.load(std::memory_order_relaxed))
      for (size_t I = 0; I <= Old->Mask; ++I) {
        DeviceKernel *Kernel = Old->Array[I].Kernel.load();
        if (!Kernel)
          continue;
        const void *Region = Old->Array[I].Region.load();
        Slot &Place = slotFor(*Larger, Region);
        Place.Region.store(Region, std::memory_order_relaxed);
        Place.Kernel.store(Kernel, std::memory_order_relaxed);
        ++Used;
      }
    Current.store(Larger.get(), std::memory_order_release);
    All.push_back(std::move(Larger));
  }

  std::atomic<Slots *> Current = nullptr;
  size_t Used = 0; ///< Slots with a region, including removed ones.
  std::vector<std::unique_ptr<Slots>> All;
};

} // namespace ompjit

#endif // OMPJIT_LIBOMPTARGET_DEVICE_KERNELTABLE_H
