//===- ExactForms.h - Vector functions that round like libm -----*- C++ -*-===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The forms of openmp/device/host/Exponential.cpp compute several values of a
// mathematical function at once, each to the last bit as glibc's function for
// one value does on a processor with fused multiplications. Code with forms is
// right only in processes whose library has the same method
// (ompjit/Support/ExactMath.h), and says so by ExactMathSymbol.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_SPECIALIZE_EXACTFORMS_H
#define OMPJIT_SPECIALIZE_EXACTFORMS_H

#include "llvm/IR/PassManager.h"

namespace llvm {
class TargetMachine;
} // namespace llvm

namespace ompjit {

/// Tells the vectorisers of the forms, for calls that have no other vector
/// functions. To be run before them.
class MapExactFormsPass : public llvm::PassInfoMixin<MapExactFormsPass> {
public:
  /// \p Functions is a set of ExactFunction. \p Machine must outlive the pass.
  MapExactFormsPass(llvm::TargetMachine &Machine, uint32_t Functions)
      : Machine(Machine), Functions(Functions) {}
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);

private:
  llvm::TargetMachine &Machine;
  uint32_t Functions;
};

/// Gives the forms that are called their bodies and inlines them. To be run
/// after all passes that vectorise.
class LinkExactFormsPass : public llvm::PassInfoMixin<LinkExactFormsPass> {
public:
  /// \p Bitcode has the forms, and must outlive the pass.
  explicit LinkExactFormsPass(llvm::StringRef Bitcode) : Bitcode(Bitcode) {}
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);

private:
  llvm::StringRef Bitcode;
};

} // namespace ompjit

#endif // OMPJIT_SPECIALIZE_EXACTFORMS_H
