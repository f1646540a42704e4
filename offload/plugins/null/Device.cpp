//===- Device.cpp - A device without hardware -----------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Device.h"

#include "ompjit/Plugins/Error.h"
#include "ompjit/Plugins/Text.h"

#include <iterator>

namespace ompjit::null {

using plugins::copyText;
using plugins::fail;

namespace {

int checkOrdinal(int32_t Ordinal, ompjit_error *Error) {
  if (Ordinal < 0 || Ordinal >= NumDevices)
    return fail(Error, "there is no null device %d, only 0 to %d", Ordinal,
                NumDevices - 1);
  return 0;
}

/// Returns the name of the device, which is also its uid.
std::string nameOf(int32_t Ordinal) {
  return "null-" + std::to_string(Ordinal);
}

} // namespace

int writeUid(int32_t Ordinal, char *Text, size_t Size, ompjit_error *Error) {
  if (int Failed = checkOrdinal(Ordinal, Error))
    return Failed;
  return copyText(nameOf(Ordinal), Text, Size, Error);
}

int openDevice(int32_t Ordinal, ompjit_device **Device, ompjit_error *Error) {
  if (int Failed = checkOrdinal(Ordinal, Error))
    return Failed;
  *Device = new ompjit_device{Ordinal, nameOf(Ordinal)};
  return 0;
}

void closeDevice(ompjit_device *Device) { delete Device; }

uint64_t deviceCapabilities(ompjit_device *) {
  return OMPJIT_CAN_OVERLAP | OMPJIT_CAN_USE_HOST_MEMORY | OMPJIT_CAN_PIN |
         OMPJIT_CAN_RESERVE | OMPJIT_CAN_INTEROPERATE;
}

void describeDevice(ompjit_device *Device, ompjit_device_info *Info) {
  Info->name = Device->Name.c_str();
  Info->triple = "null-unknown-unknown";
  Info->arch = "null";
  Info->features = "";
  Info->uid = Device->Name.c_str();
  Info->memory_bytes = 0;
  Info->max_teams = 0;
  Info->num_processors = 1;
}

int describeProperty(ompjit_device *, uint32_t Index,
                     ompjit_property *Property) {
  const ompjit_property Rows[] = {
      {"Memory", "the host's"},
      {"Queues", "a thread each"},
      {"Kernels", "do nothing"},
  };
  if (Index >= std::size(Rows))
    return 1;
  *Property = Rows[Index];
  return 0;
}

int describeNative(ompjit_device *Device, ompjit_queue *Queue, int32_t Runtime,
                   ompjit_native *Native, ompjit_error *) {
  if (Runtime)
    return OMPJIT_NOT_INSTALLED;
  // There is no vendor's number for it.
  *Native = {.runtime = 0,
             .vendor = 0,
             .runtime_name = "null",
             .vendor_name = "none",
             .platform = nullptr,
             .device = Device,
             .context = nullptr,
             .queue = Queue};
  return 0;
}

} // namespace ompjit::null
