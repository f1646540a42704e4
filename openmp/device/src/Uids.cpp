//===- Uids.cpp - Unique names of devices ---------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Platform.h"

using namespace ompjit::device;

/// The names by device number, that of the host last. The host looks the
/// variable up by name and fills it after it has loaded the image. Before, no
/// device has a name.
struct DeviceUids {
  const char *const *Names;
  uint64_t Count;
};
extern "C" [[gnu::weak,
             gnu::visibility("protected")]] DeviceUids __ompjit_device_uids = {
    nullptr, 0};

namespace {

constexpr int InitialDevice = -1; ///< Also means the host.
constexpr int InvalidDevice = -2;

volatile DeviceUids &known() { return __ompjit_device_uids; }

bool areEqual(const char *Left, const char *Right) {
  for (; *Left && *Left == *Right; ++Left)
    ++Right;
  return *Left == *Right;
}

} // namespace

OMPJIT_ENTRY const char *omp_get_uid_from_device(int Device) {
  const int Count = int(known().Count);
  if (Device == InitialDevice)
    Device = Count - 1;
  return Device >= 0 && Device < Count ? known().Names[Device] : nullptr;
}

OMPJIT_ENTRY int omp_get_device_from_uid(const char *Uid) {
  const int Count = Uid ? int(known().Count) : 0;
  const char *const *Names = known().Names;
  for (int Device = 0; Device < Count; ++Device)
    if (Names[Device] && areEqual(Names[Device], Uid))
      return Device;
  return InvalidDevice;
}
