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
// Counting must not become the place where all threads meet, so each thread
// counts in one of several cache lines. Its operations are full barriers:
// either a launch sees that its kernel is gone, or whoever takes the kernel
// away sees the launch.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LIBOMPTARGET_RUNNINGLAUNCHES_H
#define OMPJIT_LIBOMPTARGET_RUNNINGLAUNCHES_H

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace ompjit {

class RunningLaunches {
public:
  /// For the time of one launch, the search for the kernel included.
  class Guard {
  public:
    explicit Guard(RunningLaunches &All) : Mine(All.mine()) {
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
    for (const Line &Each : Lines)
      if (Each.Count.load(std::memory_order_acquire))
        return true;
    return false;
  }

private:
  static constexpr size_t NumLines = 16;

  struct alignas(64) Line {
    std::atomic<uint32_t> Count = 0;
  };

  std::atomic<uint32_t> &mine() {
    static std::atomic<size_t> Next = 0;
    thread_local const size_t Index =
        Next.fetch_add(1, std::memory_order_relaxed) % NumLines;
    return Lines[Index].Count;
  }

  std::array<Line, NumLines> Lines;
};

} // namespace ompjit

#endif // OMPJIT_LIBOMPTARGET_RUNNINGLAUNCHES_H
