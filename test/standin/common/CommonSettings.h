//===- CommonSettings.h - Settings that all stand-ins share ---------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// They come from environment variables, OMPJIT_STANDIN_*, which docs/plugins.md
// lists. Everything else is set as for virtual GPUs. If a process has several
// stand-ins, each uses the values that concern it.
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

/// Makes call number Number of a function, or of all functions ("*"), fail.
struct Injection {
  std::string Function;
  uint64_t Number = 0;
  int Code = 0;
};

struct CommonSettings {
  /// The devices' names, if they are set.
  std::optional<std::vector<std::string>> Devices;
  std::vector<Injection> Injections;
  uint32_t DelayMicroseconds = 0; ///< Before each operation.
  bool Emulates = true;
  bool HasPageableAccess = false; ///< Whether kernels reach all of the host's
                                  ///< memory.
  VirtualGpuSettings Gpu;
};

/// What differs between vendors.
struct Vendor {
  std::string_view Devices;   ///< Prefix of their names.
  std::string_view Functions; ///< The same.
  int MaxCode;                ///< The largest error code.
};

/// Reports settings that are wrong.
CommonSettings readCommon(const Vendor &Of);

std::string_view valueOf(const char *Variable);
std::vector<std::string> split(std::string_view Text, char Separator);

} // namespace ompjit::standin

#endif // OMPJIT_STANDIN_COMMONSETTINGS_H
