//===- Device.h - One of the host's devices -------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The host counts as several devices of the same kind, as in the packaged
// runtime, so that programs for many devices can be tried without any. They
// share the processor and differ in their images and their memory.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_HOST_DEVICE_H
#define OMPJIT_PLUGINS_HOST_DEVICE_H

#include "ompjit/Plugins/HostMemory.h"

#include "ompjit/Plugin.h"

#include <cstdint>
#include <string>

namespace ompjit::host {

/// Which data kernels use in its place.
enum class InPlace : uint8_t {
  Never,
  Unobserved, ///< What no program can tell from a copy.
  Always
};

} // namespace ompjit::host

struct ompjit_device {
  int32_t Ordinal;
  std::string Name;
  std::string Uid;
  bool Overlaps; ///< LIBOMPTARGET_HOST_QUEUES.
  /// LIBOMPTARGET_HOST_MAPS_IN_PLACE, OMPX_APU_MAPS.
  ompjit::host::InPlace Maps;
  ompjit::plugins::PinnedMemory Pinned = {};
};

namespace ompjit::host {

/// As in the packaged runtime.
constexpr int32_t NumDevices = 4;

int writeUid(int32_t Ordinal, char *Text, size_t Size, ompjit_error *Error);
int openDevice(int32_t Ordinal, ompjit_device **Device, ompjit_error *Error);
uint64_t deviceCapabilities(ompjit_device *Device);
void describeDevice(ompjit_device *Device, ompjit_device_info *Info);
int describeProperty(ompjit_device *Device, uint32_t Index,
                     ompjit_property *Property);

} // namespace ompjit::host

#endif // OMPJIT_PLUGINS_HOST_DEVICE_H
