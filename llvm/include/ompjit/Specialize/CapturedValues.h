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

/// clang 22 hands a scalar to a region as a `long`. The region stores it as
/// that, and reads the variable as what it is. Type-based alias analysis takes
/// such a store for useless where only the reads are by an address that is not
/// known. Here stores forget the type that others do not agree with, or that
/// they may not. \returns whether something changed.
bool forgetCapturedTypes(llvm::Module &M);

/// For a file's compilation: in a device link a store may be gone.
struct CapturedValuesPass : llvm::PassInfoMixin<CapturedValuesPass> {
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace ompjit

#endif // OMPJIT_SPECIALIZE_CAPTUREDVALUES_H
