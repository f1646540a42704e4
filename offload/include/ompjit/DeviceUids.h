//===- ompjit/DeviceUids.h - Names of devices for a GPU's code ------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A variable of images that ask for devices' unique names. libomptarget fills
// it in after it has loaded such an image, and the device runtime reads it
// (openmp/device/src/Uids.cpp); other images do not have it.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_DEVICEUIDS_H
#define OMPJIT_DEVICEUIDS_H

#include <cstdint>

namespace ompjit {

constexpr char DeviceUidsName[] = "__ompjit_device_uids";

struct DeviceUids {
  /// The devices' names by device number, then the host's, all in device
  /// memory. Null for a device without a name.
  const char *const *Names;
  uint64_t Count; ///< Of names, with the host's.
};

} // namespace ompjit

#endif // OMPJIT_DEVICEUIDS_H
