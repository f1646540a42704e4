//===- Agents.h - The agents that HSA knows -----------------*- C++ -* ----===//
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

/// All agents, in the library's order, which ROCR_VISIBLE_DEVICES determines.
struct Agents {
  std::vector<Agent> Gpus, Cpus;
};

int listAgents(const Hsa &H, Agents &Found, ompjit_error *Error);

/// Returns the value of \p Which, which has the type \p T; nothing if the
/// library does not know it.
template <typename T>
std::optional<T> ask(const Hsa &H, Agent A, AgentInfo Which) {
  T Value = {};
  if (H.AgentGetInfo(A, Which, &Value) != Status::Success)
    return std::nullopt;
  return Value;
}

/// The same for texts, which are zero-terminated or fill their 64 bytes.
std::string askText(const Hsa &H, Agent A, AgentInfo Which);

/// Adds the names of the instruction sets that the agent runs, the best one
/// first: "amdgcn-amd-amdhsa--gfx90a:sramecc+:xnack-".
Status listIsas(const Hsa &H, Agent A, std::vector<std::string> &Names);

/// A memory pool in which memory can be allocated.
struct Pool {
  MemoryPool Handle = {};
  uint32_t Flags = 0; ///< PoolFlag bits.
  size_t Bytes = 0;
  size_t Granule = 4096; ///< Allocations are multiples of it.
  size_t MaxBytes = 0;   ///< Limit of a process. 0: not known.
};

Status listPools(const Hsa &H, Agent A, std::vector<Pool> &Found);

} // namespace ompjit::amdgpu

#endif // OMPJIT_PLUGINS_AMDGPU_AGENTS_H
