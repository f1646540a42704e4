//===- ompjit/Specialize/Marks.h - Values that a program names ------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// ompjit/Specialize.h marks a value with a call of llvm.annotation. Marks say
// which parameters a kernel is compiled for; afterwards they are in the way of
// optimisations.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_SPECIALIZE_MARKS_H
#define OMPJIT_SPECIALIZE_MARKS_H

#include "llvm/IR/PassManager.h"

namespace llvm {
class CallBase;
class Module;
} // namespace llvm

namespace ompjit {

enum class Mark { None, Always, Never };

/// Returns the mark that \p Call puts on its first argument.
Mark markOf(const llvm::CallBase &Call);

/// Removes all marks, and their texts, which hold names of files. \returns
/// whether there were any.
bool dropMarks(llvm::Module &M);

/// The same as a pass.
struct DropMarksPass : llvm::PassInfoMixin<DropMarksPass> {
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace ompjit

#endif // OMPJIT_SPECIALIZE_MARKS_H
