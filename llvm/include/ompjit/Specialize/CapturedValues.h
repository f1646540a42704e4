//===- ompjit/Specialize/CapturedValues.h - Types of captured values ------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_SPECIALIZE_CAPTUREDVALUES_H
#define OMPJIT_SPECIALIZE_CAPTUREDVALUES_H

#include "llvm/IR/Module.h"
#include "llvm/IR/PassManager.h"

namespace ompjit {

/// clang 22 passes a scalar to a region as a `long`. The region stores it as
/// such, and reads the variable with its own type. Type-based alias analysis
/// then takes such a store for dead if only the reads use an unknown address.
/// This removes the type from stores whose type other accesses contradict, or
/// may contradict. \returns whether something changed.
bool forgetCapturedTypes(llvm::Module &M);

/// To be run in the compilation of a file: in a device link a store may already
/// be gone.
struct CapturedValuesPass : llvm::PassInfoMixin<CapturedValuesPass> {
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace ompjit

#endif // OMPJIT_SPECIALIZE_CAPTUREDVALUES_H
