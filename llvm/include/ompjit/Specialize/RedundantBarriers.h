//===- RedundantBarriers.h - Barriers that order nothing --------*- C++ -*-===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where a kernel has code between its parallel regions, its first thread runs
// that, and the others wait before and behind it, as they do at the end of each
// region. Most of these barriers order nothing: a barrier is needed only if
// what some thread does between the last barrier and this one meets what
// another does between this one and the next.
//
// Accesses are compared by the variable or the kind of memory that they are
// for, as the pointers of threads differ. What only the first thread runs meets
// nothing else of that. So loads whose values it alone uses become part of its
// code first. Atomic and volatile accesses, and fences for more than a team,
// may tell other teams of what is before a barrier, or tell what is behind it:
// they meet all other accesses of that kind of memory.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_SPECIALIZE_REDUNDANTBARRIERS_H
#define OMPJIT_SPECIALIZE_REDUNDANTBARRIERS_H

#include "llvm/IR/PassManager.h"

namespace ompjit {

/// Removes such barriers from kernels of a GPU all of whose threads run the
/// whole target region, as said in the kernel's environment. To be run once the
/// device runtime is inlined: what a call may do meets everything.
struct RedundantBarriersPass : llvm::PassInfoMixin<RedundantBarriersPass> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &);
};

/// Returns the pass and those that use what it finds, for the end of an
/// optimiser's pipeline.
llvm::FunctionPassManager redundantBarriersPasses();

} // namespace ompjit

#endif // OMPJIT_SPECIALIZE_REDUNDANTBARRIERS_H
