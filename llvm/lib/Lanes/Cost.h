//===- Cost.h - Whether lanes are worth it ----------------------*- C++ -*-===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LANES_COST_H
#define OMPJIT_LANES_COST_H

#include "Shapes.h"

namespace llvm {
class TargetTransformInfo;
} // namespace llvm

namespace ompjit::lanes {

struct LaneChoice {
  unsigned Lanes = 0;     ///< 0 if the processor is probably faster without.
  bool IsInDoubt = false; ///< Whether it may be all the same.
  bool HasVectorsInside = false; ///< LLVM vectorises a loop in it otherwise.
};

/// Returns how many lanes the loop should have. If it \p IsDecided that lanes
/// are worth it, that is what fills a register.
LaneChoice chooseLanes(const llvm::Loop &L, const Shapes &Of,
                       const llvm::LoopInfo &Loops,
                       llvm::ScalarEvolution &Evolution,
                       const llvm::TargetTransformInfo &Target, bool IsDecided);

} // namespace ompjit::lanes

#endif // OMPJIT_LANES_COST_H
