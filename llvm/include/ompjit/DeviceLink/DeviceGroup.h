//===- ompjit/DeviceLink/DeviceGroup.h - Code that becomes one image ------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_DEVICELINK_DEVICEGROUP_H
#define OMPJIT_DEVICELINK_DEVICEGROUP_H

#include "ompjit/DeviceLink/DeviceCode.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace ompjit::devicelink {

/// The device code that becomes one image.
struct DeviceGroup {
  std::string Triple; ///< As the first input spells it.
  std::string Arch;   ///< "generic" if no input names another one.
  std::string Features;
  std::vector<const DeviceCode *> Codes; ///< In link order; not owned.
};

/// Groups in the order in which their targets appear first. The groups point
/// into \p Codes.
std::vector<DeviceGroup> groupByTarget(llvm::ArrayRef<DeviceCode> Codes);

/// Fails if inputs were compiled for different sizes of waves, and names two of
/// them. AMD's newer GPUs have waves of 32 or 64 lanes (-mwavefrontsize64), and
/// code runs with one of the two only.
llvm::Error checkWaveSizes(const DeviceGroup &Group);

} // namespace ompjit::devicelink

#endif // OMPJIT_DEVICELINK_DEVICEGROUP_H
