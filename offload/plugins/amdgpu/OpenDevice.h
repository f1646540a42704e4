//===- OpenDevice.h - A GPU in use ----------------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_AMDGPU_OPENDEVICE_H
#define OMPJIT_PLUGINS_AMDGPU_OPENDEVICE_H

#include "Agents.h"
#include "Hsa.h"
#include "Identity.h"
#include "Settings.h"
#include "ompjit/Plugins/DeviceHealth.h"
#include "ompjit/Plugins/QueueSet.h"

#include "ompjit/Plugin.h"
#include "ompjit/Support/Mutex.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace ompjit::amdgpu {

class LaneSet;
class Prints;
class SignalPool;
class StagingBuffers;

/// The pools for each kind of memory.
struct DevicePools {
  Pool Device;
  Pool Host;                ///< Fine-grained, for host and GPUs.
  Pool Arguments;           ///< For kernels' arguments.
  uint64_t SharedBytes = 0; ///< Of a block.
};

} // namespace ompjit::amdgpu

struct ompjit_device {
  ompjit_device(const ompjit::amdgpu::Hsa &H, int32_t Ordinal);
  ~ompjit_device();

  const ompjit::amdgpu::Hsa &H;
  const int32_t Ordinal;
  ompjit::amdgpu::Agent Gpu = {}, Cpu = {};
  std::vector<ompjit::amdgpu::Agent> AllGpus;
  ompjit::amdgpu::Settings Settings;

  // The device's description; set when it is opened.
  ompjit::amdgpu::Identity Description;
  ompjit::amdgpu::DevicePools Pools;
  std::string Arch, Emulation;
  uint32_t Number = 0, NumDevices = 0; ///< As its code is told.
  uint64_t Capabilities = 0;
  uint64_t ClockFrequency = 0; ///< Of the system's clock, in Hz.
  uint64_t WaitTicks = 0;      ///< How long a thread waits before it checks the
                               ///< device again.
  std::vector<std::pair<std::string, std::string>> Properties;

  /// A launch environment of zeros, for launches that need nothing more.
  void *PlainLaunchEnvironment = nullptr;

  ompjit::plugins::DeviceHealth Health;
  /// Returns text with the kernels that may have broken the device.
  const std::function<std::string()> Suspects;
  const std::unique_ptr<ompjit::amdgpu::SignalPool> Signals;
  const std::unique_ptr<ompjit::amdgpu::StagingBuffers> Buffers;
  const std::unique_ptr<ompjit::amdgpu::LaneSet> Lanes;
  ompjit::plugins::QueueSet Queues;
  const std::unique_ptr<ompjit::amdgpu::Prints> Prints;

  ompjit::Mutex NamesMutex;
  /// Names of kernels, which outlive the kernels' images.
  std::set<std::string> KernelNames OMPJIT_GUARDED_BY(NamesMutex);
};

#endif // OMPJIT_PLUGINS_AMDGPU_OPENDEVICE_H
