//===- GuardedRegions.h - What one thread does for all of its block -------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM 22's OpenMP optimiser makes kernels SPMD: code outside of parallel
// regions is run by all threads, but for what writes to memory, which the first
// thread does while the others wait behind it. That nobody is still reading
// what it writes is left to chance. Private to the library.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_SPECIALIZE_GUARDEDREGIONS_H
#define OMPJIT_SPECIALIZE_GUARDEDREGIONS_H

#include "llvm/IR/Module.h"

namespace ompjit {

/// What the threads of a block wait in behind code that one of them ran.
constexpr llvm::StringLiteral GuardBarrier = "__kmpc_barrier_simple_spmd";

/// The function of that name, which uses neither place nor thread.
llvm::FunctionCallee guardBarrier(llvm::Module &M);

/// Whoever is not the code around parallel regions in a kernel that was made
/// SPMD calls copies of what was guarded for that.
bool leaveOthersUnguarded(llvm::Module &M);

/// Lets the first thread wait for all others before it writes, where these may
/// have read something since they last waited. For the optimiser's result
/// before the device runtime is inlined. \returns whether it changed something.
bool waitBeforeGuardedRegions(llvm::Module &M);

} // namespace ompjit

#endif // OMPJIT_SPECIALIZE_GUARDEDREGIONS_H
