//===- ompjit/Specialize/ParallelLoops.h - Claims of loops -----*- C++ -* -===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_SPECIALIZE_PARALLELLOOPS_H
#define OMPJIT_SPECIALIZE_PARALLELLOOPS_H

#include "llvm/IR/Module.h"
#include "llvm/IR/PassManager.h"

namespace llvm {
class PassBuilder;
} // namespace llvm

namespace ompjit {

/// For loops whose schedule is dynamic, guided or runtime, clang 22 tells the
/// vectoriser that no two iterations use the same memory. Those of one thread
/// may: they share the thread's copy of an array, and everything else that
/// belongs to it. So this removes the claim from all loops except those with
/// `simd`, for which the program itself makes it. It also removes the claim
/// from what a function writes to its own variables: all lanes of a `simd` loop
/// use its only copy of an array in `private` or `reduction`. \returns whether
/// something changed.
bool forgetParallelLoops(llvm::Module &M);

/// The same as a pass for the compilation of a file.
struct ParallelLoopsPass : llvm::PassInfoMixin<ParallelLoopsPass> {
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

/// The part for writes, right before the vectoriser: after inlining, more
/// writes are known to be to such variables.
struct OwnWritesPass : llvm::PassInfoMixin<OwnWritesPass> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &);
  static bool isRequired() { return true; }
};

/// Adds OwnWritesPass to the pipelines that \p Builder makes.
void addBeforeVectorizer(llvm::PassBuilder &Builder);

} // namespace ompjit

#endif // OMPJIT_SPECIALIZE_PARALLELLOOPS_H
