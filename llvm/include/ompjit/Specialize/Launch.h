//===- ompjit/Specialize/Launch.h - A launch's size becomes constant ------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// On a GPU the size of a launch is its numbers of teams and threads. A kernel
// that is compiled for one size behaves as if the clauses num_teams and
// thread_limit had set it: its environment requests it from the plugin, code
// that reads it gets a constant, and registers are allocated for that number of
// threads.
//
// A generic kernel's main thread has a warp of its own, so the size of a block
// depends on the mode, which LLVM's OpenMP optimiser may change. A pass after
// the optimiser does that part.
//
// Thread-safe for modules in different contexts.
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

/// Returns the number of lanes of the GPU's warps: 32 or 64.
unsigned warpSizeOf(const llvm::TargetMachine &Gpu);

/// A size; 0 stands for any number. Of a bare kernel, which has three
/// dimensions, it is that of the first one.
struct LaunchSize {
  uint32_t Teams = 0;
  uint32_t Threads = 0; ///< The threads of a team, without the main thread's
                        ///< warp.
};

/// Specialises \p Kernel, the only one of its module, for one size. \p WarpSize
/// is that of the GPU. Fails if the kernel is not for a GPU.
llvm::Error specializeLaunch(llvm::Function &Kernel, LaunchSize,
                             unsigned WarpSize);

/// Completes specializeLaunch. To be run after LLVM's OpenMP optimiser.
class LaunchSizePass : public llvm::PassInfoMixin<LaunchSizePass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace ompjit

#endif // OMPJIT_SPECIALIZE_LAUNCH_H
