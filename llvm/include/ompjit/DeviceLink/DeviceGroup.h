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
  std::string Arch;   ///< "generic" where no input names another.
  std::string Features;
  std::vector<const DeviceCode *> Codes; ///< In link order.
};

/// Groups in the order in which their targets appear first. The groups point
/// into \p Codes.
std::vector<DeviceGroup> groupByTarget(llvm::ArrayRef<DeviceCode> Codes);

/// Newer GPUs of AMD's run waves of 32 lanes or of 64 (-mwavefrontsize64), and
/// code is compiled for one. An error names two inputs that differ.
llvm::Error checkWaveSizes(const DeviceGroup &Group);

} // namespace ompjit::devicelink

#endif // OMPJIT_DEVICELINK_DEVICEGROUP_H
