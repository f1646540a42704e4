//===- Accesses.cpp - Tell the virtual GPU what is read and written -------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Accesses.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace ompjit::virtualgpu {

namespace {

class Announcer {
public:
  Announcer(Function &F, Operations &Calls)
      : Layout(F.getDataLayout()), Calls(Calls) {}

  void visit(Instruction &I);

private:
  void announce(Instruction &Before, Value *Address, Value *Size,
                uint32_t Kind);
  void announce(Instruction &Before, Value *Address, Type *T, uint32_t Kind) {
    announce(Before, Address,
             ConstantInt::get(Type::getInt64Ty(Before.getContext()),
                              Layout.getTypeStoreSize(T)),
             Kind);
  }

  const DataLayout &Layout;
  Operations &Calls;
};

} // namespace

void Announcer::announce(Instruction &Before, Value *Address, Value *Size,
                         uint32_t Kind) {
  if (isa<AllocaInst>(getUnderlyingObject(Address)))
    return;
  IRBuilder<> B(&Before);
  Calls.call(B, offsetof(vgpu::Operations, Access), B.getVoidTy(),
             {Calls.site(B), Address, B.CreateZExt(Size, B.getInt64Ty()),
              B.getInt32(Kind)});
}

void Announcer::visit(Instruction &I) {
  using namespace vgpu;
  if (auto *Load = dyn_cast<LoadInst>(&I))
    announce(I, Load->getPointerOperand(), Load->getType(),
             AccessRead |
                 (Load->isAtomic() || Load->isVolatile() ? AccessAtomic : 0));
  else if (auto *Store = dyn_cast<StoreInst>(&I))
    announce(I, Store->getPointerOperand(), Store->getValueOperand()->getType(),
             AccessWrite |
                 (Store->isAtomic() || Store->isVolatile() ? AccessAtomic : 0));
  else if (auto *Update = dyn_cast<AtomicRMWInst>(&I))
    announce(I, Update->getPointerOperand(), Update->getType(),
             AccessRead | AccessWrite | AccessAtomic);
  else if (auto *Exchange = dyn_cast<AtomicCmpXchgInst>(&I))
    announce(I, Exchange->getPointerOperand(),
             Exchange->getNewValOperand()->getType(),
             AccessRead | AccessWrite | AccessAtomic);
  else if (auto *Set = dyn_cast<MemIntrinsic>(&I)) {
    announce(I, Set->getRawDest(), Set->getLength(), AccessWrite);
    if (auto *Copy = dyn_cast<MemTransferInst>(&I))
      announce(I, Copy->getRawSource(), Copy->getLength(), AccessRead);
  }
}

void announceAccesses(Function &F, Operations &Calls) {
  Announcer Announce(F, Calls);
  SmallVector<Instruction *> All;
  for (Instruction &I : instructions(F))
    All.push_back(&I);
  for (Instruction *I : All)
    Announce.visit(*I);
}

} // namespace ompjit::virtualgpu
