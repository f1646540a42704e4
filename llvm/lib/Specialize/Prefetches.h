//===- Prefetches.h - What all prefetches are made of -----------*- C++ -*-===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_SPECIALIZE_PREFETCHES_H
#define OMPJIT_SPECIALIZE_PREFETCHES_H

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"

namespace ompjit {

/// Whether the read may go to memory far away: not to a thread's own variable,
/// and not to a table of constants.
inline bool isWorthPrefetching(const llvm::LoadInst &Load) {
  if (!Load.isSimple() || Load.getPointerAddressSpace() != 0 ||
      Load.getType()->isScalableTy())
    return false;
  const llvm::Value *Object =
      llvm::getUnderlyingObject(Load.getPointerOperand(), /*MaxLookup=*/0);
  const auto *Variable = llvm::dyn_cast<llvm::GlobalVariable>(Object);
  return !llvm::isa<llvm::AllocaInst>(Object) &&
         !(Variable && Variable->isConstant());
}

/// Drops what was known of the original only where it is.
inline void makeSpeculative(llvm::Instruction &Copy) {
  Copy.dropPoisonGeneratingAnnotations();
  Copy.dropUnknownNonDebugMetadata({llvm::LLVMContext::MD_tbaa});
}

/// Reads the line at \p Place into all caches.
inline void createPrefetch(llvm::IRBuilderBase &Builder, llvm::Value *Place) {
  Builder.CreateIntrinsic(
      llvm::Intrinsic::prefetch, {Place->getType()},
      {Place, Builder.getInt32(0), Builder.getInt32(3), Builder.getInt32(1)});
}

} // namespace ompjit

#endif // OMPJIT_SPECIALIZE_PREFETCHES_H
