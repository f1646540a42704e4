//===- RunningLaunches.h - Whether kernels of a device run right now ------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A program may end, or close a library, while other threads are still inside
// target regions. Images are then left loaded instead of being pulled away
// from under them.
//
// A launch's operations are full barriers: either it sees that its kernel is
// gone, or whoever takes the kernel away sees the launch. The JIT engine asks,
// too, before it unloads an image.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LIBOMPTARGET_RUNNINGLAUNCHES_H
#define OMPJIT_LIBOMPTARGET_RUNNINGLAUNCHES_H

#include "ThreadSlot.h"

#include "ompjit/Jit/LaunchWatch.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace ompjit {

class RunningLaunches : public jit::LaunchWatch {
public:
  /// For the time of one launch, the search for the kernel included.
  class Guard {
  public:
    explicit Guard(RunningLaunches &All) : Mine(All.Counter->mine()) {
      Mine.fetch_add(1, std::memory_order_seq_cst);
    }
    ~Guard() { Mine.fetch_sub(1, std::memory_order_release); }
    Guard(const Guard &) = delete;
    Guard &operator=(const Guard &) = delete;

  private:
    std::atomic<uint32_t> &Mine;
  };

  bool any() const {
    std::atomic_thread_fence(std::memory_order_seq_cst);
    for (const SlotCounter::Line &Each : Counter->lines())
      if (Each.Count.load(std::memory_order_acquire))
        return true;
    return false;
  }

  /// Whether there is no launch but one of the calling thread.
  bool isAlone() const {
    uint64_t Sum = 0;
    for (const SlotCounter::Line &Each : Counter->lines())
      Sum += Each.Count.load(std::memory_order_relaxed);
    return Sum <= 1;
  }

  /// A slot was quiet once nobody counts there but the caller itself. Threads
  /// that share a slot wait for each other.
  class SlotsInUse : public Earlier {
  public:
    explicit SlotsInUse(const SlotCounter &Counter) : Counter(Counter) {
      for (size_t Slot = 0; Slot != NumThreadSlots; ++Slot)
        if (!isQuiet(Slot))
          Left.push_back(Slot);
    }
    bool areOver() override {
      std::erase_if(Left, [this](size_t Slot) { return isQuiet(Slot); });
      return Left.empty();
    }

  private:
    bool isQuiet(size_t Slot) const {
      const uint32_t Own = Slot == threadSlot();
      return Counter.lines()[Slot].Count.load(std::memory_order_seq_cst) <= Own;
    }

    const SlotCounter &Counter;
    std::vector<size_t> Left;
  };

  std::unique_ptr<Earlier> earlier() const override {
    return std::make_unique<SlotsInUse>(*Counter);
  }

  /// In a child of fork(), where the launches of other threads never end. One
  /// of the forking thread itself ends where it was counted: the old counter
  /// stays.
  void forgetAll() {
    Old.push_back(std::exchange(Counter, std::make_unique<SlotCounter>()));
  }

private:
  std::unique_ptr<SlotCounter> Counter = std::make_unique<SlotCounter>();
  std::vector<std::unique_ptr<SlotCounter>> Old;
};

} // namespace ompjit

#endif // OMPJIT_LIBOMPTARGET_RUNNINGLAUNCHES_H
