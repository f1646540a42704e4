//===- PinTable.cpp - Host memory that is locked for a device -------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PinTable.h"

#include <iterator>

namespace ompjit {

namespace {

std::string describeRange(HostAddress Begin, uint64_t Size) {
  return "[" + describeAddress(Begin) + ", " + describeAddress(Begin + Size) +
         ")";
}

uint64_t capabilitiesOf(const PluginMemory &Plugin) {
  return Plugin.table().device_capabilities(Plugin.handle());
}

} // namespace

PinTable::PinTable(PluginMemory Plugin, PinMapped Mapped)
    : Plugin(Plugin), CanPin(capabilitiesOf(Plugin) & OMPJIT_CAN_PIN),
      UsesHostMemory(capabilitiesOf(Plugin) & OMPJIT_CAN_USE_HOST_MEMORY),
      Mapped(Mapped) {}

PinTable::~PinTable() {
  for (const auto &[Begin, Each] : All)
    (void)unpin(Begin);
}

Result<DeviceAddress> PinTable::lock(HostAddress Begin, uint64_t Size) {
  MutexLock Lock(TableMutex);
  return lockHeld(Begin, Size);
}

Status PinTable::unlock(HostAddress Place) {
  MutexLock Lock(TableMutex);
  return unlockHeld(Place);
}

Status PinTable::lockMapped(HostAddress Begin, uint64_t Size) {
  if (Mapped == PinMapped::Off)
    return Done{};
  MutexLock Lock(TableMutex);
  Result<DeviceAddress> There = lockHeld(Begin, Size);
  if (There)
    LockedMappings.insert(Begin);
  else if (Mapped == PinMapped::Mandatory)
    return There.takeError();
  return Done{};
}

Status PinTable::unlockMapped(HostAddress Begin) {
  if (Mapped == PinMapped::Off)
    return Done{};
  MutexLock Lock(TableMutex);
  if (!LockedMappings.erase(Begin))
    return Done{};
  return unlockHeld(Begin);
}

bool PinTable::isAccessible(HostAddress Begin, uint64_t Size) {
  MutexLock Lock(TableMutex);
  auto Holder = holderOf(Begin);
  return Holder != All.end() &&
         Holder->second.Device.Value == Holder->first.Value &&
         Size <= Holder->second.Size - (Begin - Holder->first);
}

PinTable::Pins::iterator PinTable::holderOf(HostAddress Place) {
  auto Next = All.upper_bound(Place);
  if (Next == All.begin())
    return All.end();
  --Next;
  return Place - Next->first < Next->second.Size ? Next : All.end();
}

Result<DeviceAddress> PinTable::lockHeld(HostAddress Begin, uint64_t Size) {
  if (!Begin || !Size || Begin.Value + Size < Begin.Value)
    return Error("there is no memory of " + std::to_string(Size) +
                 " bytes there");
  auto Holder = holderOf(Begin);
  if (Holder == All.end()) {
    Holder = All.lower_bound(Begin);
    if (Holder == All.end() || Holder->first - Begin >= Size)
      return pin(Begin, Size);
  }
  auto &[There, Pinned] = *Holder;
  const uint64_t Offset = Begin - There;
  if (Begin < There || Size > Pinned.Size - Offset)
    return Error(describeRange(Begin, Size) + " lies only partly within " +
                 describeRange(There, Pinned.Size) +
                 ", which is locked already");
  ++Pinned.Count;
  return Pinned.Device + Offset;
}

Result<DeviceAddress> PinTable::pin(HostAddress Begin, uint64_t Size) {
  const ompjit_plugin &Table = Plugin.table();
  // Nothing to be done: kernels use it in place.
  void *Device = Begin.pointer();
  if (!CanPin && !UsesHostMemory)
    return Error("the plugin '" + std::string(Table.name) +
                 "' cannot pin memory");
  ompjit_error Reason;
  Reason.text[0] = 0;
  if (CanPin && Table.memory_pin(Plugin.handle(), Begin.pointer(), Size,
                                 &Device, &Reason))
    return Error(Reason.text);
  All[Begin] = {Size, DeviceAddress(Device), 1};
  return DeviceAddress(Device);
}

Status PinTable::unlockHeld(HostAddress Place) {
  auto Holder = holderOf(Place);
  if (Holder == All.end())
    return Error("it is not locked");
  if (--Holder->second.Count)
    return Done{};
  const HostAddress Begin = Holder->first;
  All.erase(Holder);
  return unpin(Begin);
}

Status PinTable::unpin(HostAddress Begin) const {
  ompjit_error Reason;
  Reason.text[0] = 0;
  if (CanPin &&
      Plugin.table().memory_unpin(Plugin.handle(), Begin.pointer(), &Reason))
    return Error(Reason.text);
  return Done{};
}

} // namespace ompjit
