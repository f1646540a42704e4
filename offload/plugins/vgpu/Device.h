//===- Device.h - A virtual GPU -------------------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_VGPU_DEVICE_H
#define OMPJIT_PLUGINS_VGPU_DEVICE_H

#include "DeviceMemory.h"
#include "Grid.h"
#include "PrintBuffers.h"
#include "ompjit/Plugins/HostMemory.h"
#include "ompjit/Plugins/LaunchShape.h"

#include "ompjit/Plugin.h"
#include "ompjit/VirtualGpu.h"
#include "ompjit/VirtualGpuSettings.h"

#include <string>
#include <vector>

struct ompjit_device {
  ompjit_device(int32_t Ordinal, std::string Arch,
                const ompjit::VirtualGpuSettings &Settings);

  const int32_t Ordinal;
  const std::string Arch;
  const ompjit::VirtualGpuSettings Settings;
  const std::string Name, Uid, Emulation;
  uint32_t Number, NumDevices; ///< As the device's code is told.
  std::vector<std::pair<std::string, std::string>> Properties;
  ompjit::plugins::GridLimits Limits;
  ompjit::vgpu::DeviceMemory Memory;
  ompjit::vgpu::PrintBuffers Prints{Memory};
  ompjit::plugins::PinnedMemory Pinned;
  ompjit::vgpu::Workers Workers;
};

namespace ompjit::vgpu {

/// The family that the plugin emulates. Each family has its own plugin, because
/// a plugin has devices for one triple.
extern const Family FamilyOfPlugin;

int32_t countDevices(ompjit_error *Error);
int writeUid(int32_t Ordinal, char *Text, size_t Size, ompjit_error *Error);
int openDevice(int32_t Ordinal, ompjit_device **Device, ompjit_error *Error);
void numberDevice(ompjit_device *Device, uint32_t Number, uint32_t Count);
void describeDevice(ompjit_device *Device, ompjit_device_info *Info);
int describeProperty(ompjit_device *Device, uint32_t Index,
                     ompjit_property *Property);

} // namespace ompjit::vgpu

#endif // OMPJIT_PLUGINS_VGPU_DEVICE_H
