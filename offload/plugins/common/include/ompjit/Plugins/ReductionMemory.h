//===- ompjit/Plugins/ReductionMemory.h - Buffers for reductions ----------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_REDUCTIONMEMORY_H
#define OMPJIT_PLUGINS_REDUCTIONMEMORY_H

#include "ompjit/Support/Mutex.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdint>
#include <memory>
#include <vector>

namespace ompjit::plugins {

/// KernelLaunchEnvironmentTy of docs/abi.md. Kernels restore the numbers that
/// they change.
struct LaunchEnvironment {
  uint32_t ReductionCount = 0;
  uint32_t ReductionBase = 0;
  uint64_t ReductionBuffer = 0;
};

/// Device memory for the reductions over the teams of a queue's kernels, which
/// run one after the other. Starts with the launch environment. Thread safe.
class ReductionMemory {
public:
  /// Returns the address of an environment whose buffer has at least \p Bytes
  /// bytes; 0 on failure. \p Make makes one with a buffer of the given size at
  /// BufferOffset, before everything that is put into the queue later.
  template <typename Function> uint64_t get(uint64_t Bytes, Function Make) {
    const Block *Now = Current.load(std::memory_order_acquire);
    if (Now && Now->Bytes >= Bytes) [[likely]]
      return Now->Address;
    MutexLock Lock(GrowMutex);
    Now = Current.load(std::memory_order_relaxed);
    if (Now && Now->Bytes >= Bytes)
      return Now->Address;
    const uint64_t Size = sizeFor(Bytes);
    const uint64_t Address = Make(Size);
    if (Address) {
      Blocks.push_back(std::make_unique<const Block>(Block{Address, Size}));
      Current.store(Blocks.back().get(), std::memory_order_release);
    }
    return Address;
  }
  static constexpr uint64_t BufferOffset = 256;
  static constexpr uint64_t MaxBytes = uint64_t(1) << 62;

  /// To be called when none of the queue's kernels runs.
  template <typename Function> void release(Function Free) {
    MutexLock Lock(GrowMutex);
    for (const auto &Each : Blocks)
      Free(Each->Address);
    Blocks.clear();
  }

private:
  struct Block {
    uint64_t Address;
    uint64_t Bytes;
  };

  static uint64_t sizeFor(uint64_t Bytes) {
    constexpr uint64_t Smallest = uint64_t(64) << 10;
    return Bytes > MaxBytes ? Bytes : std::bit_ceil(std::max(Bytes, Smallest));
  }

  std::atomic<const Block *> Current = nullptr;
  Mutex GrowMutex;
  /// All blocks, because kernels may still use the smaller ones.
  std::vector<std::unique_ptr<const Block>> Blocks OMPJIT_GUARDED_BY(GrowMutex);
};

} // namespace ompjit::plugins

#endif // OMPJIT_PLUGINS_REDUCTIONMEMORY_H
