//===- RuntimeSettings.h - The LIBOMPTARGET_* variables -------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The settings of the runtime, read once from the environment. One table
// (RuntimeSettings.cpp) holds name, meaning, default and parser of every
// variable; docs/runtime-variables.md is generated from it.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LIBOMPTARGET_DEVICE_RUNTIMESETTINGS_H
#define OMPJIT_LIBOMPTARGET_DEVICE_RUNTIMESETTINGS_H

#include "QueryBackoff.h"
#include "data/PinMapped.h"
#include "record/RecordOptions.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ompjit {

struct RuntimeSettings {
  uint32_t InfoFlags = 0;  ///< LIBOMPTARGET_INFO
  bool Debug = false;      ///< LIBOMPTARGET_DEBUG
  std::string ProfileFile; ///< LIBOMPTARGET_PROFILE, %p kept; empty: none.
  uint64_t ProfileGranularityUs = 0; ///< LIBOMPTARGET_PROFILE_GRANULARITY
  bool AlwaysAttach = false; ///< LIBOMPTARGET_TREAT_ATTACH_AUTO_AS_ALWAYS
  /// LIBOMPTARGET_MEMORY_MANAGER_THRESHOLD; none: chosen for the device.
  std::optional<uint64_t> PoolThresholdBytes;

  /// LIBOMPTARGET_LOCK_MAPPED_HOST_BUFFERS
  PinMapped PinMappedMemory = PinMapped::Off;
  RecordOptions Record;     ///< LIBOMPTARGET_RECORD and its relatives.
  QueryLimits Queries;      ///< OMPTARGET_QUERY_COUNT_*
  bool VirtualGpus = false; ///< OMP_JIT_VGPU
  uint32_t SharedBytes = 0; ///< LIBOMPTARGET_SHARED_MEMORY_SIZE
  /// LIBOMPTARGET_COOPERATIVE_KERNELS: parts of names.
  std::vector<std::string> CooperativeKernels;
  bool isCooperative(std::string_view Kernel) const;

  /// Reads the variables. A value that does not parse keeps the default and
  /// adds a sentence that names the variable, the value and what is accepted.
  static RuntimeSettings fromEnvironment(char **Environment,
                                         std::vector<std::string> &Warnings);
};

/// Text of docs/runtime-variables.md.
std::string runtimeSettingsAsMarkdown();

} // namespace ompjit

#endif // OMPJIT_LIBOMPTARGET_DEVICE_RUNTIMESETTINGS_H
