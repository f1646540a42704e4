//===- Kernel.h - Launching a kernel --------------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_VGPU_KERNEL_H
#define OMPJIT_PLUGINS_VGPU_KERNEL_H

#include "ompjit/Plugin.h"
#include "ompjit/VirtualGpu.h"

struct ompjit_kernel {
  const ompjit::vgpu::ImageRecord *Image = nullptr;
  const ompjit::vgpu::KernelRecord *Record = nullptr;
};

namespace ompjit::vgpu {

/// Runs the kernel with a block of parameters as its record describes it.
/// Checks nothing.
int runKernel(ompjit_device &Device, const ompjit_kernel &Kernel,
              Size3 NumBlocks, Size3 BlockSize, uint32_t DynamicSharedBytes,
              const char *Parameters, ompjit_error *Error);

void describeShape(ompjit_device *Device, ompjit_kernel *Kernel,
                   const ompjit_launch *Launch, ompjit_launch_shape *Shape);

int launchKernel(ompjit_device *Device, ompjit_queue *Queue,
                 ompjit_kernel *Kernel, const ompjit_launch *Launch,
                 ompjit_error *Error);

} // namespace ompjit::vgpu

#endif // OMPJIT_PLUGINS_VGPU_KERNEL_H
