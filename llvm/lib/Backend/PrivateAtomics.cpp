//===- PrivateAtomics.cpp - Atomic operations on a thread's own memory ----===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX has no atomic instructions for local memory, and ptxas refuses the code
// that LLVM 22's code generator makes of them once it has found that a generic
// address is that of a thread's own variable. No other thread reaches these, so
// that plain instructions do the same.
//
//===----------------------------------------------------------------------===//

#include "ompjit/Backend/Backend.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/LowerAtomic.h"

using namespace llvm;

namespace ompjit {

/// Returns the address of an atomic instruction, or null for others.
static const Value *atomicAddress(const Instruction &I) {
  if (!I.isAtomic())
    return nullptr;
  if (auto *Update = dyn_cast<AtomicRMWInst>(&I))
    return Update->getPointerOperand();
  if (auto *Exchange = dyn_cast<AtomicCmpXchgInst>(&I))
    return Exchange->getPointerOperand();
  return getLoadStorePointerOperand(&I);
}

static bool isOwnOfThread(const Value *Address) {
  SmallVector<const Value *> Objects;
  getUnderlyingObjects(Address, Objects, /*LI=*/nullptr, /*MaxLookup=*/0);
  return all_of(Objects, [](const Value *Object) {
    auto *Parameter = dyn_cast<Argument>(Object);
    return isa<AllocaInst>(Object) ||
           (Parameter && Parameter->hasPassPointeeByValueCopyAttr());
  });
}

static void makePlain(Instruction &I) {
  if (auto *Load = dyn_cast<LoadInst>(&I))
    Load->setAtomic(AtomicOrdering::NotAtomic);
  else if (auto *Store = dyn_cast<StoreInst>(&I))
    Store->setAtomic(AtomicOrdering::NotAtomic);
  else if (auto *Update = dyn_cast<AtomicRMWInst>(&I))
    lowerAtomicRMWInst(Update);
  else
    lowerAtomicCmpXchgInst(cast<AtomicCmpXchgInst>(&I));
}

bool makePrivateAtomicsPlain(Module &M) {
  bool IsChanged = false;
  for (Function &F : M)
    for (Instruction &I : make_early_inc_range(instructions(F)))
      if (const Value *Address = atomicAddress(I);
          Address && isOwnOfThread(Address)) {
        makePlain(I);
        IsChanged = true;
      }
  return IsChanged;
}

} // namespace ompjit
