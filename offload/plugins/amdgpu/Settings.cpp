//===- Settings.cpp - The user's settings for AMD's GPUs ------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Settings.h"

#include "ompjit/Plugins/Variables.h"

#include <algorithm>
#include <bit>

namespace ompjit::amdgpu {

using plugins::readNumber;

/// Returns \p Otherwise if the variable is not set, or is 0.
static uint32_t readCount(const char *Name, uint32_t Otherwise, uint32_t Max) {
  const uint64_t Value = readNumber(Name).value_or(0);
  return Value ? uint32_t(std::min<uint64_t>(Value, Max)) : Otherwise;
}

Settings Settings::fromEnvironment() {
  Settings S;
  S.NumQueues =
      readCount("LIBOMPTARGET_AMDGPU_NUM_HSA_QUEUES", S.NumQueues, 64);
  S.QueueSize = std::bit_ceil(
      readCount("LIBOMPTARGET_AMDGPU_HSA_QUEUE_SIZE", S.QueueSize, 1 << 20));
  S.MaxStagedBytes = readNumber("LIBOMPTARGET_AMDGPU_MAX_ASYNC_COPY_BYTES")
                         .value_or(S.MaxStagedBytes);
  S.NumSignals = readCount("LIBOMPTARGET_AMDGPU_NUM_INITIAL_HSA_SIGNALS",
                           S.NumSignals, 1 << 16);
  S.MapsInPlace = readNumber("OMPX_APU_MAPS").value_or(0) == 1;
  S.StackBytes = readNumber("LIBOMPTARGET_STACK_SIZE");
  const uint64_t Shared =
      readNumber("LIBOMPTARGET_SHARED_MEMORY_SIZE").value_or(0);
  S.SharedBytes = Shared <= UINT32_MAX ? uint32_t(Shared) : 0;
  S.RuntimeDebugKinds = plugins::runtimeDebugKinds();
  return S;
}

} // namespace ompjit::amdgpu
