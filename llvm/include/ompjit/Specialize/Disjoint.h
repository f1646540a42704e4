//===- ompjit/Specialize/Disjoint.h - Arguments that do not overlap -------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Specialises a kernel for launches whose pointer arguments lead to different
// pieces of memory: the kernel does not read through one of them what it writes
// through another. There is no claim about pointers that the kernel finds in
// memory; these may lead to any of the pieces. (The attribute noalias would
// claim more: that no such pointer leads there.)
//
// Used by the compile service and, as passes, by opt. specializeDisjoint()
// marks the parameters; the passes add the consequences to each access. They
// must be run again after inlining, which shows the origin of more pointers.
//
// Thread-safe for modules in different contexts.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_SPECIALIZE_DISJOINT_H
#define OMPJIT_SPECIALIZE_DISJOINT_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Support/Error.h"

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace ompjit {

/// Marks \p Parameters, counted without the launch environment, as pointers to
/// different pieces of memory each, none of which is a variable of the device.
/// Fails if there is no such parameter below 64, if it is no pointer, or if
/// device code calls the kernel.
llvm::Error specializeDisjoint(llvm::Function &Kernel,
                               llvm::ArrayRef<unsigned> Parameters);

/// Gives each access through a marked parameter a scope, so that it does not
/// alias accesses through others and to variables.
class ArgumentScopesPass : public llvm::PassInfoMixin<ArgumentScopesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

/// Gives each access to variables of other images a scope, so that it does not
/// alias accesses to other variables: LLVM knows that for variables of the
/// module, and not for addresses that are found in slots.
class VariableScopesPass : public llvm::PassInfoMixin<VariableScopesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &);
  static bool isRequired() { return true; }
};

/// Marks loads through marked parameters as invariant if nothing in the kernel
/// can write the memory that they read.
class InvariantLoadsPass : public llvm::PassInfoMixin<InvariantLoadsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace ompjit

#endif // OMPJIT_SPECIALIZE_DISJOINT_H
