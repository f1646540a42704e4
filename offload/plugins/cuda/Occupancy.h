//===- Occupancy.h - How many blocks run on a processor -------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_CUDA_OCCUPANCY_H
#define OMPJIT_PLUGINS_CUDA_OCCUPANCY_H

#include "Driver.h"

#include <array>
#include <atomic>
#include <cstdint>

namespace ompjit::cuda {

/// The driver's answers to how many blocks of a kernel run on a processor at a
/// time, for the sizes that were asked for last. Thread-safe.
class OccupancyCache {
public:
  uint32_t blocks(const Driver &D, Function *Kernel, uint32_t BlockSize,
                  uint32_t SharedBytes);

private:
  /// Each packs the number of blocks, the size of a block and the shared memory
  /// in KiB; 0: empty.
  std::array<std::atomic<uint64_t>, 4> Answers = {};
};

} // namespace ompjit::cuda

#endif // OMPJIT_PLUGINS_CUDA_OCCUPANCY_H
