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
#include "ompjit/Plugins/LaunchShape.h"

#include <cstdint>
#include <optional>

struct ompjit_kernel {
  uint64_t Object = 0;        ///< The GPU's address of its descriptor.
  const char *Name = nullptr; ///< Owned by the device.
  /// Its metadata; for a kernel that a virtual GPU runs, the device's values.
  ompjit::amdgpu::KernelMetadata Metadata;
  std::optional<ompjit::amdgpu::ArgumentLayout> Arguments;
  ompjit_launch_bounds Bounds = {}; ///< The mode is 0 if there are none.
  ompjit::plugins::ReductionRecords Reductions;
  uint32_t LargestBlock = 0;
  uint32_t PrivateBytes = 0; ///< Of each thread.
};

#endif // OMPJIT_PLUGINS_AMDGPU_LOADEDKERNEL_H
