//===- Settings.h - What the tests ask of the stand-in ------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From variables of the environment, OMPJIT_STANDIN_*; docs/plugins.md lists
// them. What they do not say is as with the virtual GPUs.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_AMDGPU_STANDIN_SETTINGS_H
#define OMPJIT_PLUGINS_AMDGPU_STANDIN_SETTINGS_H

#include "ompjit/VirtualGpuSettings.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ompjit::standin {

/// The call number \p Number of a function, or of all ("*"), fails.
struct Injection {
  std::string Function;
  uint64_t Number;
  int Code;
};

struct Settings {
  std::vector<std::string> Processors = {"gfx90a"}; ///< Of the devices.
  std::vector<Injection> Injections;
  uint32_t DelayMicroseconds = 0; ///< Before each packet and each copy.
  bool Emulates = true;
  bool HasPageableAccess = false; ///< GPUs reach all of the host's memory.
  bool IsApu = false;             ///< OMPJIT_STANDIN_APU
  VirtualGpuSettings Gpu;

  static const Settings &get();
};

} // namespace ompjit::standin

#endif // OMPJIT_PLUGINS_AMDGPU_STANDIN_SETTINGS_H
