//===- OpenQueue.h - A stream in use --------------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_CUDA_OPENQUEUE_H
#define OMPJIT_PLUGINS_CUDA_OPENQUEUE_H

#include "Driver.h"
#include "ompjit/Plugins/QueueSet.h"
#include "ompjit/Plugins/RecentKernels.h"
#include "ompjit/Plugins/ReductionMemory.h"
#include "ompjit/Plugins/Staging.h"

#include "ompjit/Plugin.h"

#include <atomic>
#include <cstdint>

struct ompjit_queue {
  ompjit::cuda::Stream *Stream = nullptr;
  /// Whether anything was put in since the last synchronisation.
  std::atomic<bool> HasWork = false;
  ompjit::plugins::RecentKernels Recent;
  ompjit::plugins::ReductionMemory Reductions;
  ompjit::plugins::Staging Staged;
  /// Whether the program has the stream's handle, and waits for the stream
  /// itself.
  std::atomic<bool> IsShown = false;

  void noteWork() { HasWork.store(true, std::memory_order_relaxed); }
};

#endif // OMPJIT_PLUGINS_CUDA_OPENQUEUE_H
