//===- Device.cpp - One of the host's devices -----------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Device.h"

#include "Cpu.h"
#include "Properties.h"
#include "Teams.h"
#include "ompjit/Plugins/Error.h"
#include "ompjit/Plugins/Text.h"
#include "ompjit/Support/ProgramEnvironment.h"
#include "ompjit/Targets.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <initializer_list>
#include <strings.h>
#include <unistd.h>
#include <vector>

namespace ompjit::host {

using plugins::copyText;
using plugins::fail;

namespace {

uint64_t memoryBytes() {
  return uint64_t(sysconf(_SC_PHYS_PAGES)) * uint64_t(sysconf(_SC_PAGESIZE));
}

/// Returns an id of this machine, or the host name if the system has no id.
std::string machineId() {
  char Text[256] = {};
  if (FILE *File = std::fopen("/etc/machine-id", "re")) {
    size_t Size = std::fread(Text, 1, sizeof(Text) - 1, File);
    std::fclose(File);
    Text[Size] = 0;
    Text[std::strcspn(Text, "\n")] = 0;
  }
  if (!Text[0])
    gethostname(Text, sizeof(Text) - 1);
  return Text;
}

/// Whether a variable of the user has one of these values. The runtime's table
/// of variables documents it and warns about all others.
bool isOneOf(const char *Name, std::initializer_list<const char *> Words) {
  const char *Value = programVariable(Name);
  return Value && std::any_of(Words.begin(), Words.end(), [&](const char *W) {
           return !strcasecmp(Value, W);
         });
}

bool isOn(const char *Name) {
  return isOneOf(Name, {"1", "true", "yes", "on"});
}

InPlace chosenMaps() {
  constexpr const char *Variable = "LIBOMPTARGET_HOST_MAPS_IN_PLACE";
  if (isOn(Variable) || isOn("OMPX_APU_MAPS"))
    return InPlace::Always;
  return isOneOf(Variable, {"0", "false", "no", "off"}) ? InPlace::Never
                                                        : InPlace::Unobserved;
}

uint64_t inPlaceCapability(const ompjit_device &Device) {
  if (Device.Maps == InPlace::Always)
    return OMPJIT_MAPS_IN_PLACE;
  const bool May = Device.Maps == InPlace::Unobserved && !Device.Overlaps;
  return May ? OMPJIT_MAY_MAP_IN_PLACE : 0;
}

int checkOrdinal(int32_t Ordinal, ompjit_error *Error) {
  if (Ordinal < 0 || Ordinal >= NumDevices)
    return fail(Error, "there is no host device %d, only 0 to %d", Ordinal,
                NumDevices - 1);
  return 0;
}

std::string nameOf(int32_t Ordinal) {
  return "host-" + std::to_string(Ordinal);
}

std::string uidOf(int32_t Ordinal) {
  return nameOf(Ordinal) + "@" + machineId();
}

} // namespace

int writeUid(int32_t Ordinal, char *Text, size_t Size, ompjit_error *Error) {
  if (int Failed = checkOrdinal(Ordinal, Error))
    return Failed;
  return copyText(uidOf(Ordinal), Text, Size, Error);
}

int openDevice(int32_t Ordinal, ompjit_device **Device, ompjit_error *Error) {
  if (int Failed = checkOrdinal(Ordinal, Error))
    return Failed;
  *Device = new ompjit_device{Ordinal, nameOf(Ordinal), uidOf(Ordinal),
                              isOn("LIBOMPTARGET_HOST_QUEUES"), chosenMaps()};
  return 0;
}

uint64_t deviceCapabilities(ompjit_device *Device) {
  return OMPJIT_CAN_USE_HOST_MEMORY | OMPJIT_CAN_PIN | OMPJIT_CAN_RESERVE |
         OMPJIT_ALLOCATES_FAST | (Device->Overlaps ? OMPJIT_CAN_OVERLAP : 0) |
         inPlaceCapability(*Device);
}

void describeDevice(ompjit_device *Device, ompjit_device_info *Info) {
  // Only needed for compiles at run time, and equal for all devices. Never
  // destroyed, because threads may launch while the program ends.
  static const std::string &Features = *new std::string(cpuFeatures());
  Info->name = Device->Name.c_str();
  Info->triple = ThisHost.Host.Triple.data();
  Info->arch = cpuName().data();
  Info->features = Features.c_str();
  Info->uid = Device->Uid.c_str();
  Info->memory_bytes = memoryBytes();
  Info->max_teams = maxTeams();
  Info->num_processors = usableProcessors();
}

int describeProperty(ompjit_device *, uint32_t Index,
                     ompjit_property *Property) {
  // Equal for all devices, and queried row by row. Never destroyed, either.
  static const auto &Rows = *new std::vector<HostProperty>(describeHost());
  if (Index >= Rows.size())
    return 1;
  *Property = {Rows[Index].Name.c_str(), Rows[Index].Value.c_str()};
  return 0;
}

} // namespace ompjit::host
