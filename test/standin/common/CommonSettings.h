//===- CommonSettings.h - What tests set for each stand-in ----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From variables of the environment, OMPJIT_STANDIN_*; docs/plugins.md lists
// them. What they do not say is as with the virtual GPUs. Several stand-ins
// read them in one process: each takes what is its own.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_STANDIN_COMMONSETTINGS_H
#define OMPJIT_STANDIN_COMMONSETTINGS_H

#include "ompjit/VirtualGpuSettings.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ompjit::standin {

/// The call number \p Number of a function, or of all ("*"), fails.
struct Injection {
  std::string Function;
  uint64_t Number = 0;
  int Code = 0;
};

struct CommonSettings {
  /// What the user names, where he does.
  std::optional<std::vector<std::string>> Devices;
  std::vector<Injection> Injections;
  uint32_t DelayMicroseconds = 0; ///< Before each operation.
  bool Emulates = true;
  bool HasPageableAccess = false; ///< Kernels reach all of the host's memory.
  VirtualGpuSettings Gpu;
};

/// What is a vendor's.
struct Vendor {
  std::string_view Devices;   ///< What their names begin with.
  std::string_view Functions; ///< The same.
  int MaxCode;                ///< The largest code of an error.
};

/// Says what is wrong.
CommonSettings readCommon(const Vendor &Of);

std::string_view valueOf(const char *Variable);
std::vector<std::string> split(std::string_view Text, char Separator);

} // namespace ompjit::standin

#endif // OMPJIT_STANDIN_COMMONSETTINGS_H
