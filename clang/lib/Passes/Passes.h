//===- Passes.h - What clang 22 gets wrong in code for GPUs ---------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each pass has a source file of its name, which says what it is for. Passes
// recognise code as clang emits it, before it is optimised, and do not change
// other code.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_CLANG_PASSES_PASSES_H
#define OMPJIT_CLANG_PASSES_PASSES_H

#include "llvm/IR/PassManager.h"

namespace ompjit::passes {

struct SharedParametersPass : llvm::PassInfoMixin<SharedParametersPass> {
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

struct LastPrivatePass : llvm::PassInfoMixin<LastPrivatePass> {
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

struct FlatLoopsPass : llvm::PassInfoMixin<FlatLoopsPass> {
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

struct SharedCopiesPass : llvm::PassInfoMixin<SharedCopiesPass> {
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

struct TightRegionsPass : llvm::PassInfoMixin<TightRegionsPass> {
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

struct ReductionCopiesPass : llvm::PassInfoMixin<ReductionCopiesPass> {
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

struct CopyPrivatePass : llvm::PassInfoMixin<CopyPrivatePass> {
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

struct PrintFormatsPass : llvm::PassInfoMixin<PrintFormatsPass> {
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

struct CriticalTurnsPass : llvm::PassInfoMixin<CriticalTurnsPass> {
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

struct TeamVariablesPass : llvm::PassInfoMixin<TeamVariablesPass> {
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace ompjit::passes

#endif // OMPJIT_CLANG_PASSES_PASSES_H
