//===- ompjit/Specialize/Launch.h - A launch's size becomes constant ------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// On a GPU a launch has so many teams of so many threads. A kernel that is
// compiled for one such size acts as if the clauses num_teams and thread_limit
// had given it: its environment asks the plugin for it, code that reads it gets
// a constant, and registers are shared out among as many threads as there are.
//
// A generic kernel's main thread has a warp of its own, so how large a block is
// follows from the mode, which LLVM's OpenMP optimiser may change. That part is
// done by a pass behind the optimiser.
//
// Threads: different modules in different contexts, at the same time.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_SPECIALIZE_LAUNCH_H
#define OMPJIT_SPECIALIZE_LAUNCH_H

#include "llvm/IR/PassManager.h"
#include "llvm/Support/Error.h"

#include <cstdint>

namespace llvm {
class TargetMachine;
} // namespace llvm

namespace ompjit {

/// Lanes of a GPU's warp: 32 or 64.
unsigned warpSizeOf(const llvm::TargetMachine &Gpu);

/// 0: any number.
struct LaunchSize {
  uint32_t Teams = 0;
  uint32_t Threads = 0; ///< In a team, without the main thread's warp.
};

/// Compiles \p Kernel, the only one of its module, for one size. \p WarpSize is
/// the GPU's. An error if the kernel is no GPU's, or is one without OpenMP's
/// model, which has sizes in three dimensions.
llvm::Error specializeLaunch(llvm::Function &Kernel, LaunchSize,
                             unsigned WarpSize);

/// Completes specializeLaunch. To be run behind LLVM's OpenMP optimiser.
class LaunchSizePass : public llvm::PassInfoMixin<LaunchSizePass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace ompjit

#endif // OMPJIT_SPECIALIZE_LAUNCH_H
