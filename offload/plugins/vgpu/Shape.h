//===- Shape.h - How many blocks of how many threads ----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_VGPU_SHAPE_H
#define OMPJIT_PLUGINS_VGPU_SHAPE_H

#include "ompjit/Plugin.h"
#include "ompjit/VirtualGpu.h"

namespace ompjit::vgpu {

/// What clang puts beside a kernel; KernelEnvironmentTy in docs/abi.md.
struct KernelEnvironment {
  uint8_t UseGenericStateMachine;
  uint8_t MayUseNestedParallelism;
  uint8_t Mode; ///< 0 bare, 1 generic, with bit 2 SPMD.
  int32_t MinThreads;
  int32_t MaxThreads;
  int32_t MinTeams;
  int32_t MaxTeams;
  int32_t ReductionDataSize;
  int32_t ReductionBufferLength;
};

struct Shape {
  Size3 NumBlocks;
  Size3 BlockSize;
};

/// No GPU has larger blocks.
constexpr uint32_t MaxBlockSize = 1024;

/// launch_size of ompjit/Plugin.h.
ompjit_launch_size sizeOf(const ompjit_launch &Launch,
                          const ompjit_launch_bounds &Bounds, Family Kind,
                          uint32_t NumProcessors);

/// As the plugins for real GPUs choose it: what the launch asks for, as far as
/// the kernel allows; otherwise a block for each so many iterations, up to what
/// the processors can hold. \p Environment is null for other languages'
/// kernels.
/// \p LargestBlock is the kernel's.
Shape shapeOf(const ompjit_launch &Launch, const KernelEnvironment *Environment,
              uint32_t LargestBlock, Family Kind, uint32_t WarpSize,
              uint32_t NumProcessors);

} // namespace ompjit::vgpu

#endif // OMPJIT_PLUGINS_VGPU_SHAPE_H
