//===- UidTable.h - Unique names of devices, on a device --------*- C++ -*-===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Code for GPUs may ask for what only the host knows: what devices are called.
// Where it does, the names are copied to the device; see ompjit/DeviceUids.h.
//
// Threads: one at a time.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LIBOMPTARGET_DEVICE_UIDTABLE_H
#define OMPJIT_LIBOMPTARGET_DEVICE_UIDTABLE_H

#include "plugin/PluginDevice.h"

#include "ompjit/Support/Result.h"

#include <functional>
#include <vector>

namespace ompjit {

class LoadedLibrary;

/// By device number, the host's last; null where one cannot be had.
using UidList = std::vector<const char *>;

class UidTable {
public:
  /// Tells the code of \p Library what \p Ask says, if it wants to know.
  Status tell(const PluginDevice &Device, LoadedLibrary &Library,
              const std::function<UidList()> &Ask);
  /// When no code runs any more.
  void release(const PluginDevice &Device);

private:
  Status store(const PluginDevice &Device, const UidList &Names);

  void *Table = nullptr;
  uint64_t Count = 0;
};

} // namespace ompjit

#endif // OMPJIT_LIBOMPTARGET_DEVICE_UIDTABLE_H
