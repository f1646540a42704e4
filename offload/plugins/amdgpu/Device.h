//===- Device.h - A GPU of AMD's ------------------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_AMDGPU_DEVICE_H
#define OMPJIT_PLUGINS_AMDGPU_DEVICE_H

#include "Agents.h"
#include "Completion.h"
#include "Hsa.h"
#include "Identity.h"
#include "Lane.h"
#include "Prints.h"
#include "Queue.h"
#include "Settings.h"
#include "StagingBuffers.h"
#include "ompjit/Plugins/DeviceHealth.h"

#include "ompjit/Plugin.h"

#include <cstdint>
#include <mutex>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace ompjit::amdgpu {

/// Where memory of each kind comes from.
struct DevicePools {
  Pool Device;
  Pool Host;                ///< Fine-grained, for host and GPUs.
  Pool Arguments;           ///< Of kernels.
  uint64_t SharedBytes = 0; ///< Of a block.
};

} // namespace ompjit::amdgpu

struct ompjit_device {
  ompjit_device(const ompjit::amdgpu::Hsa &H, int32_t Ordinal)
      : H(H), Ordinal(Ordinal), Signals(H), Buffers(*this) {}

  const ompjit::amdgpu::Hsa &H;
  const int32_t Ordinal;
  ompjit::amdgpu::Agent Gpu = {}, Cpu = {};
  std::vector<ompjit::amdgpu::Agent> AllGpus;
  ompjit::amdgpu::Settings Settings;

  // What it is; set when it is opened.
  ompjit::amdgpu::Identity Is;
  ompjit::amdgpu::DevicePools Pools;
  std::string Arch, Emulation;
  uint32_t Number = 0, NumDevices = 0; ///< As its code is told.
  uint64_t Capabilities = 0;
  uint64_t ClockFrequency = 0; ///< Of the system's clock, in Hz.
  uint64_t WaitTicks = 0;      ///< Who waits looks up after so many.
  std::vector<std::pair<std::string, std::string>> Properties;

  /// What launches are told that need nothing of their own: zeros.
  void *PlainLaunchEnvironment = nullptr;

  ompjit::plugins::DeviceHealth Health;
  ompjit::amdgpu::SignalPool Signals;
  ompjit::amdgpu::StagingBuffers Buffers;
  ompjit::amdgpu::LaneSet Lanes;
  ompjit::plugins::QueueSet Queues;
  ompjit::amdgpu::Prints Prints;

  std::mutex NamesMutex; ///< Guards what follows.
  /// Of kernels, which their images do not outlive.
  std::set<std::string> KernelNames;
};

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
