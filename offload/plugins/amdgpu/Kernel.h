//===- Kernel.h - Kernels on an AMD GPU -----------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_AMDGPU_KERNEL_H
#define OMPJIT_PLUGINS_AMDGPU_KERNEL_H

#include "ompjit/Plugin.h"

#include <cstdint>

namespace ompjit::amdgpu {

// The functions of the table.
int getKernel(ompjit_device *Device, ompjit_image *Image, const char *Symbol,
              uint32_t NumArgs, ompjit_kernel **Kernel, ompjit_error *Error);
void describeShape(ompjit_device *Device, ompjit_kernel *Kernel,
                   const ompjit_launch *Launch, ompjit_launch_shape *Shape);
void describeUsage(ompjit_device *Device, ompjit_kernel *Kernel,
                   ompjit_kernel_usage *Usage);

int launchKernel(ompjit_device *Device, ompjit_queue *Queue,
                 ompjit_kernel *Kernel, const ompjit_launch *Launch,
                 ompjit_error *Error);

} // namespace ompjit::amdgpu

#endif // OMPJIT_PLUGINS_AMDGPU_KERNEL_H
