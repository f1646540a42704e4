//===- Device.h - A GPU ---------------------------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Everything runs in the device's primary context, which the program's own use
// of CUDA shares. Functions make it current if it is not, and restore the
// program's current context before they return.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_CUDA_DEVICE_H
#define OMPJIT_PLUGINS_CUDA_DEVICE_H

#include "Driver.h"

#include "ompjit/Plugin.h"

#include <cstddef>
#include <cstdint>

namespace ompjit::cuda {

/// Returns the newest version of PTX that both a driver and LLVM support, such
/// as 84.
int newestPtx(int DriverVersion);

int32_t countDevices(const Driver &D, ompjit_error *Error);
int writeUid(const Driver &D, int32_t Ordinal, char *Text, size_t Size,
             ompjit_error *Error);
int openDevice(const Driver &D, int32_t Ordinal, ompjit_device **Device,
               ompjit_error *Error);
void closeDevice(ompjit_device *Device);
void numberDevice(ompjit_device *Device, uint32_t Number, uint32_t Count);
void describeDevice(ompjit_device *Device, ompjit_device_info *Info);
int describeProperty(ompjit_device *Device, uint32_t Index,
                     ompjit_property *Property);
int nativeHandles(ompjit_device *Device, ompjit_queue *Queue, int32_t Runtime,
                  ompjit_native *Native, ompjit_error *Error);

} // namespace ompjit::cuda

#endif // OMPJIT_PLUGINS_CUDA_DEVICE_H
