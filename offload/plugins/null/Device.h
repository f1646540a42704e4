//===- Device.h - A device without hardware -------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Its memory is host memory, its queues are threads, and its kernels do
// nothing: enough to try queues, events, memory and mapping without a device.
// To write a plugin, copy this folder and replace the function bodies by calls
// of the driver; docs/plugins.md explains the steps.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_NULL_DEVICE_H
#define OMPJIT_PLUGINS_NULL_DEVICE_H

#include "ompjit/Plugins/HostMemory.h"

#include "ompjit/Plugin.h"

#include <cstdint>
#include <string>

struct ompjit_device {
  int32_t Ordinal;
  std::string Name;
  ompjit::plugins::PinnedMemory Pinned = {};
};

namespace ompjit::null {

/// Two, so that copies between devices can be tried.
constexpr int32_t NumDevices = 2;

int writeUid(int32_t Ordinal, char *Text, size_t Size, ompjit_error *Error);
int openDevice(int32_t Ordinal, ompjit_device **Device, ompjit_error *Error);
void closeDevice(ompjit_device *Device);
uint64_t deviceCapabilities(ompjit_device *Device);
void describeDevice(ompjit_device *Device, ompjit_device_info *Info);
int describeProperty(ompjit_device *Device, uint32_t Index,
                     ompjit_property *Property);
int describeNative(ompjit_device *Device, ompjit_queue *Queue, int32_t Runtime,
                   ompjit_native *Native, ompjit_error *Error);

} // namespace ompjit::null

#endif // OMPJIT_PLUGINS_NULL_DEVICE_H
