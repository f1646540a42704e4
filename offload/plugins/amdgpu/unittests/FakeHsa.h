//===- FakeHsa.h - An HSA runtime for unit tests ----------------*- C++ -*-===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A table of functions that tell of agents as a test has described them. One at
// a time: the functions take nothing by which they could find their own.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_AMDGPU_UNITTESTS_FAKEHSA_H
#define OMPJIT_PLUGINS_AMDGPU_UNITTESTS_FAKEHSA_H

#include "Hsa.h"

#include <cstdint>
#include <map>
#include <string>
#include <variant>
#include <vector>

namespace ompjit::amdgpu {

struct FakePool {
  Segment Kind = Segment::Global;
  uint32_t Flags = PoolCoarseGrained;
  size_t Bytes = size_t(64) << 30;
  bool CanAllocate = true;
  size_t MaxBytes = 0; ///< 0: this runtime does not tell, nor the granule.
};

/// What is not in Values is unknown to this runtime.
struct FakeAgent {
  using Value = std::variant<bool, uint32_t, DeviceType, std::string>;
  std::map<AgentInfo, Value> Values;
  std::vector<std::string> Isas;
  std::vector<FakePool> Pools;
};

FakeAgent fakeCpu();
/// An MI200 that runs \p Isa.
FakeAgent fakeGpu(const std::string &Isa);

/// Handles are indices, from 1.
class FakeHsa {
public:
  explicit FakeHsa(std::vector<FakeAgent> Agents);
  ~FakeHsa();

  Hsa Table;
  std::vector<FakeAgent> Agents;
  std::map<std::string, Status> Failures; ///< By the name of the member.

  static FakeHsa &get();
  /// How a call of the member \p Name ends.
  Status outcome(const char *Name) const;
};

} // namespace ompjit::amdgpu

#endif // OMPJIT_PLUGINS_AMDGPU_UNITTESTS_FAKEHSA_H
