//===- DeviceMemory.h - What stands before a plugin's allocator -----------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All memory that the runtime allocates on a device passes through one of
// these, where there is one: the pool that keeps freed memory, or the range
// whose address a recording needs. A device without either asks its plugin
// directly and pays for one test of a pointer.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LIBOMPTARGET_PLUGIN_DEVICEMEMORY_H
#define OMPJIT_LIBOMPTARGET_PLUGIN_DEVICEMEMORY_H

#include "ompjit/Plugin.h"
#include "ompjit/Support/Result.h"

#include <cstdint>
#include <shared_mutex>

namespace ompjit {

/// The plugin's own functions, unseen by observers: whoever stands before them
/// is observed already. A view, as PluginDevice is.
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
  /// As with a plugin, nothing that runs on the device may still use the
  /// memory.
  virtual Status free(void *Address, ompjit_memory_kind Kind) = 0;

  /// Held shared by whoever writes to the memory, and alone by whoever needs it
  /// to stay as it is; null where nobody does.
  virtual std::shared_mutex *writers() { return nullptr; }
};

} // namespace ompjit

#endif // OMPJIT_LIBOMPTARGET_PLUGIN_DEVICEMEMORY_H
