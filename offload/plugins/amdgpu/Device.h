//===- Device.h - An AMD GPU ----------------------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_AMDGPU_DEVICE_H
#define OMPJIT_PLUGINS_AMDGPU_DEVICE_H

#include "Hsa.h"

#include "ompjit/Plugin.h"

#include <cstddef>
#include <cstdint>

namespace ompjit::amdgpu {

int32_t countDevices(const Hsa &H, ompjit_error *Error);
int writeUid(const Hsa &H, int32_t Ordinal, char *Text, size_t Size,
             ompjit_error *Error);
int openDevice(const Hsa &H, int32_t Ordinal, ompjit_device **Device,
               ompjit_error *Error);
void closeDevice(ompjit_device *Device);
void numberDevice(ompjit_device *Device, uint32_t Number, uint32_t Count);
void describeDevice(ompjit_device *Device, ompjit_device_info *Info);
int describeProperty(ompjit_device *Device, uint32_t Index,
                     ompjit_property *Property);
int nativeHandles(ompjit_device *Device, ompjit_queue *Queue, int32_t Runtime,
                  ompjit_native *Native, ompjit_error *Error);

} // namespace ompjit::amdgpu

#endif // OMPJIT_PLUGINS_AMDGPU_DEVICE_H
