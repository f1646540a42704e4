//===- ompjit/Specialize/MathCalls.h - Calls of mathematics ----*- C++ -*-===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// clang makes an intrinsic of what a program says as __builtin_acos, and so do
// the C++ library's functions of integers: std::acos(2). LLVM has no code for
// most of them on a GPU, ends the process for want of it, or has code that is
// only right to a few digits. Here they become calls of the device runtime's
// functions. Used by the compilation of a file and by device links.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_SPECIALIZE_MATHCALLS_H
#define OMPJIT_SPECIALIZE_MATHCALLS_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassManager.h"

namespace ompjit {

/// For GPUs' modules, before they are optimised. Where the program allows few
/// digits (-ffast-math), the GPU's own instructions stay.
/// \returns whether \p M was changed.
bool callMathFunctions(llvm::Module &M);

/// The functions that callMathFunctions may call for a module with this
/// \p Bitcode. May name some that it does not.
llvm::SmallVector<llvm::StringRef> mathFunctionsFor(llvm::StringRef Bitcode);

struct MathCallsPass : llvm::PassInfoMixin<MathCallsPass> {
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace ompjit

#endif // OMPJIT_SPECIALIZE_MATHCALLS_H
