//===- PluginDevice.h - A device of a plugin ------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The C table of a plugin together with one of its devices, in the types of the
// runtime. A view that does not close the device. Copyable and thread-safe.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LIBOMPTARGET_PLUGIN_PLUGINDEVICE_H
#define OMPJIT_LIBOMPTARGET_PLUGIN_PLUGINDEVICE_H

#include "DeviceMemory.h"
#include "support/Address.h"
#include "support/Observer.h"

#include "ompjit/Plugin.h"
#include "ompjit/Support/Result.h"

#include <cstdint>
#include <shared_mutex>

namespace ompjit {

class PluginDevice {
public:
  PluginDevice() = default;
  PluginDevice(const ompjit_plugin &Table, ompjit_device *Handle, int Id,
               const ObserverList &Observers)
      : Table(&Table), Handle(Handle), Id(Id), Observers(&Observers) {}

  const ompjit_plugin &table() const { return *Table; }
  ompjit_device *handle() const { return Handle; }
  int id() const { return Id; }
  const ObserverList &observers() const { return *Observers; }

  /// Makes \p Before serve allocations from now on; it must outlive all views
  /// of the device. Null: the plugin serves them.
  void setMemory(DeviceMemory *Before) { Memory = Before; }

  /// \p Host is the host memory that it is for, if that is known.
  Result<void *> allocate(uint64_t Size, ompjit_memory_kind Kind,
                          const void *Host = nullptr) const {
    DataScope Scope(*Observers, [&] {
      return DataEvent{DataKind::Allocate, false, Id, Host, nullptr, Size};
    });
    Result<void *> Address =
        Memory ? Memory->allocate(Size, Kind)
               : PluginMemory(*Table, Handle).allocate(Size, Kind);
    if (DataEvent *E = Scope.event(); E && Address)
      E->Device = *Address;
    return Address;
  }
  Status free(void *Address, ompjit_memory_kind Kind,
              const void *Host = nullptr) const {
    DataScope Scope(*Observers, [&] {
      return DataEvent{DataKind::Free, false, Id, Host, Address, 0};
    });
    return Memory ? Memory->free(Address, Kind)
                  : PluginMemory(*Table, Handle).free(Address, Kind);
  }

  /// The following operations are put into \p Queue, or are done on return if
  /// it is null. \p Original is reported to observers instead of \p From.
  Status copyTo(DeviceAddress To, const void *From, uint64_t Size,
                ompjit_queue *Queue = nullptr,
                const void *Original = nullptr) const {
    DataScope Scope = scope(DataKind::CopyToDevice, Queue,
                            Original ? Original : From, To, Size);
    std::shared_lock Writing = writing();
    return run([&](ompjit_error *Reason) {
      return Table->copy_to_device(Handle, Queue, To.pointer(), From, Size,
                                   Reason);
    });
  }
  Status copyFrom(void *To, DeviceAddress From, uint64_t Size,
                  ompjit_queue *Queue = nullptr) const {
    DataScope Scope = scope(DataKind::CopyFromDevice, Queue, To, From, Size);
    return run([&](ompjit_error *Reason) {
      return Table->copy_from_device(Handle, Queue, To, From.pointer(), Size,
                                     Reason);
    });
  }
  Status copyWithin(DeviceAddress To, DeviceAddress From, uint64_t Size,
                    ompjit_queue *Queue = nullptr) const {
    DataScope Scope =
        scope(DataKind::CopyOnDevice, Queue, From.pointer(), To, Size);
    std::shared_lock Writing = writing();
    return run([&](ompjit_error *Reason) {
      return Table->copy_on_device(Handle, Queue, To.pointer(), From.pointer(),
                                   Size, Reason);
    });
  }
  /// Whether copies from \p Other to this device need not go through the host.
  bool isBeside(const PluginDevice &Other) const {
    return Table == Other.Table && Table->copy_between;
  }
  Status copyFromBeside(DeviceAddress To, const PluginDevice &Other,
                        DeviceAddress From, uint64_t Size) const {
    DataScope Scope(*Observers, [&] {
      return DataEvent{DataKind::CopyOnDevice, false, Id,      From.pointer(),
                       To.pointer(),           Size,  Other.Id};
    });
    std::shared_lock Writing = writing();
    return run([&](ompjit_error *Reason) {
      return Table->copy_between(Handle, nullptr, To.pointer(), Other.Handle,
                                 From.pointer(), Size, Reason);
    });
  }
  Status fill(DeviceAddress To, int Byte, uint64_t Size,
              ompjit_queue *Queue = nullptr) const {
    DataScope Scope = scope(DataKind::Fill, Queue, nullptr, To, Size);
    std::shared_lock Writing = writing();
    return run([&](ompjit_error *Reason) {
      return Table->fill(Handle, Queue, To.pointer(), Byte, Size, Reason);
    });
  }

private:
  std::shared_lock<std::shared_mutex> writing() const {
    if (Memory) [[unlikely]]
      if (std::shared_mutex *Writers = Memory->writers())
        return std::shared_lock(*Writers);
    return {};
  }

  DataScope scope(DataKind Kind, ompjit_queue *Queue, const void *Host,
                  DeviceAddress Device, uint64_t Size) const {
    return DataScope(*Observers, [&] {
      return DataEvent{Kind, Queue != nullptr, Id,
                       Host, Device.pointer(), Size};
    });
  }

  template <typename Call> static Status run(Call Function) {
    ompjit_error Reason;
    Reason.text[0] = 0;
    if (Function(&Reason))
      return Error(Reason.text);
    return Done{};
  }

  const ompjit_plugin *Table = nullptr;
  ompjit_device *Handle = nullptr;
  int Id = 0;
  const ObserverList *Observers = nullptr;
  DeviceMemory *Memory = nullptr;
};

} // namespace ompjit

#endif // OMPJIT_LIBOMPTARGET_PLUGIN_PLUGINDEVICE_H
