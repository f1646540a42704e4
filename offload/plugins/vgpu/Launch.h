//===- Launch.h - A launch that is running --------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_VGPU_LAUNCH_H
#define OMPJIT_PLUGINS_VGPU_LAUNCH_H

#include "Fault.h"

#include "ompjit/Support/Mutex.h"
#include "ompjit/VirtualGpu.h"

#include <atomic>
#include <string>
#include <vector>

struct ompjit_device;

namespace ompjit::vgpu {

struct LaunchChecks;

/// Counts how often blocks of a launch have given up waiting since one of them
/// went on. A block that could go on may be on a thread that the system has
/// suspended for any length of time, so each block has to find out for itself
/// that it waits in vain. Thread-safe.
class Surrenders {
public:
  /// Changes when a block goes on after others have given up.
  uint32_t round() const { return uint32_t(State.load() >> 32); }
  uint32_t count() const { return uint32_t(State.load()); }

  /// Returns false if a block went on since the round began.
  bool add(uint32_t Round) {
    uint64_t Seen = State.load();
    while (uint32_t(Seen >> 32) == Round)
      if (State.compare_exchange_weak(Seen, Seen + 1))
        return true;
    return false;
  }

  /// Begins a new round: blocks that have given up must try again.
  void noteProgress() {
    uint64_t Seen = State.load(std::memory_order_relaxed);
    while (uint32_t(Seen) != 0)
      if (State.compare_exchange_weak(Seen, ((Seen >> 32) + 1) << 32))
        return;
  }

private:
  std::atomic<uint64_t> State = 0; ///< The round in the upper half, the count
                                   ///< in the lower.
};

/// What all blocks of a launch share. The blocks run on several threads.
struct Launch {
  ompjit_device *Device = nullptr;
  const KernelRecord *Kernel = nullptr;
  Family Kind = Family::Nvptx;
  uint32_t WarpSize = 32;
  Size3 BlockSize = {1, 1, 1};
  Size3 NumBlocks = {1, 1, 1};
  uint32_t SharedBytes = 0; ///< Including those that the launch asked for.
  uint32_t DynamicSharedBytes = 0;
  size_t StackBytes = 0;
  LaunchChecks *Checks = nullptr; ///< In checking mode.
  bool IsSpmd = false;            ///< All threads run all of the code.
  const char *Parameters = nullptr;
  const void *ImplicitArguments = nullptr;
  const void *DispatchPacket = nullptr;
  uint32_t NumProcessors = 1;

  uint32_t threadsOfBlock() const {
    return BlockSize.X * BlockSize.Y * BlockSize.Z;
  }
  uint64_t numBlocks() const {
    return uint64_t(NumBlocks.X) * NumBlocks.Y * NumBlocks.Z;
  }

  mutable std::atomic<uint64_t> NextBlock = 0; ///< The first block that no
                                               ///< thread has taken.
  mutable uint32_t NumHelpers = 0;             ///< Guarded by the workers'
                                               ///< mutex.

  mutable std::atomic<uint32_t> Running = 0; ///< Blocks.
  mutable Surrenders GivenUp;
  mutable std::atomic<bool> HasFailed = false;

  /// Notes a failure; only the first one counts.
  void fail(const Fault &What) const {
    MutexLock Lock(FailureMutex);
    if (!HasFailed.exchange(true))
      Failure = What;
  }
  /// To be called when no block runs any more.
  const Fault &failure() const { return Failure; }

private:
  mutable Mutex FailureMutex;
  mutable Fault Failure; ///< Guarded by FailureMutex while blocks run.
};

} // namespace ompjit::vgpu

#endif // OMPJIT_PLUGINS_VGPU_LAUNCH_H
