//===- EntryLaunch.cpp - Entry points: kernels of other languages ---------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The calls that clang 22 makes of `kernel<<<grid, block, bytes,
// stream>>>(arguments)` with -foffload-via-llvm. The configuration is pushed
// before the arguments are evaluated; then the kernel's stub on the host packs
// the arguments, pops the configuration and launches.
//
// As in the packaged runtime, a kernel runs on device 0 and is done when the
// launch returns, whatever its stream.
//
//===----------------------------------------------------------------------===//

#include "Entry.h"
#include "EntryKernel.h"
#include "Libomp.h"
#include "device/KernelArguments.h"
#include "support/Diagnostics.h"

#include <algorithm>
#include <vector>

using namespace ompjit;

namespace {

constexpr int64_t OnlyDevice = 0;

constexpr int OffloadDisabled = 0;

/// dim3. Clang's header leaves unnamed dimensions at 0, which means 1.
struct Extent {
  uint32_t X, Y, Z;
};

struct LaunchConfiguration {
  Extent Grid, Block;
  size_t SharedBytes;
  void *Stream;
};

/// A stack, because arguments may contain other launches.
std::vector<LaunchConfiguration> &pushedConfigurations() {
  thread_local std::vector<LaunchConfiguration> Pushed;
  return Pushed;
}

void setExtent(uint32_t (&Dimensions)[3], Extent Size) {
  Dimensions[0] = Size.X;
  Dimensions[1] = std::max(Size.Y, 1u);
  Dimensions[2] = std::max(Size.Z, 1u);
}

std::string whyNoDevice() {
  if (__kmpc_get_target_offload() == OffloadDisabled)
    return "OMP_TARGET_OFFLOAD is disabled";
  return runtime().whyNoDevices();
}

} // namespace

/// Always returns 0, which makes the launch go on.
OMPJIT_EXPORT uint32_t __llvmPushCallConfiguration(Extent Grid, Extent Block,
                                                   size_t SharedBytes,
                                                   void *Stream) {
  pushedConfigurations().push_back({Grid, Block, SharedBytes, Stream});
  return 0;
}

OMPJIT_EXPORT uint32_t __llvmPopCallConfiguration(Extent *Grid, Extent *Block,
                                                  size_t *SharedBytes,
                                                  void **Stream) {
  LaunchConfiguration Top = {};
  std::vector<LaunchConfiguration> &Pushed = pushedConfigurations();
  const bool WasPushed = !Pushed.empty();
  if (WasPushed) {
    Top = Pushed.back();
    Pushed.pop_back();
  }
  *Grid = Top.Grid;
  *Block = Top.Block;
  *SharedBytes = Top.SharedBytes;
  *Stream = Top.Stream;
  return WasPushed ? 0 : 1;
}

/// \p Function is the kernel's stub, which is the address in its entry. Always
/// returns 0: a launch that fails ends the program, because callers ignore the
/// result.
OMPJIT_EXPORT uint32_t llvmLaunchKernel(const void *Function, Extent Grid,
                                        Extent Block, void *Parameters,
                                        size_t SharedBytes, void *) {
  __tgt_kernel_arguments Arguments = {};
  Arguments.Version = KernelArgumentsVersion;
  Arguments.Flags = KernelPacked;
  Arguments.ArgPtrs = static_cast<void **>(Parameters);
  Arguments.DynCGroupMem = uint32_t(SharedBytes);
  setExtent(Arguments.NumTeams, Grid);
  setExtent(Arguments.ThreadLimit, Block);
  if (runRegion(nullptr, OnlyDevice, int32_t(Grid.X), int32_t(Block.X),
                Function, Arguments,
                __builtin_return_address(0)) != RanOnDevice)
    failProgram(diagnose(Diagnostic::KernelNeedsDevice, {whyNoDevice()}),
                nullptr, -1);
  return 0;
}
