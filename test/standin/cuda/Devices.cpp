//===- Devices.cpp - The driver's functions for devices -------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Call.h"
#include "Functions.h"
#include "Settings.h"

#include <cstdio>
#include <cstring>
#include <unistd.h>

namespace ompjit::standin {

namespace {

void copyText(char *To, int Size, const std::string &Text) {
  std::snprintf(To, size_t(Size), "%s", Text.c_str());
}

} // namespace

extern "C" {

Result cuInit(unsigned Flags) {
  Call C("cuInit", Call::Nothing);
  return C.add("flags", Flags).run([&]() -> Result {
    if (Flags)
      return C.refuse(InvalidValue, "the flags must be 0");
    // A driver does not survive a fork.
    if (C.machine().InitialisedBy && C.machine().InitialisedBy != getpid())
      return NotInitialized;
    C.machine().initialise();
    return C.machine().Gpus.empty() ? NoDevice : Success;
  });
}

Result cuDriverGetVersion(int *Version) {
  Call C("cuDriverGetVersion", Call::Nothing);
  return C.run([&] {
    *Version = Settings::get().DriverVersion;
    return Success;
  });
}

Result cuDeviceGetCount(int *Count) {
  Call C("cuDeviceGetCount", Call::Driver);
  return C.run([&] {
    *Count = int(C.machine().Gpus.size());
    return Success;
  });
}

Result cuDeviceGet(DeviceNumber *Device, int Ordinal) {
  Call C("cuDeviceGet", Call::Driver);
  return C.add("ordinal", Ordinal).run([&]() -> Result {
    if (Ordinal < 0 || size_t(Ordinal) >= C.machine().Gpus.size())
      return InvalidDevice;
    *Device = Ordinal;
    return Success;
  });
}

Result cuDeviceGetName(char *Name, int Size, DeviceNumber Device) {
  Call C("cuDeviceGetName", Call::Driver);
  return C.add("device", Device).run([&]() -> Result {
    Gpu *On = C.findGpu(Device);
    if (!On)
      return InvalidDevice;
    copyText(Name, Size, std::string("Stand-in ") + On->Is.Name);
    return Success;
  });
}

Result cuDeviceGetUuid_v2(Uuid *Id, DeviceNumber Device) {
  Call C("cuDeviceGetUuid_v2", Call::Driver);
  return C.add("device", Device).run([&]() -> Result {
    if (!C.findGpu(Device))
      return InvalidDevice;
    std::memset(Id->Bytes, 0x5d, sizeof(Id->Bytes));
    Id->Bytes[15] = char(Device);
    return Success;
  });
}

Result cuDeviceTotalMem_v2(size_t *Bytes, DeviceNumber Device) {
  Call C("cuDeviceTotalMem_v2", Call::Driver);
  return C.add("device", Device).run([&]() -> Result {
    if (!C.findGpu(Device))
      return InvalidDevice;
    *Bytes = Settings::get().Gpu.MemoryBytes;
    return Success;
  });
}

Result cuDeviceGetAttribute(int *Value, DeviceAttribute Attribute,
                            DeviceNumber Device) {
  Call C("cuDeviceGetAttribute", Call::Driver);
  C.add("attribute", int(Attribute)).add("device", Device);
  return C.run([&]() -> Result {
    Gpu *On = C.findGpu(Device);
    if (!On)
      return InvalidDevice;
    const auto Found = attributeOf(On->Is, Device, Attribute);
    if (!Found)
      return InvalidValue;
    *Value = *Found;
    C.note(std::to_string(*Found));
    return Success;
  });
}

Result cuDeviceGetPCIBusId(char *Id, int Size, DeviceNumber Device) {
  Call C("cuDeviceGetPCIBusId", Call::Driver);
  return C.add("device", Device).run([&]() -> Result {
    if (!C.findGpu(Device))
      return InvalidDevice;
    copyText(Id, Size, text("0000:%02X:00.0", unsigned(Device + 1)));
    return Success;
  });
}

Result cuDeviceCanAccessPeer(int *Can, DeviceNumber Device, DeviceNumber Peer) {
  Call C("cuDeviceCanAccessPeer", Call::Driver);
  C.add("device", Device).add("peer", Peer);
  return C.run([&]() -> Result {
    if (!C.findGpu(Device) || !C.findGpu(Peer))
      return InvalidDevice;
    *Can = Device != Peer;
    return Success;
  });
}

} // extern "C"

} // namespace ompjit::standin
