//===- PluginDevice.h - A device as its plugin shows it -------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The C table of a plugin with one of its devices, in the types of the runtime.
// A view: whoever opened the device closes it. Copyable, safe from any thread.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LIBOMPTARGET_PLUGINDEVICE_H
#define OMPJIT_LIBOMPTARGET_PLUGINDEVICE_H

#include "Address.h"

#include "ompjit/Plugin.h"
#include "ompjit/Result.h"

#include <cstdint>

namespace ompjit {

class PluginDevice {
public:
  PluginDevice() = default;
  PluginDevice(const ompjit_plugin &Table, ompjit_device *Handle)
      : Table(&Table), Handle(Handle) {}

  const ompjit_plugin &table() const { return *Table; }
  ompjit_device *handle() const { return Handle; }

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
    return done(Table->memory_free(Handle, Address, Kind, &Reason), Reason);
  }

  /// The copies return when the data is there.
  Status copyTo(DeviceAddress To, const void *From, uint64_t Size) const {
    ompjit_error Reason;
    Reason.text[0] = 0;
    return done(Table->copy_to_device(Handle, nullptr, To.pointer(), From, Size,
                                      &Reason),
                Reason);
  }
  Status copyFrom(void *To, DeviceAddress From, uint64_t Size) const {
    ompjit_error Reason;
    Reason.text[0] = 0;
    return done(Table->copy_from_device(Handle, nullptr, To, From.pointer(),
                                        Size, &Reason),
                Reason);
  }
  Status copyWithin(DeviceAddress To, DeviceAddress From, uint64_t Size) const {
    ompjit_error Reason;
    Reason.text[0] = 0;
    return done(Table->copy_on_device(Handle, nullptr, To.pointer(),
                                      From.pointer(), Size, &Reason),
                Reason);
  }
  Status fill(DeviceAddress To, int Byte, uint64_t Size) const {
    ompjit_error Reason;
    Reason.text[0] = 0;
    return done(Table->fill(Handle, nullptr, To.pointer(), Byte, Size, &Reason),
                Reason);
  }

private:
  static Status done(int Failed, const ompjit_error &Reason) {
    if (Failed)
      return Error(Reason.text);
    return Done{};
  }

  const ompjit_plugin *Table = nullptr;
  ompjit_device *Handle = nullptr;
};

} // namespace ompjit

#endif // OMPJIT_LIBOMPTARGET_PLUGINDEVICE_H
