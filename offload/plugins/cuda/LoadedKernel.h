//===- LoadedKernel.h - A kernel that can be launched ---------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_CUDA_LOADEDKERNEL_H
#define OMPJIT_PLUGINS_CUDA_LOADEDKERNEL_H

#include "Occupancy.h"

#include "ompjit/Plugin.h"
#include "ompjit/Plugins/LaunchShape.h"

#include <atomic>
#include <cstdint>

struct ompjit_kernel {
  ompjit::cuda::Function *Function = nullptr;
  const char *Name = nullptr;       ///< Owned by the device.
  uint32_t NumArgs = 0;             ///< After the launch environment.
  ompjit_launch_bounds Bounds = {}; ///< The mode is 0 if there are none.
  ompjit::plugins::ReductionRecords Reductions;
  uint32_t LargestBlock = 0;
  uint32_t StaticSharedBytes = 0;
  /// The limit of dynamic shared memory that was set in the driver.
  std::atomic<uint32_t> AllowedSharedBytes = 0;
  mutable ompjit::cuda::OccupancyCache Occupancy;
};

#endif // OMPJIT_PLUGINS_CUDA_LOADEDKERNEL_H
