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

#include <algorithm>
#include <cstdint>

namespace ompjit::plugins {

/// The number of teams in launches whose construct forms neither teams nor
/// threads.
constexpr uint32_t WithoutTeams = 0xffffffff;

/// Bit of a kernel's mode: all threads run all of the code.
constexpr uint8_t SpmdMode = 2;

/// The environment that clang puts beside a kernel; KernelEnvironmentTy in
/// docs/abi.md.
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

/// The buffer in which the teams of a kernel reduce their values. Each of them
/// uses one record; those behind the last share the records.
struct ReductionRecords {
  uint32_t Bytes = 0; ///< Of one; 0 if the kernel needs no buffer.
  uint32_t Most = 0;

  uint64_t bytesFor(uint32_t Teams) const {
    return uint64_t(Bytes) * std::min(Teams, Most);
  }
};
ReductionRecords reductionRecords(const KernelEnvironment &Kernel);

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

/// The properties of a device on which sizes depend.
struct GridLimits {
  uint32_t NumProcessors = 1;
  /// The main thread of a generic kernel has a warp of its own.
  uint32_t WarpSize = 32;
  /// Used if the size of a kernel's warps is not known beforehand.
  uint32_t LargestWarp = 32;
  /// How many blocks, and how many threads, can run on a processor at a time.
  uint32_t BlocksPerProcessor = 8;
  uint32_t ThreadsPerProcessor = UINT32_MAX;
  /// Whether these may be lower for some kernels, because of their registers.
  bool KernelsDiffer = false;
  uint32_t MaxTeams = UINT32_MAX;
  // For teams regions without clauses; 0: the device's choice.
  uint32_t NumTeams = 0;   ///< OMP_NUM_TEAMS
  uint32_t NumThreads = 0; ///< OMP_TEAMS_THREAD_LIMIT

  /// Reads the user's settings. Ignores invalid values, because libomp warns
  /// about them.
  void readEnvironment();
};

/// Computes how many blocks of a size run on a processor at a time, if more is
/// known about a kernel than about its device.
struct Residency {
  uint32_t (*Blocks)(const void *Context, uint32_t BlockSize) = nullptr;
  const void *Context = nullptr;
};

/// launch_size of ompjit/Plugin.h.
ompjit_launch_size sizeOf(const ompjit_launch &Launch,
                          const ompjit_launch_bounds &Bounds,
                          const GridLimits &Limits, Residency Known = {});

/// Returns the shape that the launch asks for, within the kernel's bounds; if
/// it does not ask, enough blocks for the iterations, up to what the processors
/// hold at a time. \p Bounds is null for other languages' kernels. \p
/// LargestBlock is the kernel's maximum, or 0.
Shape shapeOf(const ompjit_launch &Launch, const ompjit_launch_bounds *Bounds,
              uint32_t LargestBlock, const GridLimits &Limits,
              Residency Known = {});

} // namespace ompjit::plugins

#endif // OMPJIT_PLUGINS_COMMON_LAUNCHSHAPE_H
