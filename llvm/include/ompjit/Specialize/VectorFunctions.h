//===- VectorFunctions.h - Mathematics for vectors --------------*- C++ -*-===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// glibc's libmvec has forms of mathematical functions that compute several
// values at once, with an error of up to 4 units in the last place. Their names
// are those of the x86-64 vector function ABI. They are used for
//
// - all calls of a function that was compiled with -fveclib=libmvec
//   (VectorLibraryAttribute); for SVML and AMDLIBM LLVM knows the forms;
// - calls that may be approximated (-ffast-math, -fapprox-func), unless the
//   function was compiled with another library or -fveclib=none.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_SPECIALIZE_VECTORFUNCTIONS_H
#define OMPJIT_SPECIALIZE_VECTORFUNCTIONS_H

#include "llvm/IR/PassManager.h"

namespace llvm {
class TargetMachine;
} // namespace llvm

namespace ompjit {

/// What is known of where the code will run.
struct VectorTarget {
  /// Returns how many bits the vectors of a function's processor have.
  llvm::function_ref<unsigned(llvm::Function &)> WidthOf;
  /// Whether the libmvec there has a symbol.
  llvm::function_ref<bool(llvm::StringRef)> HasSymbol;
};

/// Whether mapVectorFunctions() may find something in the module.
bool mayHaveVectorFunctions(const llvm::Module &M);

/// Tells the vectorisers of which functions there are forms. To be called
/// before a pipeline that vectorises.
void mapVectorFunctions(llvm::Module &M, VectorTarget Target);
void mapVectorFunctions(llvm::Module &M, llvm::TargetMachine &Machine,
                        llvm::function_ref<bool(llvm::StringRef)> HasSymbol);

/// The same as a pass.
class VectorFunctionsPass : public llvm::PassInfoMixin<VectorFunctionsPass> {
public:
  explicit VectorFunctionsPass(bool (*HasSymbol)(llvm::StringRef))
      : HasSymbol(HasSymbol) {}
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);

private:
  bool (*const HasSymbol)(llvm::StringRef);
};

} // namespace ompjit

#endif // OMPJIT_SPECIALIZE_VECTORFUNCTIONS_H
