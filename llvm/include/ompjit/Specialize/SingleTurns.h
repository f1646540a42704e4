//===- SingleTurns.h - Loops that take one turn at most -------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `teams distribute parallel for` on a GPU is two loops: over a team's chunks,
// which have an iteration for each of its threads, and over a thread's part of
// a chunk. If the number of threads is known, the inner loop takes one turn at
// most. LLVM 22 cannot prove that, because the last iteration of a chunk is
// carried from chunk to chunk and clamped at the end of the iterations:
//
//   for (First = Team * N, Last = First + N - 1; First <= End; First += Stride,
//        Last = min(Last + Stride, End))
//     for (I = First + Thread; I <= Last; I += N)
//
// Last is never more than First + N - 1. Without this pass ptxas unrolls the
// inner loop, which takes time and registers and gains nothing.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_SPECIALIZE_SINGLETURNS_H
#define OMPJIT_SPECIALIZE_SINGLETURNS_H

#include "llvm/IR/PassManager.h"

namespace ompjit {

/// To be run on loops in LLVM's canonical form, with constants folded.
struct SingleTurnsPass : llvm::PassInfoMixin<SingleTurnsPass> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &);
};

} // namespace ompjit

#endif // OMPJIT_SPECIALIZE_SINGLETURNS_H
