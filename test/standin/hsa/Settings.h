//===- Settings.h - Settings of the stand-in, for tests -------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
#ifndef OMPJIT_STANDIN_HSA_SETTINGS_H
#define OMPJIT_STANDIN_HSA_SETTINGS_H

#include "CommonSettings.h"

#include <string>
#include <vector>

namespace ompjit::standin {

struct Settings : CommonSettings {
  std::vector<std::string> Processors = {"gfx90a"}; ///< Of the devices.
  std::string Twins;  ///< Folder with the code that runs for code objects; see
                      ///< ompjit-twin.
  bool IsApu = false; ///< GPUs say that they have no memory of their own.
  uint64_t MaxBytes = UINT64_MAX; ///< Of a GPU's memory, for a process.

  static const Settings &get();
};

} // namespace ompjit::standin

#endif // OMPJIT_STANDIN_HSA_SETTINGS_H
