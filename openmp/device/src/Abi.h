//===- Abi.h - What clang 22 passes to the device runtime -----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_OPENMP_DEVICE_ABI_H
#define OMPJIT_OPENMP_DEVICE_ABI_H

#include <stdint.h>

namespace ompjit::device {

/// A place in the source.
struct Ident;

/// How a kernel runs. A kernel that was made SPMD by an optimisation has both
/// bits.
enum ExecMode : uint8_t { Bare = 0, Generic = 1, Spmd = 2 };

struct Configuration {
  uint8_t UseGenericStateMachine;
  uint8_t MayUseNestedParallelism;
  uint8_t Mode;
  int32_t MinThreads;
  int32_t MaxThreads;
  int32_t MinTeams;
  int32_t MaxTeams;
  int32_t ReductionDataSize;
  int32_t ReductionBufferLength;
};

/// A constant beside the kernel.
struct KernelEnvironment {
  ::ompjit::device::Configuration Configuration;
  Ident *Location;
  void *Dynamic;
};

/// The environment that the host passes with a launch.
struct LaunchEnvironment {
  uint32_t ReductionCount;
  uint32_t ReductionBase;
  void *ReductionBuffer;
};

/// A region's function. Its first parameters are the addresses of the thread's
/// number and of 0, followed by those of the shared variables.
using Microtask = void *;

/// The function that workers call for a region; it fetches the shared variables
/// itself.
using Wrapper = void (*)(uint16_t, uint32_t);

} // namespace ompjit::device

#endif // OMPJIT_OPENMP_DEVICE_ABI_H
