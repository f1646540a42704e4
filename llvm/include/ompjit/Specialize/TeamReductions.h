//===- TeamReductions.h - One reduction for all of a team's loops ---------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// clang makes `teams distribute parallel for reduction(...)` a loop over
// parallel regions on a GPU, each of which has as many iterations as the team
// has threads and reduces their results. This leaves each thread its own
// result until the loop is over.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_SPECIALIZE_TEAMREDUCTIONS_H
#define OMPJIT_SPECIALIZE_TEAMREDUCTIONS_H

#include "llvm/IR/Module.h"
#include "llvm/IR/PassManager.h"

namespace ompjit {

/// Removes the reductions of parallel regions whose results nothing but the
/// reduction of their teams uses, and lets the latter begin with the results of
/// all threads, by a call of __ompjit_teams_reduce. This changes in which order
/// values are combined, and nothing else. To be called for GPUs' modules, on
/// optimised code before the device runtime is inlined. Thread-safe for
/// different contexts. \returns whether something changed.
bool reduceOncePerTeam(llvm::Module &M);

struct TeamReductionsPass : llvm::PassInfoMixin<TeamReductionsPass> {
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &) {
    return reduceOncePerTeam(M) ? llvm::PreservedAnalyses::none()
                                : llvm::PreservedAnalyses::all();
  }
  static bool isRequired() { return true; }
};

} // namespace ompjit

#endif // OMPJIT_SPECIALIZE_TEAMREDUCTIONS_H
