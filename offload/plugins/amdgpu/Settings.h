//===- Settings.h - The user's settings for AMD's GPUs --------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_AMDGPU_SETTINGS_H
#define OMPJIT_PLUGINS_AMDGPU_SETTINGS_H

#include <cstdint>
#include <optional>

namespace ompjit::amdgpu {

struct Settings {
  uint32_t NumQueues = 4;   ///< LIBOMPTARGET_AMDGPU_NUM_HSA_QUEUES
  uint32_t QueueSize = 512; ///< LIBOMPTARGET_AMDGPU_HSA_QUEUE_SIZE, in packets.
  /// LIBOMPTARGET_AMDGPU_MAX_ASYNC_COPY_BYTES: larger copies from memory that
  /// is not pinned wait until it is pinned.
  uint64_t MaxStagedBytes = 1 << 20;
  /// LIBOMPTARGET_AMDGPU_NUM_INITIAL_HSA_SIGNALS
  uint32_t NumSignals = 64;
  /// OMPX_APU_MAPS=1: mapped memory is used in place, also by GPUs that have
  /// memory of their own.
  bool MapsInPlace = false;
  std::optional<uint64_t> StackBytes; ///< LIBOMPTARGET_STACK_SIZE
  uint32_t SharedBytes = 0;           ///< LIBOMPTARGET_SHARED_MEMORY_SIZE
  uint32_t RuntimeDebugKinds = 0;     ///< LIBOMPTARGET_DEVICE_RTL_DEBUG

  static Settings fromEnvironment();
};

} // namespace ompjit::amdgpu

#endif // OMPJIT_PLUGINS_AMDGPU_SETTINGS_H
