//===- Settings.h - The plugin's environment variables --------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The runtime's table of variables documents them and warns about invalid
// values.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_CUDA_SETTINGS_H
#define OMPJIT_PLUGINS_CUDA_SETTINGS_H

#include <cstdint>
#include <optional>

namespace ompjit::cuda {

struct Settings {
  std::optional<uint64_t> StackBytes; ///< LIBOMPTARGET_STACK_SIZE
  std::optional<uint64_t> HeapBytes;  ///< LIBOMPTARGET_HEAP_SIZE
  uint32_t SharedBytes = 0;           ///< LIBOMPTARGET_SHARED_MEMORY_SIZE
  uint32_t RuntimeDebugKinds = 0;     ///< LIBOMPTARGET_DEVICE_RTL_DEBUG

  static Settings fromEnvironment();
};

} // namespace ompjit::cuda

#endif // OMPJIT_PLUGINS_CUDA_SETTINGS_H
