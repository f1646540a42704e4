//===- Agents.h - The processors that HSA knows -----------------*- C++ -*-===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_AMDGPU_AGENTS_H
#define OMPJIT_PLUGINS_AMDGPU_AGENTS_H

#include "Hsa.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ompjit::amdgpu {

/// In the library's order, which ROCR_VISIBLE_DEVICES decides.
struct Agents {
  std::vector<Agent> Gpus, Cpus;
};

int listAgents(const Hsa &H, Agents &Found, ompjit_error *Error);

/// The value of \p Which, which has the type \p T. Nothing where the library
/// does not know it.
template <typename T>
std::optional<T> ask(const Hsa &H, Agent Of, AgentInfo Which) {
  T Value = {};
  if (H.AgentGetInfo(Of, Which, &Value) != Status::Success)
    return std::nullopt;
  return Value;
}

/// The same for texts, which end with a zero or fill their 64 bytes.
std::string askText(const Hsa &H, Agent Of, AgentInfo Which);

/// Adds the names of the instruction sets that the agent runs, the best one
/// first: "amdgcn-amd-amdhsa--gfx90a:sramecc+:xnack-".
Status listIsas(const Hsa &H, Agent Of, std::vector<std::string> &Names);

/// What memory a pool has; only those in which memory can be allocated.
struct Pool {
  MemoryPool Handle = {};
  uint32_t Flags = 0; ///< PoolFlag bits.
  size_t Bytes = 0;
  size_t Granule = 4096; ///< The runtime gives out multiples of it.
  size_t MaxBytes = 0;   ///< For all that a process allocates. 0: not known.
};

Status listPools(const Hsa &H, Agent Of, std::vector<Pool> &Found);

} // namespace ompjit::amdgpu

#endif // OMPJIT_PLUGINS_AMDGPU_AGENTS_H
