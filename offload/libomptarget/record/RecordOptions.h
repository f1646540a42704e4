//===- RecordOptions.h - What is recorded, and where ----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LIBOMPTARGET_RECORD_RECORDOPTIONS_H
#define OMPJIT_LIBOMPTARGET_RECORD_RECORDOPTIONS_H

#include <cstdint>
#include <string>

namespace ompjit {

struct RecordOptions {
  bool IsOn = false;               ///< LIBOMPTARGET_RECORD
  bool SaveOutput = false;         ///< LIBOMPTARGET_RR_SAVE_OUTPUT
  std::string Folder;              ///< LIBOMPTARGET_RECORD_FOLDER
  uint32_t LaunchesPerKernel = 10; ///< LIBOMPTARGET_RECORD_LAUNCHES
};

} // namespace ompjit

#endif // OMPJIT_LIBOMPTARGET_RECORD_RECORDOPTIONS_H
