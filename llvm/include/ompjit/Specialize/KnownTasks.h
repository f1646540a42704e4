//===- ompjit/Specialize/KnownTasks.h - Tasks by their name -----*- C++ -*-===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An OpenMP task keeps the address of its function in memory, from where the
// device runtime calls it. On a GPU such a call costs registers, and a kernel
// with one has no image of its own. In most cases the code that runs the task
// has also made it, and knows the function.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_SPECIALIZE_KNOWNTASKS_H
#define OMPJIT_SPECIALIZE_KNOWNTASKS_H

#include "llvm/IR/Module.h"
#include "llvm/IR/PassManager.h"

namespace ompjit {

/// Passes the function of a task to the device runtime if it is known. Must run
/// before the OpenMP optimiser, which removes functions of the runtime that are
/// not called.
class KnownTasksPass : public llvm::PassInfoMixin<KnownTasksPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace ompjit

#endif // OMPJIT_SPECIALIZE_KNOWNTASKS_H
