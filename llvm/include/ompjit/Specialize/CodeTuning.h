//===- ompjit/Specialize/CodeTuning.h - Choices that are not the usual ones ==//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Carries out what was chosen for a kernel's code (ompjit/Tuning.h).
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_SPECIALIZE_CODETUNING_H
#define OMPJIT_SPECIALIZE_CODETUNING_H

#include "ompjit/Tuning.h"

#include "llvm/IR/PassManager.h"

namespace llvm {
class Module;
} // namespace llvm

namespace ompjit {

/// Applies what concerns whole functions to a module with one kernel. To be
/// called before it is optimised.
void tuneFunctions(llvm::Module &M, const CodeTuning &);

/// Asks for CodeTuning::Unroll in innermost loops for which the program asks
/// for nothing of that kind: of loops that are vectorised, as many vectors at a
/// time. To be run before loops are vectorised.
struct TuneLoopsPass : llvm::PassInfoMixin<TuneLoopsPass> {
  explicit TuneLoopsPass(uint32_t Unroll) : Unroll(Unroll) {}
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &Analyses);

private:
  uint32_t Unroll;
};

} // namespace ompjit

#endif // OMPJIT_SPECIALIZE_CODETUNING_H
