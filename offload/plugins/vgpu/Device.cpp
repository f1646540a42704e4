//===- Device.cpp - A virtual GPU -----------------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Device.h"

#include "Processor.h"
#include "ompjit/Plugins/Error.h"
#include "ompjit/Plugins/Text.h"
#include "ompjit/Support/ProgramEnvironment.h"

#include <algorithm>
#include <thread>
#include <unistd.h>

namespace {

using ompjit::VirtualGpuSettings;

std::string uidOf(int32_t Ordinal, const std::string &Arch) {
  return "vgpu-" + Arch + "-" + std::to_string(Ordinal);
}

uint32_t threadsFor(const VirtualGpuSettings &Settings) {
  return Settings.Threads ? Settings.Threads
                          : std::max(1u, std::thread::hardware_concurrency());
}

} // namespace

ompjit_device::ompjit_device(int32_t Ordinal, std::string Arch,
                             const VirtualGpuSettings &Settings)
    : Ordinal(Ordinal), Arch(std::move(Arch)), Settings(Settings),
      Name("virtual " + this->Arch), Uid(uidOf(Ordinal, this->Arch)),
      Emulation(ompjit::vgpu::levelOfProcessor() +
                (Settings.Checks ? ",check" : "")),
      Number(uint32_t(Ordinal)), NumDevices(uint32_t(Settings.Archs.size())),
      Memory(Settings.MemoryBytes, Settings.Checks),
      Workers(threadsFor(Settings)) {
  Limits.readEnvironment();
  Limits.NumProcessors = Settings.Processors;
  Limits.LargestWarp =
      ompjit::vgpu::FamilyOfPlugin == ompjit::vgpu::Family::Nvptx ? 32 : 64;
  Properties = {
      {"Played by", Emulation},
      {"Multiprocessors", std::to_string(Settings.Processors)},
      {"Shared memory of a block",
       std::to_string(Settings.SharedBytes) + " bytes"},
      {"Memory", std::to_string(Settings.MemoryBytes) + " bytes"},
      {"Stack of a thread", std::to_string(Settings.StackBytes) + " bytes"},
      {"Threads of the processor", std::to_string(threadsFor(Settings))},
      {"Checks accesses", Settings.Checks ? "yes" : "no"},
  };
}

namespace ompjit::vgpu {

using plugins::copyText;
using plugins::fail;

namespace {

/// Reads the settings for this plugin. The runtime has warned about invalid
/// values.
VirtualGpuSettings settings() {
  std::vector<std::string> Ignored;
  VirtualGpuSettings S =
      VirtualGpuSettings::fromEnvironment(programEnvironment(), Ignored);
  const std::string_view Prefix =
      FamilyOfPlugin == Family::Nvptx ? "sm_" : "gfx";
  std::erase_if(S.Archs, [&](const std::string &Arch) {
    return !Arch.starts_with(Prefix);
  });
  return S;
}

int checkOrdinal(int32_t Ordinal, const VirtualGpuSettings &S,
                 ompjit_error *Error) {
  if (Ordinal < 0 || size_t(Ordinal) >= S.Archs.size())
    return fail(Error, "there is no virtual GPU %d, only 0 to %zu", Ordinal,
                S.Archs.size() - 1);
  return 0;
}

} // namespace

int32_t countDevices(ompjit_error *Error) {
  const size_t Count = settings().Archs.size();
  if (!Count)
    fail(Error, "OMP_JIT_VGPU_ARCH names no GPU of the kind that the program's "
                "device code is for");
  return int32_t(Count);
}

int writeUid(int32_t Ordinal, char *Text, size_t Size, ompjit_error *Error) {
  const VirtualGpuSettings S = settings();
  if (int Failed = checkOrdinal(Ordinal, S, Error))
    return Failed;
  return copyText(uidOf(Ordinal, S.Archs[size_t(Ordinal)]), Text, Size, Error);
}

int openDevice(int32_t Ordinal, ompjit_device **Device, ompjit_error *Error) {
  const VirtualGpuSettings S = settings();
  if (int Failed = checkOrdinal(Ordinal, S, Error))
    return Failed;
  *Device = new ompjit_device(Ordinal, S.Archs[size_t(Ordinal)], S);
  return 0;
}

void numberDevice(ompjit_device *Device, uint32_t Number, uint32_t Count) {
  Device->Number = Number;
  Device->NumDevices = Count;
}

void describeDevice(ompjit_device *Device, ompjit_device_info *Info) {
  Info->name = Device->Name.c_str();
  Info->triple = FamilyOfPlugin == Family::Nvptx ? "nvptx64-nvidia-cuda"
                                                 : "amdgcn-amd-amdhsa";
  Info->arch = Device->Arch.c_str();
  Info->features = "";
  Info->uid = Device->Uid.c_str();
  Info->memory_bytes = Device->Settings.MemoryBytes;
  Info->max_teams = 0;
  Info->emulation = Device->Emulation.c_str();
  Info->num_devices = Device->NumDevices;
  Info->device_num = Device->Number;
  Info->debug_kinds = Device->Settings.RuntimeDebugKinds;
  Info->num_processors = Device->Settings.Processors;
}

int describeProperty(ompjit_device *Device, uint32_t Index,
                     ompjit_property *Property) {
  if (Index >= Device->Properties.size())
    return 1;
  const auto &[Name, Value] = Device->Properties[Index];
  *Property = {Name.c_str(), Value.c_str()};
  return 0;
}

} // namespace ompjit::vgpu
