//===- Launch.h - Running a target region ---------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From clang's kernel arguments to a launch through the plugin: map, prepare
// the arguments, choose the kernel, launch, unmap.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LIBOMPTARGET_DEVICE_LAUNCH_H
#define OMPJIT_LIBOMPTARGET_DEVICE_LAUNCH_H

#include "Device.h"
#include "KernelArguments.h"
#include "data/MapArguments.h"
#include "plugin/Operation.h"

#include "ompjit/Abi.h"
#include "ompjit/Support/Result.h"

#include <cstdint>

namespace ompjit {

/// A target region as the compiler passes it.
struct RegionLaunch {
  RegionLaunch(const __tgt_kernel_arguments &Arguments, int32_t NumTeams,
               int32_t ThreadLimit);

  const __tgt_kernel_arguments &Arguments;
  const MapArguments Map; ///< The part of the arguments that is mapped.
  const int32_t NumTeams, ThreadLimit;
};

/// Runs \p Kernel, which belongs to \p Target, as part of \p Work; its data is
/// brought in before and copied back afterwards. The kernel is done when \p
/// Work is.
Status launch(Device &Target, DeviceKernel &Kernel, const RegionLaunch &,
              Operation &Work);

/// The last step of launch(): launches with arguments that are already device
/// addresses or values. \p Memory says what is known about the memory behind
/// them. What \p Launch leaves open may be filled in.
Status runKernel(Device &Target, DeviceKernel &Kernel, ompjit_launch &Launch,
                 Operation &Work, const jit::LaunchMemory &Memory = {});

} // namespace ompjit

#endif // OMPJIT_LIBOMPTARGET_DEVICE_LAUNCH_H
