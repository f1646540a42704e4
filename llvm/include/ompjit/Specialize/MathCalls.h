//===- ompjit/Specialize/MathCalls.h - Calls of mathematics ----*- C++ -*-===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// clang turns calls of __builtin_acos and the like into intrinsics, also those
// in the C++ library's overloads for integers: std::acos(2). For a GPU, LLVM
// has no code for most of them and ends the process, or has code that is right
// to a few digits only. Here they become calls of the device runtime's
// functions. Used in the compilation of a file and in device links.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_SPECIALIZE_MATHCALLS_H
#define OMPJIT_SPECIALIZE_MATHCALLS_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassManager.h"

namespace ompjit {

/// To be called for GPUs' modules, before they are optimised. If the program
/// permits imprecise results (-ffast-math), the GPU's own instructions stay.
/// \returns whether \p M was changed.
bool callMathFunctions(llvm::Module &M);

/// Returns the functions that callMathFunctions() may call for a module with
/// this \p Bitcode, and perhaps others.
llvm::SmallVector<llvm::StringRef> mathFunctionsFor(llvm::StringRef Bitcode);

struct MathCallsPass : llvm::PassInfoMixin<MathCallsPass> {
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace ompjit

#endif // OMPJIT_SPECIALIZE_MATHCALLS_H
