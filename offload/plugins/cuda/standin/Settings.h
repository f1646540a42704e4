//===- Settings.h - What the tests ask of the stand-in --------------------===//
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

#ifndef OMPJIT_PLUGINS_CUDA_STANDIN_SETTINGS_H
#define OMPJIT_PLUGINS_CUDA_STANDIN_SETTINGS_H

#include "Abi.h"

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
  std::vector<int> Models = {90}; ///< Of the devices: 90 is sm_90.
  int DriverVersion = 12040;
  std::vector<Injection> Injections;
  uint32_t DelayMicroseconds = 0; ///< Before each operation of a stream.
  bool Emulates = true;
  bool HasPageableAccess = false; ///< Kernels reach all of the host's memory.
  std::string Assembler;          ///< ptxas; empty if there is none.
  VirtualGpuSettings Gpu;

  static const Settings &get();
};

} // namespace ompjit::standin

#endif // OMPJIT_PLUGINS_CUDA_STANDIN_SETTINGS_H
