//===- AcquireFinder.h - Code that sees what others write -------*- C++ -*-===//
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

/// Of atomic accesses and fences; calls are for the functions below.
class AcquireFinder {
public:
  explicit AcquireFinder(const llvm::LLVMContext &Context) {
    Context.getSyncScopeNames(ScopeNames);
  }

  /// Whether \p I acquires what is written beyond its team.
  bool isAcquire(const llvm::Instruction &I) const;

private:
  bool isAmongThreadsOfTeam(llvm::SyncScope::ID Scope) const;

  llvm::SmallVector<llvm::StringRef> ScopeNames;
};

/// Whether \p Call, of a function that is not in the module, may write what
/// its operands do not lead to.
bool mayWriteAnything(const llvm::CallBase &Call);

/// A barrier of threads of a team, or of fewer.
bool isBarrierOfTeam(const llvm::CallBase &Call);

/// Calls a function of the OpenMP runtime, which writes what its operands lead
/// to and what is its own, and calls functions of the module.
bool isRuntimeCall(const llvm::CallBase &Call);

} // namespace ompjit

#endif // OMPJIT_SPECIALIZE_ACQUIREFINDER_H
