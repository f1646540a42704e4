//===- ompjit/Specialize/ParallelLoops.h - What loops claim -----*- C++ -*-===//
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

/// clang 22 tells the vectoriser of a loop whose schedule is dynamic, guided or
/// runtime that no two iterations use the same memory. Those of one thread may:
/// the thread's copy of an array, and whatever else belongs to it. So loops no
/// longer say so, but for those with `simd`, of which it is what the program
/// says. And of what a function writes to variables of its own nothing says so:
/// all lanes of a `simd` loop use its one copy of an array in `private` or
/// `reduction`. \returns whether something changed.
bool forgetParallelLoops(llvm::Module &M);

/// The same for a file's compilation.
struct ParallelLoopsPass : llvm::PassInfoMixin<ParallelLoopsPass> {
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

/// What it says of writes, right before the vectoriser: more of them are seen
/// to be to such variables behind inlining.
struct OwnWritesPass : llvm::PassInfoMixin<OwnWritesPass> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &);
  static bool isRequired() { return true; }
};

/// Adds it to the pipelines that \p Builder makes.
void addBeforeVectorizer(llvm::PassBuilder &Builder);

} // namespace ompjit

#endif // OMPJIT_SPECIALIZE_PARALLELLOOPS_H
