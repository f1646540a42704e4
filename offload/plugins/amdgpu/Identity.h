//===- Identity.h - What a GPU is -------------------------------*- C++ -*-===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_AMDGPU_IDENTITY_H
#define OMPJIT_PLUGINS_AMDGPU_IDENTITY_H

#include "Hsa.h"
#include "TargetId.h"

#include "ompjit/Plugins/LaunchShape.h"

#include <cstdint>
#include <string>

namespace ompjit::amdgpu {

/// What compiled code and launches must know about a GPU, and what the runtime
/// tells without a queue or memory of the GPU.
struct Identity {
  std::string Name; ///< For people.
  TargetId Target;
  std::string Features; ///< As LLVM lists them: "+sramecc,-xnack".
  std::string Uid;
  uint64_t MemoryBytes = 0; ///< Of its largest pool.
  plugins::GridLimits Limits;
  uint32_t SimdsOfUnit = 4; ///< Of a compute unit.
};

/// \p Ordinal is the GPU's number in messages. Fails if no code can be
/// generated for the GPU.
int identify(const Hsa &H, Agent Gpu, int32_t Ordinal, Identity &Found,
             ompjit_error *Error);

/// Returns the GPU's unique name, as rocm-smi shows it, or its PCI address if
/// it has none.
std::string uidOf(const Hsa &H, Agent Gpu);

} // namespace ompjit::amdgpu

#endif // OMPJIT_PLUGINS_AMDGPU_IDENTITY_H
