//===- UidTable.cpp - Unique names of devices, on a device ----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UidTable.h"

#include "LoadedLibrary.h"
#include "support/Diagnostics.h"

#include "ompjit/DeviceUids.h"

#include <cstring>
#include <string>
#include <utility>

namespace ompjit {

namespace {

Status copy(const PluginDevice &Device, void *To, const void *From,
            uint64_t Bytes) {
  Status S = Device.copyTo(DeviceAddress(To), From, Bytes);
  if (!S)
    return diagnose(Diagnostic::TransferFailed,
                    {std::to_string(Bytes), S.error().message()});
  return S;
}

} // namespace

Status UidTable::tell(const PluginDevice &Device, LoadedLibrary &Library,
                      const std::function<UidList()> &Ask) {
  Result<DeviceAddress> Place = Library.find(DeviceUidsName);
  if (!Place)
    return Place.takeError();
  if (!*Place)
    return Done{};
  if (!Table)
    if (Status S = store(Device, Ask()); !S)
      return S;
  const DeviceUids Value = {static_cast<const char *const *>(Table), Count};
  return copy(Device, Place->pointer(), &Value, sizeof(Value));
}

/// Stores the addresses, followed by the names.
Status UidTable::store(const PluginDevice &Device, const UidList &Names) {
  uint64_t Bytes = Names.size() * sizeof(char *);
  for (const char *Each : Names)
    Bytes += Each ? std::strlen(Each) + 1 : 0;
  Result<void *> Place = Device.allocate(Bytes, OMPJIT_MEMORY_DEVICE);
  if (!Place)
    return Place.takeError();
  Table = *Place;
  Count = Names.size();
  std::vector<char *> Addresses;
  std::string Text;
  char *const TextThere = static_cast<char *>(Table) + Count * sizeof(char *);
  for (const char *Each : Names) {
    Addresses.push_back(Each ? TextThere + Text.size() : nullptr);
    if (Each)
      Text.append(Each, std::strlen(Each) + 1);
  }
  if (Status S = copy(Device, Table, Addresses.data(), Count * sizeof(char *));
      !S)
    return S;
  return copy(Device, TextThere, Text.data(), Text.size());
}

void UidTable::release(const PluginDevice &Device) {
  if (Table)
    (void)Device.free(std::exchange(Table, nullptr), OMPJIT_MEMORY_DEVICE);
}

} // namespace ompjit
