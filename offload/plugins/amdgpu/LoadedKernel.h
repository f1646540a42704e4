//===- LoadedKernel.h - A kernel that can be launched ---------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_AMDGPU_LOADEDKERNEL_H
#define OMPJIT_PLUGINS_AMDGPU_LOADEDKERNEL_H

#include "KernelArguments.h"
#include "Metadata.h"

#include "ompjit/Plugin.h"

#include <cstdint>
#include <optional>

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

#endif // OMPJIT_PLUGINS_AMDGPU_LOADEDKERNEL_H
