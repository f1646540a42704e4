//===- MathErrno.h - errno of mathematical functions ------------*- C++ -*-===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For processors clang assumes that sqrt(), exp() and their like set errno, so
// that a loop which calls one cannot be vectorised. A region's threads have
// each their own errno, and after the region nobody can tell which of them have
// it from where: only code in the region can use it.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_SPECIALIZE_MATHERRNO_H
#define OMPJIT_SPECIALIZE_MATHERRNO_H

#include "llvm/IR/PassManager.h"

namespace ompjit {

/// Declares that calls of mathematical functions use no memory, unless the
/// module's code reads errno. For code of regions only.
struct MathErrnoPass : llvm::PassInfoMixin<MathErrnoPass> {
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
};

} // namespace ompjit

#endif // OMPJIT_SPECIALIZE_MATHERRNO_H
