//===- Memory.h - Variables in memory, as clang emits them ----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Before optimisation each variable is an alloca, or a call of
// __kmpc_alloc_shared if clang knows that threads share it; a reference is an
// alloca that holds an address.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_CLANG_PASSES_MEMORY_H
#define OMPJIT_CLANG_PASSES_MEMORY_H

#include "ompjit/Specialize/Calls.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"

namespace ompjit::passes {

using ompjit::callsOf;
using ompjit::isCallOf;
/// Returns the calls of all functions whose names begin with \p Prefix.
llvm::SmallVector<llvm::CallInst *> callsOfAll(llvm::Module &M,
                                               llvm::StringRef Prefix);

/// Returns the value from which \p Address is computed by casts and offsets.
llvm::Value *baseOf(llvm::Value *Address);

/// Visits all uses of \p Address and of addresses that are computed from it by
/// casts and offsets. The offset is in bytes, and -1 if it is not a constant.
void forEachUse(llvm::Value *Address, const llvm::DataLayout &Layout,
                llvm::function_ref<void(llvm::Use &, int64_t Offset)> Visit);

/// Returns the stores to \p Memory at \p Offset.
llvm::SmallVector<llvm::StoreInst *>
storesTo(llvm::Value *Memory, const llvm::DataLayout &Layout, int64_t Offset);

/// Whether there are loads of \p Variable.
bool isRead(llvm::Value *Variable, const llvm::DataLayout &Layout);

/// Returns the function's variables to which \p Address may point, also through
/// references: instructions alloca, and calls of __kmpc_alloc_shared.
llvm::SmallSetVector<llvm::Instruction *, 4>
variablesOf(llvm::Value *Address, const llvm::DataLayout &Layout);

/// Returns the variables that are reachable from \p Values: those to which one
/// of these may point, and those whose addresses such a variable may hold.
/// Lambdas hold addresses, and so may objects for which a function received
/// them.
llvm::SetVector<llvm::Instruction *>
variablesReachedFrom(llvm::ArrayRef<llvm::Value *> Values,
                     const llvm::DataLayout &Layout);

/// Returns kernels and functions that only they call: the code of `teams` and,
/// with debug information, the functions with the code of either. Regions
/// receive their code by its address.
llvm::SmallPtrSet<llvm::Function *, 4> runByKernels(llvm::Module &M);

/// Whether the variable receives a kernel's parameter, before there is memory
/// to share.
bool isSetBeforeStart(llvm::AllocaInst &Variable);

/// Allocates memory that the threads of a team can read. The call has the
/// alignment that the runtime guarantees, because an optimiser that replaces it
/// by a variable uses that.
llvm::CallInst *createSharedAllocation(llvm::IRBuilderBase &B, uint64_t Bytes);
void createSharedFree(llvm::IRBuilderBase &B, llvm::Value *Address,
                      uint64_t Bytes);
/// Adds the runtime's alignment to a call of __kmpc_alloc_shared.
void alignShared(llvm::CallInst &Allocation);

/// Moves a variable to memory that the threads of a team can read, for as long
/// as its function runs. Reports an error if that is not possible.
void share(llvm::AllocaInst &Variable);

/// Reports an error in the compiled module at \p I.
void reportUnsupported(const llvm::Instruction &I, const llvm::Twine &What);

/// Returns the location for code without a source line, if the function has
/// debug information.
llvm::DebugLoc noLineOf(const llvm::Function &F);

} // namespace ompjit::passes

#endif // OMPJIT_CLANG_PASSES_MEMORY_H
