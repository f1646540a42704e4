//===- GuardedRegions.h - Code that one thread runs for its block ---------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM 22's OpenMP optimiser makes kernels SPMD: all threads run code outside
// of parallel regions, except for writes to memory, which the first thread does
// while the others wait after it. Nothing ensures that no other thread still
// reads the memory that it writes. Private to the library.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_SPECIALIZE_GUARDEDREGIONS_H
#define OMPJIT_SPECIALIZE_GUARDEDREGIONS_H

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"

namespace ompjit {

/// The barrier in which the threads of a block wait after code that one of them
/// runs.
constexpr llvm::StringLiteral GuardBarrier = "__kmpc_barrier_simple_spmd";

/// Returns the function of that name, which uses neither of its operands,
/// location and thread.
llvm::FunctionCallee guardBarrier(llvm::Module &M);

/// Whether \p F is the code of a kernel that consists of a parallel region, or
/// of a loop of teams over one, so that all threads of the block run it.
bool isOfTightKernel(const llvm::Function &F);

/// Whether \p V is the number of the calling thread in its block.
bool isThreadNumber(const llvm::Value &V);
/// Whether \p V compares that number with the first thread's; \p Is says
/// whether by icmp eq or icmp ne.
bool isFirstThread(const llvm::Value &V, llvm::CmpInst::Predicate Is);

/// Returns code that checks at run time whether \p Address is in the thread's
/// own memory.
llvm::Value *isPrivate(llvm::IRBuilder<> &B, llvm::Value *Address);

/// Makes all callers, except the code around parallel regions in kernels that
/// were made SPMD, call copies of guarded functions without guards.
bool leaveOthersUnguarded(llvm::Module &M);

/// Makes the other threads write what the first one writes if it is memory of
/// which each has its own.
bool writeToPrivateMemory(llvm::Module &M);

/// Calls writeToPrivateMemory(), and makes the first thread wait for all others
/// before it writes, if these may have read something since they last waited.
/// To be called on the optimiser's result before the device runtime is inlined.
/// \returns whether something changed.
bool waitBeforeGuardedRegions(llvm::Module &M);

} // namespace ompjit

#endif // OMPJIT_SPECIALIZE_GUARDEDREGIONS_H
