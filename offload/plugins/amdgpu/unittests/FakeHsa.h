//===- FakeHsa.h - An HSA runtime for unit tests ----------------*- C++ -*-===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This is a table of functions that report the agents that a test has
// described. There may be one at a time, because the functions have no argument
// that leads to their object.
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
  /// If 0, the runtime reports neither this nor the granule.
  size_t MaxBytes = 0;
};

/// An agent. The runtime does not know queries that are not in Values.
struct FakeAgent {
  using Value = std::variant<bool, uint32_t, DeviceType, std::string>;
  std::map<AgentInfo, Value> Values;
  std::vector<std::string> Isas;
  std::vector<FakePool> Pools;
};

FakeAgent fakeCpu();
/// Returns an MI200 that runs \p Isa.
FakeAgent fakeGpu(const std::string &Isa);

/// The runtime. Its handles are indices that begin at 1.
class FakeHsa {
public:
  explicit FakeHsa(std::vector<FakeAgent> Agents);
  ~FakeHsa();

  Hsa Table;
  std::vector<FakeAgent> Agents;
  /// The results of functions that fail, by the name of the member of Table.
  std::map<std::string, Status> Failures;

  static FakeHsa &get();
  /// Returns the result of a call of the member \p Name.
  Status outcome(const char *Name) const;
};

} // namespace ompjit::amdgpu

#endif // OMPJIT_PLUGINS_AMDGPU_UNITTESTS_FAKEHSA_H
