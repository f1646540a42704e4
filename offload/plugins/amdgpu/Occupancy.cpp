//===- Occupancy.cpp - How many blocks a compute unit holds ---------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Occupancy.h"

#include <algorithm>

namespace ompjit::amdgpu {

namespace {

/// The registers of a SIMD unit, for each lane of a wave.
struct RegisterFile {
  std::string_view Processors; ///< Prefix of their names.
  uint32_t Wave32, Wave64;     ///< Registers; 0: no such waves.
  uint32_t Step32, Step64;     ///< Granularity of the allocation.
};

/// The first row with a matching prefix counts.
constexpr RegisterFile Files[] = {
    {"gfx90a", 0, 512, 0, 8},       {"gfx94", 0, 512, 0, 8},
    {"gfx950", 0, 512, 0, 8},       {"gfx9", 0, 256, 0, 4},
    {"gfx101", 1024, 512, 8, 4},    {"gfx10", 1024, 512, 16, 8},
    {"gfx1100", 1536, 768, 24, 12}, {"gfx1101", 1536, 768, 24, 12},
    {"gfx1151", 1536, 768, 24, 12}, {"gfx11", 1024, 512, 16, 8},
    {"gfx12", 1536, 768, 24, 12},
};

} // namespace

uint32_t wavesByRegisters(const KernelMetadata &Kernel,
                          std::string_view Processor) {
  for (const RegisterFile &Each : Files) {
    if (!Processor.starts_with(Each.Processors))
      continue;
    const bool IsSmall = Kernel.WavefrontSize == 32;
    const uint32_t All = IsSmall ? Each.Wave32 : Each.Wave64;
    const uint32_t Step = IsSmall ? Each.Step32 : Each.Step64;
    // Counts accumulation registers where these are in the same file.
    const uint32_t Used = std::max(Kernel.NumVgprs, 1u);
    return Step ? std::max(All / ((Used + Step - 1) / Step * Step), 1u)
                : UINT32_MAX;
  }
  return UINT32_MAX;
}

uint32_t blocksOfUnit(const KernelMetadata &Kernel, std::string_view Processor,
                      const UnitResources &Unit, uint32_t BlockSize,
                      uint64_t SharedBytes) {
  const uint32_t Wave = std::max(Kernel.WavefrontSize, 1u);
  const uint32_t WavesOfBlock = std::max((BlockSize + Wave - 1) / Wave, 1u);
  const uint64_t Waves = std::min<uint64_t>(
      Unit.Waves, uint64_t(Unit.Simds) * wavesByRegisters(Kernel, Processor));
  uint64_t Blocks = Waves / WavesOfBlock;
  if (SharedBytes)
    Blocks = std::min(Blocks, Unit.SharedBytes / SharedBytes);
  return uint32_t(std::max<uint64_t>(Blocks, 1));
}

} // namespace ompjit::amdgpu
