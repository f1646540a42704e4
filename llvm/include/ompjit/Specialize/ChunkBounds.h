//===- ChunkBounds.h - Loops over chunks of one iteration -------*- C++ -*-===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A `parallel for` inside of a region on a GPU is two loops: over a thread's
// chunks, and over the one iteration of a chunk:
//
//   for (First = Last = Thread; First <= Last; First += Stride,
//        Last = min(Last + Stride, End))
//     for (I = First; I <= Last; ++I)
//
// The loop goes on only where the minimum is not less than First, so that both
// bounds are always the same. LLVM 22 does not find that: it counts neither
// loop, and unrolls neither. Here Last becomes First, and the test First <=
// End.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_SPECIALIZE_CHUNKBOUNDS_H
#define OMPJIT_SPECIALIZE_CHUNKBOUNDS_H

#include "llvm/IR/PassManager.h"

namespace ompjit {

/// To be run on loops in LLVM's canonical form, with their tests at the end.
struct ChunkBoundsPass : llvm::PassInfoMixin<ChunkBoundsPass> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &);
};

} // namespace ompjit

#endif // OMPJIT_SPECIALIZE_CHUNKBOUNDS_H
