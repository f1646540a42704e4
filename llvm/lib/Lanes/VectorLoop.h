//===- VectorLoop.h - Puts a loop with lanes before another -----*- C++ -*-===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LANES_VECTORLOOP_H
#define OMPJIT_LANES_VECTORLOOP_H

#include "Emitter.h"

namespace ompjit::lanes {

/// A loop, and what is known of it.
struct LaneLoop {
  llvm::Loop &L;
  const Shapes &Of;
  const Shapes::HeaderPhis &Phis;
  const llvm::SCEV *BackedgesTaken;
  unsigned Lanes;
};

/// Puts the vector loop before the loop, and behind it the same with a mask for
/// the iterations that fill no vector. The loop itself remains for launches for
/// which an assumption does not hold. What is known of the function has to be
/// computed again, except dominators.
void addVectorLoop(const LaneLoop &Loop, Emitter &Body, Emitter &Tail,
                   llvm::LoopInfo &Loops, llvm::DominatorTree &Dominators,
                   llvm::ScalarEvolution &Evolution);

} // namespace ompjit::lanes

#endif // OMPJIT_LANES_VECTORLOOP_H
