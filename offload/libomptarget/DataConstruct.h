//===- DataConstruct.h - A construct on its way through the data environment
//===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to DataEnvironment: what one begin(), end() or update() has found out
// under the lock and will do without it.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LIBOMPTARGET_DATACONSTRUCT_H
#define OMPJIT_LIBOMPTARGET_DATACONSTRUCT_H

#include "DataEnvironment.h"

#include <vector>

namespace ompjit {

/// A copy between the host and the device.
struct Transfer {
  HostAddress Host;
  DeviceAddress Device;
  uint64_t Size;
};

/// A device pointer to be stored on the device.
struct PointerStore {
  DeviceAddress Pointer;
  DeviceAddress Value;
};

/// One list item of a construct.
struct DataEnvironment::Item {
  const MapArguments &Arguments;
  uint32_t Index;
  HostAddress Base, Begin;
  uint64_t Size;
  int64_t Type;
};

/// Everything in it stays empty, and allocates nothing, where all list items
/// are present already and nothing must be copied.
struct DataEnvironment::Construct {
  std::vector<Mapping *> Created;
  std::vector<Mapping *> Removed;
  /// Addresses in mappings that another construct is bringing in. Not the
  /// mappings themselves: an empty section holds no reference.
  std::vector<HostAddress> Foreign;
  std::vector<Transfer> In, Out;
  std::vector<PointerStore> Stores;

  bool hasCreated(const Mapping &M) const {
    return M.Construct == this && M.State == MappingState::Arriving;
  }
  bool isRemoving(const Mapping &M) const {
    return M.Construct == this && M.State == MappingState::Leaving;
  }

  /// Adds the copies for a part of \p Where, around its attached pointers.
  static void planCopy(const Mapping &Where, HostAddress Begin, uint64_t Size,
                       std::vector<Transfer> &Transfers);
};

} // namespace ompjit

#endif // OMPJIT_LIBOMPTARGET_DATACONSTRUCT_H
