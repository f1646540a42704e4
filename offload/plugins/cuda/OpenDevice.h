//===- OpenDevice.h - A GPU in use ----------------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_CUDA_OPENDEVICE_H
#define OMPJIT_PLUGINS_CUDA_OPENDEVICE_H

#include "Driver.h"
#include "Settings.h"
#include "ompjit/Plugins/DeviceHealth.h"
#include "ompjit/Plugins/LaunchShape.h"
#include "ompjit/Plugins/QueueSet.h"

#include "ompjit/Plugin.h"
#include "ompjit/Support/Mutex.h"

#include <atomic>
#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

struct ompjit_device {
  ompjit_device(const ompjit::cuda::Driver &D, int32_t Ordinal)
      : D(D), Ordinal(Ordinal) {}

  const ompjit::cuda::Driver &D;
  const int32_t Ordinal;
  ompjit::cuda::DeviceHandle Handle = 0;
  ompjit::cuda::Context *Context = nullptr;
  ompjit::cuda::Settings Settings;

  // The device's description; set when it is opened.
  int Capability = 0;                  ///< 90 is sm_90.
  int ArchCapability = 0;              ///< Capability of code that is compiled
                                       ///< for it.
  uint32_t Number = 0, NumDevices = 0; ///< As its code is told.
  uint32_t MaxGridX = 0;
  uint32_t SharedBytesPerBlock = 0;
  ompjit::plugins::GridLimits Limits;
  uint64_t MemoryBytes = 0;
  uint64_t Capabilities = 0;
  std::string Name, Arch, Features, Uid, Emulation;
  std::vector<std::pair<std::string, std::string>> Properties;

  /// A launch environment of zeros, for launches that need nothing more.
  ompjit::cuda::DevicePointer PlainLaunchEnvironment = 0;

  ompjit::plugins::QueueSet Queues;
  /// One bit for each ordinal to which peer access was tried.
  std::atomic<uint64_t> TriedPeers = 0;

  ompjit::Mutex NamesMutex;
  /// Names of kernels, which outlive the kernels' images.
  std::set<std::string> KernelNames OMPJIT_GUARDED_BY(NamesMutex);

  ompjit::Mutex StackMutex; ///< Guards the context's stack limit.
  ompjit::plugins::DeviceHealth Health;
};

#endif // OMPJIT_PLUGINS_CUDA_OPENDEVICE_H
