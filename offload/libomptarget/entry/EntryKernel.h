//===- EntryKernel.h - What the entry points of kernels share -------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every entry point that runs a kernel ends in one function. Used by the entry
// points only.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LIBOMPTARGET_ENTRY_ENTRYKERNEL_H
#define OMPJIT_LIBOMPTARGET_ENTRY_ENTRYKERNEL_H

#include "ompjit/Abi.h"

#include <cstdint>

namespace ompjit {

/// The result that the compiler's code tests: anything but 0 makes it run the
/// host's version of the region.
constexpr int32_t RanOnDevice = 0;
constexpr int32_t RunOnHost = 1;

/// Runs the kernel of the region \p Id on the device that \p DeviceId stands
/// for; see route(). \p CodeAddress is where the program called the runtime.
/// Ends the program if the kernel fails.
int32_t runRegion(const ident_t *Location, int64_t DeviceId, int32_t NumTeams,
                  int32_t ThreadLimit, const void *Id,
                  const __tgt_kernel_arguments &Passed,
                  const void *CodeAddress);

} // namespace ompjit

#endif // OMPJIT_LIBOMPTARGET_ENTRY_ENTRYKERNEL_H
