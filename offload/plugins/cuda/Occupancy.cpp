//===- Occupancy.cpp - How many blocks run on a processor -----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Occupancy.h"

namespace ompjit::cuda {

uint32_t OccupancyCache::blocks(const Driver &D, Function *Kernel,
                                uint32_t BlockSize, uint32_t SharedBytes) {
  const uint64_t Key = uint64_t(BlockSize) << 32 | SharedBytes;
  constexpr unsigned BlocksShift = 48;
  std::atomic<uint64_t> &Answer =
      Answers[(BlockSize / 32 + SharedBytes / 1024) % Answers.size()];
  const uint64_t Known = Answer.load(std::memory_order_relaxed);
  if (Known >> BlocksShift && Known << 16 >> 16 == Key)
    return uint32_t(Known >> BlocksShift);
  int Blocks = 0;
  if (D.OccupancyMaxActiveBlocksPerMultiprocessor(
          &Blocks, Kernel, int(BlockSize), SharedBytes) != Result::Success ||
      Blocks < 1)
    return 1;
  Answer.store(uint64_t(Blocks) << BlocksShift | Key,
               std::memory_order_relaxed);
  return uint32_t(Blocks);
}

} // namespace ompjit::cuda
