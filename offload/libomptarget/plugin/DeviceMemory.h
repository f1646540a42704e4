//===- DeviceMemory.h - Replaces a plugin's allocator ---------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// If a device has one of these, it serves all memory that the runtime allocates
// on the device: it is the pool that keeps freed memory, or the range whose
// address a recording needs. A device without either asks its plugin directly,
// at the cost of one test of a pointer.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LIBOMPTARGET_PLUGIN_DEVICEMEMORY_H
#define OMPJIT_LIBOMPTARGET_PLUGIN_DEVICEMEMORY_H

#include "ompjit/Plugin.h"
#include "ompjit/Support/Result.h"

#include <cstdint>
#include <shared_mutex>

namespace ompjit {

/// The plugin's own functions, without reports to observers: the calls of
/// DeviceMemory are already reported. A view, like PluginDevice.
class PluginMemory {
public:
  PluginMemory(const ompjit_plugin &Table, ompjit_device *Handle)
      : Table(&Table), Handle(Handle) {}

  Result<void *> allocate(uint64_t Size, ompjit_memory_kind Kind) const {
    void *Address = nullptr;
    ompjit_error Reason;
    Reason.text[0] = 0;
    if (Table->memory_allocate(Handle, Size, Kind, &Address, &Reason))
      return Error(Reason.text);
    return Address;
  }

  Status free(void *Address, ompjit_memory_kind Kind) const {
    ompjit_error Reason;
    Reason.text[0] = 0;
    if (Table->memory_free(Handle, Address, Kind, &Reason))
      return Error(Reason.text);
    return Done{};
  }

  const ompjit_plugin &table() const { return *Table; }
  ompjit_device *handle() const { return Handle; }

private:
  const ompjit_plugin *Table;
  ompjit_device *Handle;
};

/// Threads: both functions may be called from any thread at any time.
class DeviceMemory {
public:
  virtual ~DeviceMemory() = default;

  virtual Result<void *> allocate(uint64_t Size, ompjit_memory_kind Kind) = 0;
  /// As for the plugin's function, nothing that runs on the device may still
  /// use the memory.
  virtual Status free(void *Address, ompjit_memory_kind Kind) = 0;

  /// A lock that is held shared by threads that write to the memory, and
  /// exclusively by those that need it unchanged; null if there are none.
  virtual std::shared_mutex *writers() { return nullptr; }
};

} // namespace ompjit

#endif // OMPJIT_LIBOMPTARGET_PLUGIN_DEVICEMEMORY_H
