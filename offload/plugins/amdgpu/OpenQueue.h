//===- OpenQueue.h - A queue in use ---------------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_AMDGPU_OPENQUEUE_H
#define OMPJIT_PLUGINS_AMDGPU_OPENQUEUE_H

#include "Completion.h"
#include "ompjit/Plugins/QueueSet.h"
#include "ompjit/Plugins/RecentKernels.h"
#include "ompjit/Plugins/ReductionMemory.h"
#include "ompjit/Plugins/Staging.h"

#include "ompjit/Plugin.h"
#include "ompjit/Support/Mutex.h"

#include <atomic>
#include <vector>

namespace ompjit::amdgpu {

class HipStream;
class Lane;

} // namespace ompjit::amdgpu

struct ompjit_queue {
  std::atomic<ompjit::amdgpu::Lane *> Line =
      nullptr; ///< Set at its first kernel.
  /// Whether anything was put in since the last synchronisation.
  std::atomic<bool> HasWork = false;
  /// Whether the lane has work of this queue that Aside does not cover.
  std::atomic<bool> IsInLane = false;
  /// Whether a kernel has to wait for what is in Aside.
  std::atomic<bool> HasAside = false;
  /// Everything that is put in waits for it. Null unless a program has asked
  /// for it.
  std::atomic<ompjit::amdgpu::HipStream *> Stream = nullptr;
  ompjit::plugins::RecentKernels Recent;
  ompjit::plugins::ReductionMemory Reductions;
  ompjit::plugins::Staging Staged;

  ompjit::Mutex Guard;
  /// The next operation waits for these.
  ompjit::amdgpu::CompletionRefs Aside OMPJIT_GUARDED_BY(Guard);

  void noteWork() { HasWork.store(true, std::memory_order_relaxed); }
  /// To be called when Aside has changed.
  void noteAside() OMPJIT_REQUIRES(Guard) {
    HasAside = !Aside.empty() || Stream.load();
  }
};

#endif // OMPJIT_PLUGINS_AMDGPU_OPENQUEUE_H
