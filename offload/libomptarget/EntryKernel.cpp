//===- EntryKernel.cpp - Entry points: target regions ---------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Deferred.h"
#include "Diagnostics.h"
#include "Entry.h"
#include "Launch.h"

#include <memory>

using namespace ompjit;

namespace {

/// What the compiler's code tests: anything else makes it run the host's
/// version of the region.
constexpr int32_t RanOnDevice = 0;
constexpr int32_t RunOnHost = 1;

/// The region's kernel. The device may have been made ready before the library
/// of the region was registered; route() has seen to that.
Result<DeviceKernel *> findKernel(const Device &D, const void *Region) {
  if (DeviceKernel *Kernel = D.findKernel(Region))
    return Kernel;
  return diagnose(Diagnostic::UnknownRegion);
}

/// Bit of __tgt_kernel_arguments::Flags.
constexpr uint64_t FlagNoWait = 1;

void enqueue(Device &D, const void *Region,
             const __tgt_kernel_arguments &Arguments, int32_t NumTeams,
             int32_t ThreadLimit, const ident_t *Location, Operation &Work) {
  Result<DeviceKernel *> Kernel = findKernel(D, Region);
  if (!Kernel)
    failProgram(Kernel.error(), Location, D.id());
  if (Status S = launch(D, **Kernel, Arguments, NumTeams, ThreadLimit, Work);
      !S)
    failProgram(S.error(), Location, D.id());
}

int32_t runRegion(ident_t *Location, int64_t DeviceId, int32_t NumTeams,
                  int32_t ThreadLimit, const void *Region,
                  const __tgt_kernel_arguments &Arguments,
                  const void *CodeAddress) {
  Device *D = route(DeviceId, Location);
  if (!D)
    return RunOnHost;
  if (Arguments.Version != KernelArgumentsVersion)
    failProgram(diagnose(Diagnostic::KernelArgumentsVersion,
                         {std::to_string(Arguments.Version),
                          std::to_string(KernelArgumentsVersion)}),
                Location, D->id());
  const MapArguments Map = mapArguments(Arguments);
  ConstructScope Scope(runtime().observers(), [&] {
    return ConstructEvent{ConstructKind::Target,
                          bool(Arguments.Flags & FlagNoWait),
                          D->id(),
                          nullptr,
                          Location,
                          CodeAddress,
                          &Map};
  });
  if (void **Handle = deferredHandle(*D, Arguments.Flags & FlagNoWait)) {
    auto Construct = std::make_unique<DeferredConstruct>(*D, Location);
    enqueue(*D, Region, Arguments, NumTeams, ThreadLimit, Location,
            *Construct->Work);
    *Handle = Construct.release();
    return RanOnDevice;
  }
  RunningLaunches::Guard Running(D->running());
  Operation Work(D->data().device(), D->queues());
  enqueue(*D, Region, Arguments, NumTeams, ThreadLimit, Location, Work);
  if (Status S = Work.finish(); !S)
    failProgram(S.error(), Location, D->id());
  return RanOnDevice;
}

} // namespace

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
