//===- Settings.h - Settings of the stand-in, for tests -------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_STANDIN_CUDA_SETTINGS_H
#define OMPJIT_STANDIN_CUDA_SETTINGS_H

#include "Abi.h"
#include "CommonSettings.h"

#include <string>
#include <vector>

namespace ompjit::standin {

struct Settings : CommonSettings {
  std::vector<int> Models = {90}; ///< Of the devices: 90 is sm_90.
  int DriverVersion = 12040;
  std::string Assembler; ///< ptxas; empty if there is none.

  static const Settings &get();
};

} // namespace ompjit::standin

#endif // OMPJIT_STANDIN_CUDA_SETTINGS_H
