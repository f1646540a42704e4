//===- ompjit/Plugins/LaunchShape.h - How many blocks of how many threads -===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What plugins for GPUs share: the environment that clang puts beside a kernel,
// and the size of a launch that follows from it, from the launch and from the
// device.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_COMMON_LAUNCHSHAPE_H
#define OMPJIT_PLUGINS_COMMON_LAUNCHSHAPE_H

#include "ompjit/Plugin.h"

#include <cstdint>

namespace ompjit::plugins {

/// What a launch asks for in place of a number of teams where its construct
/// forms neither teams nor threads.
constexpr uint32_t WithoutTeams = 0xffffffff;

/// Of a kernel's mode: all threads run all of the code.
constexpr uint8_t SpmdMode = 2;

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

ompjit_launch_bounds boundsOf(const KernelEnvironment &Kernel);

/// What the teams of a kernel need to reduce their values.
uint64_t reductionBytes(const KernelEnvironment &Kernel);

struct Extent {
  uint32_t X, Y, Z;
};

struct Shape {
  Extent NumBlocks;
  Extent BlockSize;
};

inline ompjit_launch_shape describe(const Shape &S) {
  const auto &[Grid, Block] = S;
  return {{Grid.X, Grid.Y, Grid.Z}, {Block.X, Block.Y, Block.Z}};
}

/// No GPU has larger blocks.
constexpr uint32_t MaxBlockSize = 1024;

/// What of a device counts.
struct GridLimits {
  uint32_t NumProcessors = 1;
  /// The main thread of a generic kernel has a warp of its own.
  uint32_t WarpSize = 32;
  /// Where it is not known beforehand how large a kernel's warps are.
  uint32_t LargestWarp = 32;
  /// How many blocks, and how many threads, run on a processor at a time.
  uint32_t BlocksPerProcessor = 8;
  uint32_t ThreadsPerProcessor = UINT32_MAX;
  /// Whether a kernel may have less room than that, for its registers.
  bool KernelsDiffer = false;
  uint32_t MaxTeams = UINT32_MAX;
  // Of teams regions that ask for nothing; 0: the device's choice.
  uint32_t NumTeams = 0;   ///< OMP_NUM_TEAMS
  uint32_t NumThreads = 0; ///< OMP_TEAMS_THREAD_LIMIT

  /// Sets what the user has a say in. Values that mean nothing are ignored:
  /// libomp warns of them.
  void readEnvironment();
};

/// Tells how many blocks of a size run on a processor at a time, where more is
/// known of a kernel than of its device.
struct Residency {
  uint32_t (*Blocks)(const void *Context, uint32_t BlockSize) = nullptr;
  const void *Context = nullptr;
};

/// launch_size of ompjit/Plugin.h.
ompjit_launch_size sizeOf(const ompjit_launch &Launch,
                          const ompjit_launch_bounds &Bounds,
                          const GridLimits &Limits, Residency Known = {});

/// What the launch asks for, as far as the kernel allows; otherwise a block for
/// each so many iterations, up to what the processors hold at a time.
/// \p Bounds is null for other languages' kernels. \p LargestBlock is the
/// kernel's, or 0.
Shape shapeOf(const ompjit_launch &Launch, const ompjit_launch_bounds *Bounds,
              uint32_t LargestBlock, const GridLimits &Limits,
              Residency Known = {});

} // namespace ompjit::plugins

#endif // OMPJIT_PLUGINS_COMMON_LAUNCHSHAPE_H
