//===- ThreadSlot.h - A small number for each thread ----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// If all threads counted in one variable they would contend for it, so each
// thread counts in one of several cache lines. Threads with the same slot share
// a line, which is slower but correct.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LIBOMPTARGET_SUPPORT_THREADSLOT_H
#define OMPJIT_LIBOMPTARGET_SUPPORT_THREADSLOT_H

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace ompjit {

constexpr size_t NumThreadSlots = 16;

/// The calling thread's slot, the same at every call.
inline size_t threadSlot() {
  static std::atomic<size_t> Next = 0;
  thread_local const size_t Slot =
      Next.fetch_add(1, std::memory_order_relaxed) % NumThreadSlots;
  return Slot;
}

/// A counter with a line for each slot.
class SlotCounter {
public:
  std::atomic<uint32_t> &mine() { return Lines[threadSlot()].Count; }

  struct alignas(64) Line {
    std::atomic<uint32_t> Count = 0;
  };
  const std::array<Line, NumThreadSlots> &lines() const { return Lines; }

private:
  std::array<Line, NumThreadSlots> Lines;
};

} // namespace ompjit

#endif // OMPJIT_LIBOMPTARGET_SUPPORT_THREADSLOT_H
