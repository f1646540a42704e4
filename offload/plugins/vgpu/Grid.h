//===- Grid.h - The blocks of a launch ------------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_VGPU_GRID_H
#define OMPJIT_PLUGINS_VGPU_GRID_H

#include "Launch.h"

#include "ompjit/Support/Mutex.h"

#include <cstdint>
#include <thread>
#include <vector>

namespace ompjit::plugins {
template <typename T> class AcrossForks;
}

namespace ompjit::vgpu {

/// Threads that help those that launch kernels. They are started when a launch
/// has more than one block.
class Workers {
public:
  explicit Workers(uint32_t NumThreads);
  ~Workers();
  Workers(const Workers &) = delete;
  Workers &operator=(const Workers &) = delete;

  /// Runs all blocks, concurrently with those of other launches. The launch
  /// holds the failure, if there is one.
  void run(const Launch &What);

private:
  friend class plugins::AcrossForks<Workers>;

  void startThreads() OMPJIT_REQUIRES(Guard);
  void work(uint32_t Self);
  const Launch *findLaunch() const OMPJIT_REQUIRES(Guard);
  void loseThreads() OMPJIT_REQUIRES(Guard);

  const uint32_t NumThreads;
  Mutex Guard;
  ConditionVariable Arrived, Over;
  std::vector<std::thread> Threads OMPJIT_GUARDED_BY(Guard);
  /// Launches with more than one block.
  std::vector<const Launch *> Launches OMPJIT_GUARDED_BY(Guard);
  bool Stopping OMPJIT_GUARDED_BY(Guard) = false;
};

} // namespace ompjit::vgpu

#endif // OMPJIT_PLUGINS_VGPU_GRID_H
