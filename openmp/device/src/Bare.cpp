//===- Bare.cpp - The hardware, as kernels without OpenMP's model see it --===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The functions of <ompx.h>; dimensions are 0 to 2.
//
//===----------------------------------------------------------------------===//

#include "Platform.h"

using namespace ompjit::device;

OMPJIT_ENTRY int ompx_thread_id(int Dim) { return int(threadIdIn(Dim)); }
OMPJIT_ENTRY int ompx_block_id(int Dim) { return int(blockIdIn(Dim)); }
OMPJIT_ENTRY int ompx_block_dim(int Dim) { return int(blockSizeIn(Dim)); }
OMPJIT_ENTRY int ompx_grid_dim(int Dim) { return int(numBlocksIn(Dim)); }
OMPJIT_ENTRY int ompx_warp_size() { return int(warpSize()); }
OMPJIT_ENTRY int ompx_lane_id() { return int(laneId()); }

OMPJIT_ENTRY void ompx_sync_block(int) { syncBlockAligned(); }
OMPJIT_ENTRY void ompx_sync_block_acq_rel() { syncBlockAligned(); }
OMPJIT_ENTRY void ompx_sync_block_divergent(int) { syncBlock(); }

OMPJIT_ENTRY uint64_t ompx_ballot_sync(uint64_t Lanes, int Predicate) {
  return ballot(Lanes, Predicate != 0);
}

OMPJIT_ENTRY int ompx_shfl_down_sync_i(uint64_t Lanes, int Value,
                                       unsigned Delta, int Width) {
  return int(shuffleDown(Lanes, uint32_t(Value), Delta, uint32_t(Width)));
}

OMPJIT_ENTRY long ompx_shfl_down_sync_l(uint64_t Lanes, long Value,
                                        unsigned Delta, int Width) {
  return long(shuffleDown(Lanes, uint64_t(Value), Delta, uint32_t(Width)));
}

OMPJIT_ENTRY float ompx_shfl_down_sync_f(uint64_t Lanes, float Value,
                                         unsigned Delta, int Width) {
  return __builtin_bit_cast(
      float, shuffleDown(Lanes, __builtin_bit_cast(uint32_t, Value), Delta,
                         uint32_t(Width)));
}

OMPJIT_ENTRY double ompx_shfl_down_sync_d(uint64_t Lanes, double Value,
                                          unsigned Delta, int Width) {
  return __builtin_bit_cast(
      double, shuffleDown(Lanes, __builtin_bit_cast(uint64_t, Value), Delta,
                          uint32_t(Width)));
}
