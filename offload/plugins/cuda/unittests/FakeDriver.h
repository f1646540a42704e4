//===- FakeDriver.h - A driver for unit tests -----------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A table of functions that record their calls. There may be one at a time,
// because the driver's functions have no argument that leads to their object.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_CUDA_UNITTESTS_FAKEDRIVER_H
#define OMPJIT_PLUGINS_CUDA_UNITTESTS_FAKEDRIVER_H

#include "Driver.h"

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace ompjit::cuda {

struct FakeLaunch {
  unsigned GridX, BlockX, SharedBytes;
  Stream *Queue;
  std::vector<uint64_t> Words; ///< The parameters.
  bool IsCooperative = false;
};

/// Memory is the process's own, all of which the driver knows; everything is
/// done at once.
class FakeDriver {
public:
  FakeDriver();
  ~FakeDriver();

  Driver Table;

  std::map<std::string, int> Calls; ///< By the name of the function's member.
  std::map<std::string, Result> Failures;
  std::vector<FakeLaunch> Launches;
  std::function<void()> OnLaunch; ///< What launched kernels do.
  std::vector<std::pair<Limit, size_t>> Limits;
  Context *Current = nullptr;
  uint32_t LargestBlock = 1024, StaticSharedBytes = 0;
  int Occupancy = 3;
  size_t NumParameters = 0; ///< Of cooperatively launched kernels.
  int Capability = 90;
  /// The variables of images, by name.
  std::map<std::string, std::string> Globals;
  std::set<void *> Live; ///< Allocations.

  /// Counts a call and returns its result.
  Result note(const char *Name);
  static FakeDriver &get();
};

} // namespace ompjit::cuda

#endif // OMPJIT_PLUGINS_CUDA_UNITTESTS_FAKEDRIVER_H
