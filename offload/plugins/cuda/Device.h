//===- Device.h - A GPU ---------------------------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Everything runs in the device's primary context, which the program's own use
// of CUDA shares. It is made current where it is not, and a context that the
// program had made current is so again when a function returns.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_CUDA_DEVICE_H
#define OMPJIT_PLUGINS_CUDA_DEVICE_H

#include "Driver.h"
#include "Queue.h"
#include "Settings.h"
#include "ompjit/Plugins/LaunchShape.h"

#include "ompjit/Plugin.h"

#include <atomic>
#include <cstdint>
#include <mutex>
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

  // What it is; set when it is opened.
  int Capability = 0;                  ///< 90 is sm_90.
  int ArchCapability = 0;              ///< Of what is compiled for it.
  uint32_t Number = 0, NumDevices = 0; ///< As its code is told.
  uint32_t MaxGridX = 0;
  uint32_t SharedBytesPerBlock = 0;
  ompjit::plugins::GridLimits Limits;
  uint64_t MemoryBytes = 0;
  uint64_t Capabilities = 0;
  std::string Name, Arch, Features, Uid, Emulation;
  std::vector<std::pair<std::string, std::string>> Properties;

  /// What launches are told that need nothing of their own: zeros.
  ompjit::cuda::DevicePointer PlainLaunchEnvironment = 0;

  ompjit::plugins::QueueSet Queues;
  /// Bits of the ordinals to which a way was looked for.
  std::atomic<uint64_t> TriedPeers = 0;

  std::mutex NamesMutex; ///< Guards what follows.
  /// Of kernels, which their images do not outlive.
  std::set<std::string> KernelNames;

  std::atomic<bool> IsBroken = false;
  std::mutex BreakMutex; ///< Guards what follows, until the device is broken.
  std::string WhatBroke;
};

namespace ompjit::cuda {

/// The newest version of PTX, as 84, that a driver and LLVM understand.
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
