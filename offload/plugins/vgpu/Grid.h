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

#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <thread>
#include <vector>

namespace ompjit::vgpu {

/// The processor's threads that run blocks, besides the one that launches. They
/// are started when a launch has more than one block.
class Workers {
public:
  explicit Workers(uint32_t NumThreads) : NumThreads(NumThreads) {}
  ~Workers();
  Workers(const Workers &) = delete;
  Workers &operator=(const Workers &) = delete;

  /// Runs all blocks, one launch at a time. Whether it failed, the launch
  /// says.
  void run(const Launch &What);

private:
  void startThreads();
  void work(uint32_t Self);
  void takeBlocks(const Launch &What, uint32_t Self);

  const uint32_t NumThreads;
  std::mutex LaunchMutex; ///< Held for a launch.

  std::mutex Mutex; ///< Guards what follows.
  std::condition_variable Arrived, Over;
  std::vector<std::thread> Threads;
  const Launch *Current = nullptr;
  uint64_t LaunchNumber = 0;
  uint32_t NumWorking = 0;
  bool Stopping = false;
  int StartedIn = 0; ///< The process that has the threads.

  std::atomic<uint64_t> NextBlock = 0;
};

} // namespace ompjit::vgpu

#endif // OMPJIT_PLUGINS_VGPU_GRID_H
