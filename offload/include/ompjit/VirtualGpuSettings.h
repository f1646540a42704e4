//===- ompjit/VirtualGpuSettings.h - The OMP_JIT_VGPU variables -----------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Read by the runtime, which opens the virtual GPU's plugin, and by the plugin.
// The engine knows their names and documents them.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_VIRTUALGPUSETTINGS_H
#define OMPJIT_VIRTUALGPUSETTINGS_H

#include "ompjit/Support/VariableTable.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ompjit {

struct VirtualGpuSettings {
  bool Enabled = false;
  /// Sub-architectures, one for each device. A plugin ignores those of other
  /// targets.
  std::vector<std::string> Archs = {"sm_90", "gfx90a"};
  uint32_t Processors = 4;
  uint64_t SharedBytes = 64 << 10; ///< Maximum of a block.
  uint64_t MemoryBytes = uint64_t(4) << 30;
  uint64_t StackBytes = 64 << 10; ///< Of each thread.
  uint32_t Threads = 0;           ///< Of the host's processor; 0: all.
  bool Checks = false;
  uint32_t RuntimeDebugKinds = 0; ///< LIBOMPTARGET_DEVICE_RTL_DEBUG

  static VirtualGpuSettings fromEnvironment(char **Environment,
                                            std::vector<std::string> &Warnings);
};

namespace vgpu {

inline bool parseSwitch(std::string_view Value, bool &IsOn) {
  if (Value != "0" && Value != "1")
    return false;
  IsOn = Value == "1";
  return true;
}

/// Parses a list of LLVM's names, such as "sm_90,gfx90a".
inline bool parseArchs(std::string_view Value, std::vector<std::string> &Out) {
  std::vector<std::string> Archs;
  while (true) {
    const size_t Comma = Value.find(',');
    const std::string_view Arch = Value.substr(0, Comma);
    if (!Arch.starts_with("sm_") && !Arch.starts_with("gfx"))
      return false;
    Archs.emplace_back(Arch);
    if (Comma == std::string_view::npos)
      break;
    Value.remove_prefix(Comma + 1);
  }
  Out = std::move(Archs);
  return true;
}

} // namespace vgpu

inline constexpr Variable<VirtualGpuSettings> VirtualGpuVariables[] = {
    {"OMP_JIT_VGPU",
     "1 runs device code for NVIDIA's and AMD's GPUs on virtual GPUs, that is, "
     "on the processor; GPUs of the machine are not used then. The device code "
     "must be a JIT package.",
     "0 or 1", "0",
     [](std::string_view V, VirtualGpuSettings &S) {
       return vgpu::parseSwitch(V, S.Enabled);
     }},
    {"OMP_JIT_VGPU_ARCH",
     "The virtual GPUs: a device for each name that fits the program's device "
     "code, in this order.",
     "a comma-separated list of names as `sm_90` and `gfx90a`", "sm_90,gfx90a",
     [](std::string_view V, VirtualGpuSettings &S) {
       return vgpu::parseArchs(V, S.Archs);
     }},
    {"OMP_JIT_VGPU_PROCESSORS",
     "How many multiprocessors a virtual GPU says that it has.",
     "an integer from 1 to 65536", "4",
     [](std::string_view V, VirtualGpuSettings &S) {
       return parseNumber<uint32_t>(V, 1, 65536, S.Processors);
     }},
    {"OMP_JIT_VGPU_SHARED", "Shared memory that a block can have at the most.",
     "a number of bytes up to 16M, or one with the suffix K or M", "64K",
     [](std::string_view V, VirtualGpuSettings &S) {
       return parseSize(V, 16 << 20, S.SharedBytes);
     }},
    {"OMP_JIT_VGPU_MEMORY", "Memory of a virtual GPU.",
     "a number of bytes above 0, or one with the suffix K, M, G or T", "4G",
     [](std::string_view V, VirtualGpuSettings &S) {
       return parseSize(V, UINT64_MAX / 2, S.MemoryBytes);
     }},
    {"OMP_JIT_VGPU_STACK", "Stack of each of a virtual GPU's threads.",
     "a number of bytes up to 64M, or one with the suffix K or M", "64K",
     [](std::string_view V, VirtualGpuSettings &S) {
       return parseSize(V, 64 << 20, S.StackBytes);
     }},
    {"OMP_JIT_VGPU_THREADS",
     "How many threads of the processor run the blocks of a kernel.",
     "an integer from 1 to 1024", "those of the processor",
     [](std::string_view V, VirtualGpuSettings &S) {
       return parseNumber<uint32_t>(V, 1, 1024, S.Threads);
     }},
    {"OMP_JIT_VGPU_CHECK",
     "1 checks each access of device code to memory: that it is to allocated "
     "memory of the device and inside of its variable, that somebody wrote "
     "what is read and used, and that barriers or atomic operations order the "
     "uses of the same bytes by threads of a block and by teams; and that all "
     "threads of a team come to its barriers (docs/virtual-gpu.md).",
     "0 or 1", "0",
     [](std::string_view V, VirtualGpuSettings &S) {
       return vgpu::parseSwitch(V, S.Checks);
     }},
    {"LIBOMPTARGET_DEVICE_RTL_DEBUG",
     "What the device runtime says of itself, in programs compiled with "
     "`-fopenmp-target-debug`, which takes the same sum. 1: what must hold is "
     "checked; 2: calls are printed.",
     "an integer from 0 to 3", "0",
     [](std::string_view V, VirtualGpuSettings &S) {
       return parseNumber<uint32_t>(V, 0, 3, S.RuntimeDebugKinds);
     }},
};

inline VirtualGpuSettings
VirtualGpuSettings::fromEnvironment(char **Environment,
                                    std::vector<std::string> &Warnings) {
  VirtualGpuSettings S;
  readVariables<VirtualGpuSettings>(VirtualGpuVariables, Environment, S,
                                    Warnings);
  return S;
}

} // namespace ompjit

#endif // OMPJIT_VIRTUALGPUSETTINGS_H
