//===- Devices.cpp - HIP's functions for devices --------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Call.h"
#include "Functions.h"
#include "Report.h"

#include <cstring>

namespace ompjit::standin {

namespace {

struct ErrorRow {
  Status Code;
  const char *Text;
};

constexpr ErrorRow Errors[] = {
    {Success, "nothing is wrong"},
    {InvalidValue, "an argument is not allowed"},
    {OutOfMemory, "no memory is left"},
    {NoDevice, "there is no device that can be used"},
    {InvalidDevice, "there is no such device"},
    {InvalidHandle, "there is no such object"},
    {NotReady, "the work is not over"},
    {LaunchFailure, "a kernel failed"},
    {NotPermitted, "this must not be done here"},
};

} // namespace

extern "C" {

const char *hipGetErrorString(Status Code) {
  for (const ErrorRow &Each : Errors)
    if (Each.Code == Code)
      return Each.Text;
  return "nobody knows this code";
}

Status hipGetDeviceCount(int *Count) {
  Call C("hipGetDeviceCount");
  return C.run([&]() -> Status {
    if (!Count)
      return C.refuse(InvalidValue, "a pointer is null");
    *Count = C.machine().NumDevices;
    return *Count ? Success : NoDevice;
  });
}

Status hipDeviceGetPCIBusId(char *Text, int Size, int Ordinal) {
  Call C("hipDeviceGetPCIBusId");
  return C.add("size", Size).add("device", Ordinal).run([&]() -> Status {
    if (!C.checkDevice(Ordinal))
      return InvalidDevice;
    const int OfHsa = C.machine().NumDevices - 1 - Ordinal;
    const std::string Address = text("0000:%02x:00.0", unsigned(OfHsa + 1));
    if (!Text || Size <= int(Address.size()))
      return C.refuse(InvalidValue, "there is no place for the address");
    std::memcpy(Text, Address.c_str(), Address.size() + 1);
    return Success;
  });
}

Status hipGetDevice(int *Ordinal) {
  Call C("hipGetDevice");
  return C.run([&]() -> Status {
    if (!Ordinal)
      return C.refuse(InvalidValue, "a pointer is null");
    *Ordinal = currentDevice();
    return C.machine().NumDevices ? Success : NoDevice;
  });
}

Status hipSetDevice(int Ordinal) {
  Call C("hipSetDevice");
  return C.add("device", Ordinal).run([&]() -> Status {
    if (!C.checkDevice(Ordinal))
      return InvalidDevice;
    currentDevice() = Ordinal;
    return Success;
  });
}

} // extern "C"

} // namespace ompjit::standin
