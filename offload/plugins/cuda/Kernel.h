//===- Kernel.h - Launching a kernel --------------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_CUDA_KERNEL_H
#define OMPJIT_PLUGINS_CUDA_KERNEL_H

#include "Driver.h"

#include "ompjit/Plugin.h"

#include <array>
#include <atomic>
#include <cstdint>

namespace ompjit::cuda {

/// How many blocks of a kernel run on a processor at a time, as the driver
/// says, for the sizes that were asked for last. Thread safe.
class OccupancyCache {
public:
  uint32_t blocks(const Driver &D, Function *Kernel, uint32_t BlockSize,
                  uint32_t SharedBytes);

private:
  /// The blocks, the size of a block and the shared memory in KiB; 0: none.
  std::array<std::atomic<uint64_t>, 4> Answers = {};
};

} // namespace ompjit::cuda

struct ompjit_kernel {
  ompjit::cuda::Function *Function = nullptr;
  const char *Name = nullptr;       ///< The device's.
  uint32_t NumArgs = 0;             ///< After the launch environment.
  ompjit_launch_bounds Bounds = {}; ///< The mode is 0 where there are none.
  uint64_t ReductionBytes = 0;
  uint32_t LargestBlock = 0;
  uint32_t StaticSharedBytes = 0;
  /// The dynamic shared memory that the driver was told to allow.
  std::atomic<uint32_t> AllowedSharedBytes = 0;
  mutable ompjit::cuda::OccupancyCache Occupancy;
};

namespace ompjit::cuda {

/// Fills \p Kernel.
int prepareKernel(ompjit_device *Device, const ompjit_image &Image,
                  const char *Symbol, uint32_t NumArgs, ompjit_kernel &Kernel,
                  ompjit_error *Error);

void describeShape(ompjit_device *Device, ompjit_kernel *Kernel,
                   const ompjit_launch *Launch, ompjit_launch_shape *Shape);

int launchKernel(ompjit_device *Device, ompjit_queue *Queue,
                 ompjit_kernel *Kernel, const ompjit_launch *Launch,
                 ompjit_error *Error);

} // namespace ompjit::cuda

#endif // OMPJIT_PLUGINS_CUDA_KERNEL_H
