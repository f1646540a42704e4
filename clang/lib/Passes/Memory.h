//===- Memory.h - Variables in memory, as clang emits them ----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Before optimisation each variable is an alloca, or a call of
// __kmpc_alloc_shared where clang knows that threads share it; a reference is
// an alloca that holds an address.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_CLANG_PASSES_MEMORY_H
#define OMPJIT_CLANG_PASSES_MEMORY_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"

namespace ompjit::passes {

/// All calls of the function \p Name, in the module's order.
llvm::SmallVector<llvm::CallInst *> callsOf(llvm::Module &M,
                                            llvm::StringRef Name);
/// Of all whose names begin with \p Prefix.
llvm::SmallVector<llvm::CallInst *> callsOfAll(llvm::Module &M,
                                               llvm::StringRef Prefix);
bool isCallOf(const llvm::Value *V, llvm::StringRef Name);

/// What \p Address is computed from by casts and offsets.
llvm::Value *baseOf(llvm::Value *Address);

/// Visits all uses of addresses that are computed from \p Address, itself
/// included, by casts and offsets. The offset is in bytes, and -1 where it is
/// not a constant.
void forEachUse(llvm::Value *Address, const llvm::DataLayout &Layout,
                llvm::function_ref<void(llvm::Use &, int64_t Offset)> Visit);

/// What was stored to \p Memory at \p Offset.
llvm::SmallVector<llvm::StoreInst *>
storesTo(llvm::Value *Memory, const llvm::DataLayout &Layout, int64_t Offset);

/// The variables of the function that \p Address may lie in, by references
/// that it was loaded from, too: instructions alloca, and calls of
/// __kmpc_alloc_shared.
llvm::SmallSetVector<llvm::Instruction *, 4>
variablesOf(llvm::Value *Address, const llvm::DataLayout &Layout);

/// Those that who has \p Values may come to: that an address among them may lie
/// in, and whose addresses such a variable may hold. Lambdas hold addresses,
/// and so does what a function was given them for.
llvm::SetVector<llvm::Instruction *>
variablesReachedFrom(llvm::ArrayRef<llvm::Value *> Values,
                     const llvm::DataLayout &Layout);

/// Kernels and what only they call: the code of `teams`, and with debug
/// information that of either. Regions get their code by its address.
llvm::SmallPtrSet<llvm::Function *, 4> runByKernels(llvm::Module &M);

/// Whether it gets a kernel's parameter, before there is memory to share.
bool isSetBeforeStart(llvm::AllocaInst &Variable);

/// Memory that the threads of a team can read, aligned as the runtime aligns
/// it: an optimiser that puts a variable in its place goes by the call.
llvm::CallInst *createSharedAllocation(llvm::IRBuilderBase &B, uint64_t Bytes);
void createSharedFree(llvm::IRBuilderBase &B, llvm::Value *Address,
                      uint64_t Bytes);
/// Says of a call of __kmpc_alloc_shared how the runtime aligns.
void alignShared(llvm::CallInst &Allocation);

/// Moves a variable to memory that the threads of a team can read, for as long
/// as its function runs. Reports an error where that is not possible.
void share(llvm::AllocaInst &Variable);

/// An error of the module that is compiled, at \p Where.
void reportUnsupported(const llvm::Instruction &Where, const llvm::Twine &What);

/// Code that belongs to no line of the source, where lines are told.
llvm::DebugLoc noLineOf(const llvm::Function &F);

} // namespace ompjit::passes

#endif // OMPJIT_CLANG_PASSES_MEMORY_H
