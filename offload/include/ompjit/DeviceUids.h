//===- ompjit/DeviceUids.h - What code on a GPU knows of other devices ----===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The variable of an image that asks for devices' unique names, which
// libomptarget fills in when it has loaded the image. The device runtime reads
// it (openmp/device/src/Uids.cpp); images that do not ask have none.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_DEVICEUIDS_H
#define OMPJIT_DEVICEUIDS_H

#include <cstdint>

namespace ompjit {

constexpr char DeviceUidsName[] = "__ompjit_device_uids";

struct DeviceUids {
  /// By number, the host's behind them, all in the device's memory. Null for a
  /// device that has no name.
  const char *const *Names;
  uint64_t Count; ///< Of all.
};

} // namespace ompjit

#endif // OMPJIT_DEVICEUIDS_H
