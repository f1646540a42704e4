//===- Device.cpp - One of the host's devices -----------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Device.h"

#include "Cpu.h"
#include "Error.h"

#include <unistd.h>

namespace ompjit::host {

int openDevice(int32_t Ordinal, ompjit_device **Device, ompjit_error *Error) {
  if (Ordinal < 0 || Ordinal >= NumDevices)
    return fail(Error, "there is no host device %d, only 0 to %d", Ordinal,
                NumDevices - 1);
  *Device = new ompjit_device{Ordinal, "host-" + std::to_string(Ordinal)};
  return 0;
}

void describeDevice(ompjit_device *Device, ompjit_device_info *Info) {
  // Asked for only by what compiles at run time, and equal for all devices.
  static const std::string Features = cpuFeatures();
  Info->name = Device->Name.c_str();
  Info->triple = "x86_64-pc-linux-gnu";
  Info->arch = cpuName().data();
  Info->features = Features.c_str();
  Info->memory_bytes =
      uint64_t(sysconf(_SC_PHYS_PAGES)) * uint64_t(sysconf(_SC_PAGESIZE));
}

} // namespace ompjit::host
