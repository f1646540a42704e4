//===- UidTable.h - Unique names of devices, on a device --------*- C++ -*-===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Code for GPUs may ask for devices' unique names, which only the host knows.
// If it does, the names are copied to the device; see ompjit/DeviceUids.h.
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

/// By device number, the host's last; null for a device without a name.
using UidList = std::vector<const char *>;

class UidTable {
public:
  /// Gives the code of \p Library the names that \p Ask returns, if it asks for
  /// names.
  Status tell(const PluginDevice &Device, LoadedLibrary &Library,
              const std::function<UidList()> &Ask);
  /// To be called when no code runs any more.
  void release(const PluginDevice &Device);

private:
  Status store(const PluginDevice &Device, const UidList &Names);

  void *Table = nullptr;
  uint64_t Count = 0;
};

} // namespace ompjit

#endif // OMPJIT_LIBOMPTARGET_DEVICE_UIDTABLE_H
