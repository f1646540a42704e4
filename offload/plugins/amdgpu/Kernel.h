//===- Kernel.h - Kernels on a GPU of AMD's -------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_AMDGPU_KERNEL_H
#define OMPJIT_PLUGINS_AMDGPU_KERNEL_H

#include "CodeObject.h"
#include "KernelArguments.h"

#include "ompjit/Plugin.h"

#include <cstdint>
#include <optional>

struct ompjit_image;

struct ompjit_kernel {
  uint64_t Object = 0;        ///< Where the GPU finds its descriptor.
  const char *Name = nullptr; ///< The device's.
  /// What it says of itself; for one that a processor plays, what its device
  /// has.
  ompjit::amdgpu::KernelMetadata Is;
  std::optional<ompjit::amdgpu::ArgumentLayout> Arguments;
  ompjit_launch_bounds Bounds = {}; ///< The mode is 0 where there are none.
  uint64_t ReductionBytes = 0;
  uint32_t LargestBlock = 0;
  uint32_t PrivateBytes = 0; ///< Of each thread.
};

namespace ompjit::amdgpu {

class Call;

/// Fills \p Kernel.
int prepareKernel(ompjit_device *Device, ompjit_image &Image,
                  const char *Symbol, uint32_t NumArgs, ompjit_kernel &Kernel,
                  ompjit_error *Error);

void describeShape(ompjit_device *Device, ompjit_kernel *Kernel,
                   const ompjit_launch *Launch, ompjit_launch_shape *Shape);

int launchKernel(ompjit_device *Device, ompjit_queue *Queue,
                 ompjit_kernel *Kernel, const ompjit_launch *Launch,
                 ompjit_error *Error);

} // namespace ompjit::amdgpu

#endif // OMPJIT_PLUGINS_AMDGPU_KERNEL_H
