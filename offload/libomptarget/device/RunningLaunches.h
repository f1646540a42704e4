//===- RunningLaunches.h - Whether kernels of a device run right now ------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A program may end, or close a library, while other threads are still inside
// target regions. Images are then left loaded.
//
// A launch's operations are full barriers: either the launch sees that its
// kernel is gone, or the thread that removes the kernel sees the launch. The
// JIT engine also asks before it unloads an image.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LIBOMPTARGET_DEVICE_RUNNINGLAUNCHES_H
#define OMPJIT_LIBOMPTARGET_DEVICE_RUNNINGLAUNCHES_H

#include "support/ThreadSlot.h"

#include "ompjit/Jit/LaunchWatch.h"

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace ompjit {

class RunningLaunches : public jit::LaunchWatch {
  /// Launches of the threads of a slot. They are counted by the parity of the
  /// epoch in which they began, and an epoch ends only when no launch of the
  /// one before is left. So launches of earlier epochs are seen to end, however
  /// many follow.
  struct alignas(64) Line {
    std::array<std::atomic<uint32_t>, 2> Counts = {0, 0};
    std::atomic<uint32_t> Epoch = 0;

    std::atomic<uint32_t> &current() {
      return Counts[Epoch.load(std::memory_order_relaxed) & 1];
    }
    uint64_t total() const {
      return uint64_t(Counts[0].load(std::memory_order_seq_cst)) +
             Counts[1].load(std::memory_order_seq_cst);
    }
    /// Ends epochs until \p Target is reached. Returns false if launches of the
    /// previous epoch are still under way.
    bool proceed(uint32_t Target) {
      uint32_t Now = Epoch.load(std::memory_order_seq_cst);
      while (int32_t(Target - Now) > 0) {
        if (Counts[(Now + 1) & 1].load(std::memory_order_seq_cst))
          return false;
        if (Epoch.compare_exchange_strong(Now, Now + 1))
          ++Now;
      }
      return true;
    }
  };
  using Lines = std::array<Line, NumThreadSlots>;

public:
  /// Lives during one launch, including the search for the kernel.
  class Guard {
  public:
    explicit Guard(RunningLaunches &All)
        : Mine((*All.Slots)[threadSlot()].current()) {
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
    for (const Line &Each : *Slots)
      if (Each.total())
        return true;
    return false;
  }

  /// Whether the calling thread's launch is the only one.
  bool isAlone() const {
    uint64_t Sum = 0;
    for (const Line &Each : *Slots)
      for (const std::atomic<uint32_t> &Count : Each.Counts)
        Sum += Count.load(std::memory_order_relaxed);
    return Sum <= 1;
  }

  /// A slot's launches are over once there is none except the caller's, or else
  /// three epochs later: the first of these ends may have been decided before
  /// the launches were noted, and the other two see each count at zero.
  class EarlierLaunches : public Earlier {
  public:
    explicit EarlierLaunches(Lines &Slots) : All(Slots) {
      for (Line &Each : Slots) {
        // Read before the count.
        const uint32_t Epoch = Each.Epoch.load(std::memory_order_seq_cst);
        if (!isQuiet(Each))
          Left.push_back({&Each, Epoch + 3});
      }
    }
    bool areOver() override {
      std::erase_if(Left, [this](const Slot &Each) {
        return isQuiet(*Each.Counted) || Each.Counted->proceed(Each.EndEpoch);
      });
      return Left.empty();
    }

  private:
    struct Slot {
      Line *Counted;
      uint32_t EndEpoch;
    };
    bool isQuiet(const Line &Each) const {
      return Each.total() <= (&Each == &All[threadSlot()]);
    }

    const Lines &All;
    std::vector<Slot> Left;
  };

  std::unique_ptr<Earlier> earlier() const override {
    return std::make_unique<EarlierLaunches>(*Slots);
  }

  /// To be called in a child of fork(), where the launches of other threads
  /// never end. A launch of the forking thread itself ends in the counter where
  /// it began, which stays.
  void forgetAll() {
    Old.push_back(std::exchange(Slots, std::make_unique<Lines>()));
  }

private:
  std::unique_ptr<Lines> Slots = std::make_unique<Lines>();
  std::vector<std::unique_ptr<Lines>> Old;
};

} // namespace ompjit

#endif // OMPJIT_LIBOMPTARGET_DEVICE_RUNNINGLAUNCHES_H
