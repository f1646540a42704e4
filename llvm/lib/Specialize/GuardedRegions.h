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

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"

namespace ompjit {

/// What the threads of a block wait in behind code that one of them ran.
constexpr llvm::StringLiteral GuardBarrier = "__kmpc_barrier_simple_spmd";

/// The function of that name, which uses neither place nor thread.
llvm::FunctionCallee guardBarrier(llvm::Module &M);

/// Whether it is the number of the calling thread in its block,
bool isThreadNumber(const llvm::Value &V);
/// and whether it asks for the first one: with icmp eq or icmp ne.
bool isFirstThread(const llvm::Value &V, llvm::CmpInst::Predicate Is);

/// Whether a thread's own memory is there, at run time.
llvm::Value *isPrivate(llvm::IRBuilder<> &B, llvm::Value *Address);

/// Whoever is not the code around parallel regions in a kernel that was made
/// SPMD calls copies of what was guarded for that.
bool leaveOthersUnguarded(llvm::Module &M);

/// Lets the others write what the first one writes, where that is memory of
/// which each has its own.
bool writeToPrivateMemory(llvm::Module &M);

/// Does that, and lets the first thread wait for all others before it writes,
/// where these may have read something since they last waited. For the
/// optimiser's result before the device runtime is inlined. \returns whether it
/// changed something.
bool waitBeforeGuardedRegions(llvm::Module &M);

} // namespace ompjit

#endif // OMPJIT_SPECIALIZE_GUARDEDREGIONS_H
