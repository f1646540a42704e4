//===- Kernel.h - Kernels that do nothing ---------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_NULL_KERNEL_H
#define OMPJIT_PLUGINS_NULL_KERNEL_H

#include "ompjit/Plugin.h"

#include <atomic>
#include <cstdint>

namespace ompjit::null {

/// What a kernel does instead of computing.
enum class KernelBehaviour : uint8_t {
  Nothing,
  Wait, ///< Waits until the word that the first argument points to is not 0.
  Fail,
};

} // namespace ompjit::null

struct ompjit_kernel {
  ompjit::null::KernelBehaviour Behaviour = {};
  std::atomic<uint32_t> NumArgs = 0;
};

namespace ompjit::null {

int launchKernel(ompjit_device *Device, ompjit_queue *Queue,
                 ompjit_kernel *Kernel, const ompjit_launch *Launch,
                 ompjit_error *Error);

} // namespace ompjit::null

#endif // OMPJIT_PLUGINS_NULL_KERNEL_H
