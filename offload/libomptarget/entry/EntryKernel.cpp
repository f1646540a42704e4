//===- EntryKernel.cpp - Entry points: target regions ---------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EntryKernel.h"
#include "Deferred.h"
#include "Entry.h"
#include "device/KernelArguments.h"
#include "device/Launch.h"
#include "support/Diagnostics.h"

#include <memory>

using namespace ompjit;

namespace {

/// Returns the region's kernel. If the device was made ready before the library
/// of the region was registered, route() has loaded the library.
Result<DeviceKernel *> findKernel(const Device &D, const void *Region) {
  if (DeviceKernel *Kernel = D.findKernel(Region))
    return Kernel;
  return diagnose(Diagnostic::UnknownRegion);
}

void enqueue(Device &D, const void *Id, const RegionLaunch &Region,
             const ident_t *Location, Operation &Work) {
  Result<DeviceKernel *> Kernel = findKernel(D, Id);
  if (!Kernel)
    failProgram(Kernel.error(), Location, D.id());
  if (Status S = launch(D, **Kernel, Region, Work); !S)
    failProgram(S.error(), Location, D.id());
}

} // namespace

int32_t ompjit::runRegion(const ident_t *Location, int64_t DeviceId,
                          int32_t NumTeams, int32_t ThreadLimit, const void *Id,
                          const __tgt_kernel_arguments &Passed,
                          const void *CodeAddress) {
  Device *D = route(DeviceId, Location);
  if (!D) {
    tellOfRegionWithoutCode(Location);
    return RunOnHost;
  }
  __tgt_kernel_arguments Storage;
  Result<const __tgt_kernel_arguments *> Read =
      readKernelArguments(Passed, Storage);
  if (!Read)
    failProgram(Read.error(), Location, D->id());
  const RegionLaunch Region(**Read, NumTeams, ThreadLimit);
  const bool IsNoWait = Region.Arguments.Flags & KernelNoWait;
  ConstructScope Scope(runtime().observers(), [&] {
    return ConstructEvent{
        ConstructKind::Target, IsNoWait,   D->id(), nullptr, Location,
        CodeAddress,           &Region.Map};
  });
  if (void **Handle = deferredHandle(*D, IsNoWait)) {
    auto Construct = std::make_unique<DeferredConstruct>(*D, Location);
    enqueue(*D, Id, Region, Location, *Construct->Work);
    Construct->Work->release(Scope.detach());
    *Handle = Construct.release();
    return RanOnDevice;
  }
  RunningLaunches::Guard Running(D->running());
  Operation Work(D->data().device(), D->queues());
  enqueue(*D, Id, Region, Location, Work);
  if (Status S = Work.finish(); !S)
    failProgram(S.error(), Location, D->id());
  return RanOnDevice;
}

OMPJIT_EXPORT int32_t __tgt_target_kernel(ident_t *Location, int64_t DeviceId,
                                          int32_t NumTeams, int32_t ThreadLimit,
                                          void *Region,
                                          __tgt_kernel_arguments *Arguments) {
  return runRegion(Location, DeviceId, NumTeams, ThreadLimit, Region,
                   *Arguments, __builtin_return_address(0));
}

OMPJIT_EXPORT int32_t __tgt_target_kernel_nowait(
    ident_t *Location, int64_t DeviceId, int32_t NumTeams, int32_t ThreadLimit,
    void *Region, __tgt_kernel_arguments *Arguments, int32_t, void *, int32_t,
    void *) {
  return runRegion(Location, DeviceId, NumTeams, ThreadLimit, Region,
                   *Arguments, __builtin_return_address(0));
}
