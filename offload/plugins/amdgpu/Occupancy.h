//===- Occupancy.h - How many blocks a compute unit holds -----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_AMDGPU_OCCUPANCY_H
#define OMPJIT_PLUGINS_AMDGPU_OCCUPANCY_H

#include "CodeObject.h"

#include <cstdint>
#include <string_view>

namespace ompjit::amdgpu {

/// The resources of a compute unit that its blocks share.
struct UnitResources {
  uint32_t Waves = 32;
  uint32_t Simds = 4;
  uint64_t SharedBytes = 64 << 10;
};

/// Returns how many waves of a kernel fit into the vector registers of a SIMD
/// unit, by LLVM's document "AMDGPU Usage"; UINT32_MAX if the processor is not
/// known.
uint32_t wavesByRegisters(const KernelMetadata &Kernel,
                          std::string_view Processor);

/// Returns at least 1.
uint32_t blocksOfUnit(const KernelMetadata &Kernel, std::string_view Processor,
                      const UnitResources &Unit, uint32_t BlockSize,
                      uint64_t SharedBytes);

} // namespace ompjit::amdgpu

#endif // OMPJIT_PLUGINS_AMDGPU_OCCUPANCY_H
