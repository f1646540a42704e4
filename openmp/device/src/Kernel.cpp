//===- Kernel.cpp - How a kernel begins and ends --------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In generic kernels workers wait for parallel regions. Their loop is here,
// unless LLVM's OpenMP optimiser puts one into the kernel that knows the
// regions.
//
//===----------------------------------------------------------------------===//

#include "Debug.h"
#include "Events.h"
#include "Icv.h"
#include "Memory.h"
#include "Region.h"
#include "Team.h"

using namespace ompjit::device;

namespace {

void work() {
  for (;;) {
    syncBlock();
    Wrapper Function;
    const bool IsMember = region::take(Function);
    if (!Function)
      return;
    if (IsMember) {
      Function(0, threadId());
      region::finish();
    }
    syncBlock();
  }
}

} // namespace

/// \returns -1 to threads that have to run the region's code, and its number to
/// each other thread. If the kernel has no loop, the latter are done when this
/// returns.
OMPJIT_ENTRY int32_t __kmpc_target_init(KernelEnvironment *Kernel,
                                        LaunchEnvironment *Launch) {
  debug::noteCall("__kmpc_target_init");

  const bool IsSpmd = Kernel->Configuration.Mode & Spmd;
  team::begin(Kernel->Configuration, Launch);
  events::begin();
  if (IsSpmd || team::isMainThread()) {
    memory::begin();
    icv::begin();
    return -1;
  }
  // The other threads of the main thread's warp have nothing to do.
  if (Kernel->Configuration.UseGenericStateMachine &&
      threadId() < team::maxThreads())
    work();
  return int32_t(threadId());
}

OMPJIT_ENTRY void __kmpc_target_deinit() {
  debug::noteCall("__kmpc_target_deinit");

  if (team::isSpmd())
    return;
  region::publishEnd();
  syncBlock();
}

OMPJIT_ENTRY bool __kmpc_kernel_parallel(Wrapper *Function) {
  return region::take(*Function);
}

OMPJIT_ENTRY void __kmpc_kernel_end_parallel() { region::finish(); }
