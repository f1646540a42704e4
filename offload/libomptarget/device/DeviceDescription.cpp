//===- DeviceDescription.cpp - A device, described for people -------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DeviceDescription.h"

#include <algorithm>

namespace ompjit {

namespace {

struct CapabilityName {
  ompjit_capability Bit;
  const char *Name;
};

constexpr CapabilityName CapabilityNames[] = {
    {OMPJIT_CAN_OVERLAP, "overlap"},
    {OMPJIT_CAN_USE_HOST_MEMORY, "host-memory"},
    {OMPJIT_CAN_PIN, "pin"},
    {OMPJIT_CAN_RESERVE, "reserve"},
    {OMPJIT_CAN_INTEROPERATE, "interoperate"},
    {OMPJIT_CAN_COOPERATE, "cooperate"},
    {OMPJIT_MAPS_IN_PLACE, "map in place"},
    {OMPJIT_MAY_MAP_IN_PLACE, "map in place unobserved"},
};

std::string textOf(const char *MayBeNull) { return MayBeNull ? MayBeNull : ""; }

std::string join(const std::vector<std::string> &Words) {
  std::string Text;
  for (const std::string &Each : Words)
    Text += (Text.empty() ? "" : ", ") + Each;
  return Text;
}

} // namespace

DeviceDescription describeDevice(const ompjit_plugin &Table,
                                 ompjit_device *Device) {
  DeviceDescription D;
  ompjit_device_info Info = {};
  Table.device_info(Device, &Info);
  D.Name = textOf(Info.name);
  D.Triple = textOf(Info.triple);
  D.Arch = textOf(Info.arch);
  D.Features = textOf(Info.features);
  D.Uid = textOf(Info.uid);
  D.MemoryBytes = Info.memory_bytes;
  const uint64_t Bits = Table.device_capabilities(Device);
  for (const CapabilityName &Each : CapabilityNames)
    if (Bits & Each.Bit)
      D.Capabilities.push_back(Each.Name);
  ompjit_property Row = {};
  for (uint32_t I = 0; Table.device_property(Device, I, &Row) == 0; ++I)
    D.Properties.push_back({textOf(Row.name), textOf(Row.value)});
  return D;
}

std::string formatDevice(const DeviceDescription &D, unsigned Indent) {
  std::vector<DeviceDescription::Property> Rows = {
      {"Name", D.Name},
      {"UID", D.Uid},
      {"Triple", D.Triple},
      {"Architecture", D.Arch},
      {"Memory", D.MemoryBytes ? std::to_string(D.MemoryBytes) + " bytes" : ""},
      {"Capabilities", join(D.Capabilities)},
  };
  Rows.insert(Rows.end(), D.Properties.begin(), D.Properties.end());
  Rows.push_back({"Features", D.Features});
  size_t Widest = 0;
  for (const DeviceDescription::Property &Each : Rows)
    Widest = std::max(Widest, Each.Name.size());
  std::string Text;
  for (const DeviceDescription::Property &Each : Rows) {
    if (Each.Value.empty())
      continue;
    Text.append(Indent, ' ').append(Each.Name);
    Text.append(Widest - Each.Name.size() + 2, ' ').append(Each.Value) += '\n';
  }
  return Text;
}

} // namespace ompjit
