//===- FakeDriver.h - A driver for unit tests -----------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This is a table of functions that record their calls. There may be one at a
// time, because the driver's functions have no argument that leads to their
// object.
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

/// A driver whose memory is that of the process, all of which it knows. It does
/// everything at once.
class FakeDriver {
public:
  FakeDriver();
  ~FakeDriver();

  Driver Table;

  /// The number of calls, by the member of Table.
  std::map<std::string, int> Calls;
  std::map<std::string, Result> Failures;
  std::vector<FakeLaunch> Launches;
  std::function<void()> OnLaunch; ///< What launched kernels do.
  std::vector<std::pair<Limit, size_t>> Limits;
  Context *Current = nullptr;
  uint32_t LargestBlock = 1024, StaticSharedBytes = 0;
  uint32_t Registers = 32, LocalBytes = 0;
  int Occupancy = 3;
  size_t NumParameters = 0; ///< The number for cooperatively launched kernels.
  int Capability = 90;
  /// The variables of images, by name.
  std::map<std::string, std::string> Globals;
  std::set<void *> Live; ///< The allocations that were not freed yet.

  /// Counts a call and returns its result.
  Result note(const char *Name);
  static FakeDriver &get();
};

} // namespace ompjit::cuda

#endif // OMPJIT_PLUGINS_CUDA_UNITTESTS_FAKEDRIVER_H
