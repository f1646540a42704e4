//===- ompjit/Specialize/StaticLoops.h - Shares of loops --------*- C++ -*-===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// On a processor, each thread asks libomp for its share of a work-shared loop.
// Without chunks that is a division, but libomp 22 takes 0.2 to 0.5 us for it:
// more than a small loop, and a third of what its launch takes.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_SPECIALIZE_STATICLOOPS_H
#define OMPJIT_SPECIALIZE_STATICLOOPS_H

#include "llvm/IR/Module.h"
#include "llvm/IR/PassManager.h"

namespace ompjit {

/// The runtime's function that says which share a thread has: uint64_t()
/// returns the number of threads of the team in the upper half and that of the
/// calling one in the lower half, or 0 if libomp has to be asked, because
/// somebody watches it or may have changed how it divides. It is a weak
/// reference, because other versions of libomptarget do not have it.
inline constexpr char ShareOfLoopName[] = "__ompjit_share_of_loop";

/// Has code for processors compute the shares of loops with `schedule(static)`
/// that have no chunks, as libomp does, so that each thread has the same
/// iterations. To run at the end of a pipeline: passes that look for loops know
/// libomp's calls. \returns whether something changed.
bool computeShares(llvm::Module &M);

/// The same as a pass.
struct StaticLoopsPass : llvm::PassInfoMixin<StaticLoopsPass> {
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
};

} // namespace ompjit

#endif // OMPJIT_SPECIALIZE_STATICLOOPS_H
