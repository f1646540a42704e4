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
#include "llvm/IR/IntrinsicsNVPTX.h"

using namespace llvm;

namespace ompjit::virtualgpu {

namespace {

class Announcer {
public:
  Announcer(Function &F, Operations &Calls, Variables &Known)
      : F(F), Layout(F.getDataLayout()), Calls(Calls), Known(Known) {}

  void visit(Instruction &I);

private:
  void visitLoad(LoadInst &Load);
  void visitStore(StoreInst &Store);
  void visitUpdate(Instruction &Update, Value *Address, Type *T,
                   uint32_t Order);
  void visitIntrinsic(IntrinsicInst &Call);
  void announce(Instruction &Before, Value *Address, Value *Size, uint32_t Kind,
                Value *Written = nullptr);
  void announceAcquired(Instruction &After, Value *Address, uint32_t Kind);
  void announceFence(Instruction &Before, uint32_t Kind);
  bool isInside(Value *Address, const AllocaInst &Slot,
                const Value *Size) const;
  Value *keep(IRBuilderBase &B, Value *Written);
  Value *sizeOf(Type *T) const {
    return ConstantInt::get(Type::getInt64Ty(F.getContext()),
                            Layout.getTypeStoreSize(T));
  }

  Function &F;
  const DataLayout &Layout;
  Operations &Calls;
  Variables &Known;
  DenseMap<Type *, AllocaInst *> Keepers;
};

} // namespace

/// A place for what is about to be written.
Value *Announcer::keep(IRBuilderBase &B, Value *Written) {
  AllocaInst *&Keeper = Keepers[Written->getType()];
  if (!Keeper) {
    BasicBlock &Entry = F.getEntryBlock();
    Keeper = IRBuilder<>(&Entry, Entry.begin())
                 .CreateAlloca(Written->getType(), nullptr, "vgpu.written");
  }
  B.CreateStore(Written, Keeper);
  return Keeper;
}

/// Whether an access is to the variable whatever happens.
bool Announcer::isInside(Value *Address, const AllocaInst &Slot,
                         const Value *Size) const {
  const std::optional<TypeSize> All = Slot.getAllocationSize(Layout);
  const auto *Bytes = dyn_cast<ConstantInt>(Size);
  APInt Offset(64, 0);
  const Value *Base = Address->stripAndAccumulateConstantOffsets(
      Layout, Offset, /*AllowNonInbounds=*/true);
  return !All || (Base == &Slot && Bytes && !Offset.isNegative() &&
                  Bytes->getZExtValue() <= All->getFixedValue() &&
                  Offset.ule(All->getFixedValue() - Bytes->getZExtValue()));
}

void Announcer::announce(Instruction &Before, Value *Address, Value *Size,
                         uint32_t Kind, Value *Written) {
  Value *Object = getUnderlyingObject(Address, /*MaxLookup=*/0);
  IRBuilder<> B(&Before);
  Value *None = ConstantPointerNull::get(B.getPtrTy());
  if (const auto *Slot = dyn_cast<AllocaInst>(Object)) {
    if (isInside(Address, *Slot, Size))
      return;
    Kind |= vgpu::AccessLocal;
    Written = nullptr;
  }
  Constant *Variable = Known.record(Object);
  if (Written && !Written->getType()->isPointerTy())
    Written = keep(B, Written);
  Calls.call(B, offsetof(vgpu::Operations, Access), B.getVoidTy(),
             {Calls.accessSite(B, Variable), Address,
              B.CreateZExt(Size, B.getInt64Ty()), B.getInt32(Kind),
              Variable ? Object : None, Written ? Written : None});
}

void Announcer::announceAcquired(Instruction &After, Value *Address,
                                 uint32_t Kind) {
  if (isa<AllocaInst>(getUnderlyingObject(Address, /*MaxLookup=*/0)))
    return;
  IRBuilder<> B(After.getNextNode());
  Calls.call(B, offsetof(vgpu::Operations, Acquired), B.getVoidTy(),
             {Address, B.getInt32(Kind)});
}

void Announcer::announceFence(Instruction &Before, uint32_t Kind) {
  IRBuilder<> B(&Before);
  Calls.call(B, offsetof(vgpu::Operations, Fence), B.getVoidTy(),
             {B.getInt32(Kind)});
}

/// Whether an atomic operation or fence is for the lanes of a block at the
/// most.
static bool isOfBlock(const Instruction &I) {
  SmallVector<StringRef> Names;
  I.getContext().getSyncScopeNames(Names);
  const SyncScope::ID Scope = *getAtomicSyncScopeID(&I);
  return Names[Scope].starts_with("workgroup") ||
         Names[Scope].starts_with("wavefront") || Names[Scope] == "block";
}

static uint32_t kindOf(const Instruction &I, AtomicOrdering Order) {
  using namespace vgpu;
  return (isAcquireOrStronger(Order) ? AccessAcquire : 0) |
         (isReleaseOrStronger(Order) ? AccessRelease : 0) |
         (I.isAtomic() && isOfBlock(I) ? AccessOfBlock : 0);
}

void Announcer::visitLoad(LoadInst &Load) {
  using namespace vgpu;
  // A volatile access is what programs had before they had atomic ones.
  const bool IsAtomic = Load.isAtomic() || Load.isVolatile();
  const uint32_t Kind =
      IsAtomic ? AccessAtomic | kindOf(Load, Load.getOrdering()) : 0u;
  announce(Load, Load.getPointerOperand(), sizeOf(Load.getType()),
           AccessRead | Kind);
  if (IsAtomic)
    announceAcquired(Load, Load.getPointerOperand(), Kind);
}

void Announcer::visitStore(StoreInst &Store) {
  using namespace vgpu;
  Value *Written = Store.getValueOperand();
  const bool IsAtomic = Store.isAtomic() || Store.isVolatile();
  const uint32_t Kind =
      IsAtomic ? AccessAtomic | kindOf(Store, Store.getOrdering()) : 0u;
  Value *Kept = Written;
  if (Written->getType()->isPointerTy()) {
    IRBuilder<> B(&Store);
    Kept = B.CreatePtrToInt(Written, B.getInt64Ty());
  }
  announce(Store, Store.getPointerOperand(), sizeOf(Written->getType()),
           AccessWrite | Kind, IsAtomic ? nullptr : Kept);
}

void Announcer::visitUpdate(Instruction &Update, Value *Address, Type *T,
                            uint32_t Order) {
  using namespace vgpu;
  announce(Update, Address, sizeOf(T),
           AccessRead | AccessWrite | AccessAtomic | Order);
  announceAcquired(Update, Address, AccessAtomic | Order);
}

void Announcer::visitIntrinsic(IntrinsicInst &Call) {
  using namespace vgpu;
  if (auto *Copy = dyn_cast<MemTransferInst>(&Call)) {
    announce(Call, Copy->getRawSource(), Copy->getLength(),
             AccessRead | AccessCopies);
    announce(Call, Copy->getRawDest(), Copy->getLength(),
             AccessWrite | AccessCopies, Copy->getRawSource());
    return;
  }
  if (auto *Set = dyn_cast<MemSetInst>(&Call))
    return announce(Call, Set->getRawDest(), Set->getLength(),
                    AccessWrite | AccessFill, Set->getValue());
  constexpr uint32_t Both = AccessAcquire | AccessRelease;
  switch (Call.getIntrinsicID()) {
  case Intrinsic::nvvm_membar_cta:
    return announceFence(Call, Both | AccessOfBlock);
  case Intrinsic::nvvm_membar_gl:
  case Intrinsic::nvvm_membar_sys:
    return announceFence(Call, Both);
  default:
    return;
  }
}

void Announcer::visit(Instruction &I) {
  if (auto *Load = dyn_cast<LoadInst>(&I))
    return visitLoad(*Load);
  if (auto *Store = dyn_cast<StoreInst>(&I))
    return visitStore(*Store);
  if (auto *Update = dyn_cast<AtomicRMWInst>(&I))
    return visitUpdate(I, Update->getPointerOperand(), Update->getType(),
                       kindOf(I, Update->getOrdering()));
  if (auto *Exchange = dyn_cast<AtomicCmpXchgInst>(&I))
    return visitUpdate(I, Exchange->getPointerOperand(),
                       Exchange->getNewValOperand()->getType(),
                       kindOf(I, Exchange->getMergedOrdering()));
  if (auto *Order = dyn_cast<FenceInst>(&I))
    return Order->getSyncScopeID() == SyncScope::SingleThread
               ? void()
               : announceFence(I, kindOf(I, Order->getOrdering()));
  if (auto *Call = dyn_cast<IntrinsicInst>(&I))
    visitIntrinsic(*Call);
}

void announceAccesses(Function &F, Operations &Calls, Variables &Known) {
  Announcer Announce(F, Calls, Known);
  SmallVector<Instruction *> All;
  for (Instruction &I : instructions(F))
    All.push_back(&I);
  for (Instruction *I : All)
    Announce.visit(*I);
}

} // namespace ompjit::virtualgpu
