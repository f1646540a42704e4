//===- AcquireFinder.h - Code that sees other threads' writes -------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which instructions may show a kernel what other kernels, or the host, wrote
// while it runs. Private to the library.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_SPECIALIZE_ACQUIREFINDER_H
#define OMPJIT_SPECIALIZE_ACQUIREFINDER_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/LLVMContext.h"

namespace ompjit {

/// Classifies atomic accesses and fences; the functions below classify calls.
class AcquireFinder {
public:
  explicit AcquireFinder(const llvm::LLVMContext &Context) {
    Context.getSyncScopeNames(ScopeNames);
  }

  /// Whether \p I acquires writes from outside its team.
  bool isAcquire(const llvm::Instruction &I) const;

private:
  bool isAmongThreadsOfTeam(llvm::SyncScope::ID Scope) const;

  llvm::SmallVector<llvm::StringRef> ScopeNames;
};

/// Whether \p Call, of a function that is not in the module, may write memory
/// that its operands do not lead to.
bool mayWriteAnything(const llvm::CallBase &Call);

/// Whether \p Call is a barrier of the threads of a team, or of fewer.
bool isBarrierOfTeam(const llvm::CallBase &Call);

/// Whether \p Call calls a function of the OpenMP runtime, which writes memory
/// that its operands lead to and memory of its own, and calls functions of the
/// module.
bool isRuntimeCall(const llvm::CallBase &Call);

} // namespace ompjit

#endif // OMPJIT_SPECIALIZE_ACQUIREFINDER_H
