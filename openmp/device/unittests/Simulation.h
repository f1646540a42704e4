//===- Simulation.h - Blocks of threads on the CPU ------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs the blocks of a launch one after the other, and the threads of a block
// as fibres in turn. Warp operations complete when no lane of the warp can go
// on otherwise; a thread that waits for ever is reported.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_OPENMP_DEVICE_UNITTESTS_SIMULATION_H
#define OMPJIT_OPENMP_DEVICE_UNITTESTS_SIMULATION_H

#include <cstdint>
#include <functional>
#include <string>

namespace simulation {

struct Launch {
  uint32_t BlockSize = 32, NumBlocks = 1, WarpSize = 32;
  /// Whether there are barriers for some warps of a block.
  bool HasNamedBarriers = true;
  uint32_t Block = 0; ///< The running block.
  uint64_t Clock = 0;
};

struct Thread {
  uint32_t Id; ///< The number in its block.
};

/// Runs \p Kernel on each thread. \returns what went wrong, or "".
std::string run(const Launch &What, const std::function<void()> &Kernel);

// The following functions are for threads of a launch.
const Launch &launch();
const Thread &self();
void yield();
/// Waits for all threads of the block that have not ended.
void syncBlock();
/// Waits for the lanes of the mask that still run.
void syncWarp(uint64_t Lanes);
/// Waits until \p Count threads wait like this.
void syncThreads(uint32_t Count);
/// Returns the value of the lane \p From, or the caller's own if that lane does
/// not take part.
uint64_t shuffle(uint64_t Value, uint32_t From);
/// Returns the lanes whose predicate is true.
uint64_t ballot(bool Predicate);

} // namespace simulation

#endif // OMPJIT_OPENMP_DEVICE_UNITTESTS_SIMULATION_H
