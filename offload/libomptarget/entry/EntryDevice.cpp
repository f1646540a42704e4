//===- EntryDevice.cpp - Entry points: device numbers and names -----------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Entry.h"
#include "device/DeviceDescription.h"

#include <cstdio>
#include <string_view>

using namespace ompjit;

namespace {

constexpr int InitialDevice = -1; ///< Also denotes the host, besides its
                                  ///< number.
constexpr int InvalidDevice = -2;

/// Warns and returns null for a device that cannot be used.
Device *openDevice(int DeviceId) {
  Result<Device *> D = runtime().device(DeviceId);
  if (D)
    return *D;
  printDiagnostic("warning", D.error(), nullptr, DeviceId);
  return nullptr;
}

/// Returns the unique names of all devices and the host.
UidList knownUids() { return runtime().uids(size_t(deviceCount())); }

} // namespace

OMPJIT_EXPORT int omp_get_num_devices() { return deviceCount(); }

OMPJIT_EXPORT int omp_get_initial_device() { return deviceCount(); }

/// Only called on the host, so it returns the host's number.
OMPJIT_EXPORT int omp_get_device_num() { return deviceCount(); }

/// Returns null for a number that is not a device's. The string lives as long
/// as the program.
OMPJIT_EXPORT const char *omp_get_uid_from_device(int DeviceId) {
  const UidList Uids = knownUids();
  if (DeviceId == InitialDevice)
    return Uids.back();
  return DeviceId >= 0 && size_t(DeviceId) < Uids.size()
             ? Uids[size_t(DeviceId)]
             : nullptr;
}

OMPJIT_EXPORT int omp_get_device_from_uid(const char *Uid) {
  if (!Uid)
    return InvalidDevice;
  const UidList Uids = knownUids();
  for (size_t DeviceId = 0; DeviceId < Uids.size(); ++DeviceId)
    if (Uids[DeviceId] && std::string_view(Uids[DeviceId]) == Uid)
      return int(DeviceId);
  return InvalidDevice;
}

/// Prints on standard output, as the packaged runtime does. Returns false for a
/// device that cannot be used.
OMPJIT_EXPORT int __tgt_print_device_info(int64_t DeviceId) {
  if (DeviceId < 0 || DeviceId >= deviceCount())
    return false;
  Device *D = openDevice(int(DeviceId));
  if (!D)
    return false;
  const PluginDevice &Opened = D->data().device();
  const std::string Text =
      formatDevice(describeDevice(Opened.table(), Opened.handle()), 4);
  std::fputs(Text.c_str(), stdout);
  return true;
}

/// The host has no team memory whose size a launch sets.
OMPJIT_EXPORT void *llvm_omp_target_dynamic_shared_alloc() { return nullptr; }
