//===- Calls.h - Calls of functions by name -------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The compiler asks for everything that OpenMP means by calls of functions
// whose names the passes know.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_SPECIALIZE_CALLS_H
#define OMPJIT_SPECIALIZE_CALLS_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

namespace ompjit {

/// Whether \p V, which may be null, is a call of the function \p Name.
inline bool isCallOf(const llvm::Value *V, llvm::StringRef Name) {
  const auto *Call = llvm::dyn_cast_or_null<llvm::CallInst>(V);
  const llvm::Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  return Callee && Callee->getName() == Name;
}

/// Returns the calls of the function \p Name in \p M.
inline llvm::SmallVector<llvm::CallInst *> callsOf(const llvm::Module &M,
                                                   llvm::StringRef Name) {
  llvm::SmallVector<llvm::CallInst *> Calls;
  if (const llvm::Function *F = M.getFunction(Name))
    for (const llvm::User *Each : F->users())
      if (isCallOf(Each, Name))
        Calls.push_back(
            const_cast<llvm::CallInst *>(llvm::cast<llvm::CallInst>(Each)));
  return Calls;
}

} // namespace ompjit

#endif // OMPJIT_SPECIALIZE_CALLS_H
