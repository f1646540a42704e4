//===- Accesses.cpp - Reports reads and writes to the virtual GPU ---------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Accesses.h"

#include "Observations.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

using namespace llvm;

namespace ompjit::virtualgpu {

namespace {

/// A part of a read whose bytes are observed in the same places.
struct Guess {
  uint64_t Offset, Bytes;
  SmallVector<Observation> Places;
};

class Announcer {
public:
  Announcer(Function &F, Operations &Calls, Variables &Known);

  void visit(Instruction &I);

private:
  void visitLoad(LoadInst &Load);
  void visitStore(StoreInst &Store);
  void visitUpdate(Instruction &Update, Value *Address, Type *T, Align To,
                   uint32_t Order);
  void visitIntrinsic(IntrinsicInst &Call);
  SmallVector<Guess> guessesOf(LoadInst &Load, Observations &Seen) const;
  void announceGuess(LoadInst &Load, const Guess &Part);
  void announce(Instruction &Before, Value *Address, Value *Size, Align To,
                uint32_t Kind, Value *Written = nullptr,
                const DebugLoc &Location = {}, Value *Inside = nullptr);
  void announceAcquired(Instruction &After, Value *Address, uint32_t Kind);
  void announceFence(Instruction &Before, uint32_t Kind);
  bool isInside(Value *Address, const AllocaInst &Slot,
                const Value *Size) const;
  AllocaInst *makeSlot(Type *T, const Twine &Name);
  AllocaInst *makeSlot(Constant *First, const Twine &Name);
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
  /// Reads that are observed elsewhere, or not on every way.
  MapVector<LoadInst *, SmallVector<Guess>> Guesses;
};

} // namespace

static bool isPlain(const LoadInst &Load) {
  // Old programs use volatile accesses in place of atomic ones.
  return !Load.isAtomic() && !Load.isVolatile();
}

/// Examines all reads before anything is announced, because announcements use
/// values, too.
Announcer::Announcer(Function &F, Operations &Calls, Variables &Known)
    : F(F), Layout(F.getDataLayout()), Calls(Calls), Known(Known) {
  Observations Seen(F);
  for (Instruction &I : instructions(F))
    if (auto *Load = dyn_cast<LoadInst>(&I);
        Load && isPlain(*Load) &&
        !isa<AllocaInst>(getUnderlyingObject(Load->getPointerOperand(), 0)))
      if (auto Found = guessesOf(*Load, Seen); !Found.empty())
        Guesses.insert({Load, std::move(Found)});
}

/// Returns the parts of a read. An optimiser also merges several reads, and
/// splits the value again.
SmallVector<Guess> Announcer::guessesOf(LoadInst &Load,
                                        Observations &Seen) const {
  Type *Each = Load.getType();
  unsigned Count = 1;
  auto *Vector = dyn_cast<FixedVectorType>(Load.getType());
  if (Vector && Layout.typeSizeEqualsStoreSize(Vector->getElementType())) {
    Each = Vector->getElementType();
    Count = Vector->getNumElements();
  }
  const uint64_t Bytes = Layout.getTypeStoreSize(Each);
  SmallVector<Guess> Found;
  bool IsCertain = true;
  for (unsigned I = 0; I != Count; ++I) {
    auto Places =
        Seen.of(Load, Each == Load.getType() ? std::nullopt : std::optional(I));
    IsCertain &= !Places;
    if (!Places)
      Places = {{&Load, nullptr}};
    Found.push_back({I * Bytes, Bytes, std::move(*Places)});
  }
  return IsCertain ? SmallVector<Guess>() : Found;
}

AllocaInst *Announcer::makeSlot(Type *T, const Twine &Name) {
  BasicBlock &Entry = F.getEntryBlock();
  return IRBuilder<>(&Entry, Entry.begin()).CreateAlloca(T, nullptr, Name);
}

/// Makes a slot that has a value from the function's begin on.
AllocaInst *Announcer::makeSlot(Constant *First, const Twine &Name) {
  AllocaInst *Slot = makeSlot(First->getType(), Name);
  IRBuilder<>(Slot->getNextNode()).CreateStore(First, Slot);
  return Slot;
}

/// Keeps a copy of the value that is about to be written. Returns its place.
Value *Announcer::keep(IRBuilderBase &B, Value *Written) {
  AllocaInst *&Keeper = Keepers[Written->getType()];
  if (!Keeper)
    Keeper = makeSlot(Written->getType(), "vgpu.written");
  B.CreateStore(Written, Keeper);
  return Keeper;
}

/// Returns whether an access is to the variable in any case.
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

/// Announces an access. If \p Inside is given, the address is in the object
/// that it leads to.
void Announcer::announce(Instruction &Before, Value *Address, Value *Size,
                         Align To, uint32_t Kind, Value *Written,
                         const DebugLoc &Location, Value *Inside) {
  Value *Object =
      getUnderlyingObject(Inside ? Inside : Address, /*MaxLookup=*/0);
  IRBuilder<> B(&Before);
  if (Location)
    B.SetCurrentDebugLocation(Location);
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
             {Calls.accessSite(B, Variable, To), Address,
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

/// Returns whether the scope of an atomic operation or fence is at most a
/// block.
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

/// Returns the kind of a read. One that becomes a structure as a whole, to be
/// returned or passed on, also copies the padding between its members.
static uint32_t kindOfRead(const LoadInst &Load) {
  return vgpu::AccessRead |
         (!Load.use_empty() && all_of(Load.users(), IsaPred<InsertValueInst>)
              ? vgpu::AccessCopies
              : 0u);
}

/// Announces the read once, at the first of the places that is reached.
void Announcer::announceGuess(LoadInst &Load, const Guess &Part) {
  if (Part.Places.empty())
    return;
  IRBuilder<> B(&Load);
  Value *Pointer = Load.getPointerOperand();
  Value *Address =
      B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), Pointer, Part.Offset);
  AllocaInst *Pending = makeSlot(B.getFalse(), "vgpu.pending");
  B.CreateStore(B.getTrue(), Pending);
  AllocaInst *Kept = nullptr;
  if (any_of(Part.Places, [](auto &Each) { return Each.IsBehindOthers; })) {
    Kept = makeSlot(ConstantPointerNull::get(B.getPtrTy()), "vgpu.address");
    B.CreateStore(Address, Kept);
  }
  for (auto [Before, If, IsBehindOthers] : Part.Places) {
    B.SetInsertPoint(Before);
    Value *Was = B.CreateLoad(B.getInt1Ty(), Pending);
    Value *Is = If ? B.CreateAnd(Was, If) : Was;
    B.CreateStore(B.CreateXor(Was, Is), Pending);
    announce(*Before,
             IsBehindOthers ? B.CreateLoad(B.getPtrTy(), Kept) : Address,
             B.CreateSelect(Is, B.getInt64(Part.Bytes), B.getInt64(0)),
             commonAlignment(Load.getAlign(), Part.Offset), kindOfRead(Load),
             nullptr, Load.getDebugLoc(), Pointer);
  }
}

void Announcer::visitLoad(LoadInst &Load) {
  using namespace vgpu;
  Value *Size = sizeOf(Load.getType());
  if (auto Parts = Guesses.find(&Load); Parts != Guesses.end()) {
    // The read itself may fail.
    if (!isSafeToSpeculativelyExecute(&Load))
      announce(Load, Load.getPointerOperand(), Size, Load.getAlign(),
               AccessRead | AccessGuess);
    for (const Guess &Part : Parts->second)
      announceGuess(Load, Part);
    return;
  }
  const uint32_t Kind =
      isPlain(Load) ? 0u : AccessAtomic | kindOf(Load, Load.getOrdering());
  announce(Load, Load.getPointerOperand(), Size, Load.getAlign(),
           kindOfRead(Load) | Kind);
  if (!isPlain(Load))
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
           Store.getAlign(), AccessWrite | Kind, IsAtomic ? nullptr : Kept);
}

void Announcer::visitUpdate(Instruction &Update, Value *Address, Type *T,
                            Align To, uint32_t Order) {
  using namespace vgpu;
  announce(Update, Address, sizeOf(T), To,
           AccessRead | AccessWrite | AccessAtomic | Order);
  announceAcquired(Update, Address, AccessAtomic | Order);
}

void Announcer::visitIntrinsic(IntrinsicInst &Call) {
  using namespace vgpu;
  if (auto *Copy = dyn_cast<MemTransferInst>(&Call)) {
    announce(Call, Copy->getRawSource(), Copy->getLength(),
             Copy->getSourceAlign().valueOrOne(), AccessRead | AccessCopies);
    announce(Call, Copy->getRawDest(), Copy->getLength(),
             Copy->getDestAlign().valueOrOne(), AccessWrite | AccessCopies,
             Copy->getRawSource());
    return;
  }
  if (auto *Set = dyn_cast<MemSetInst>(&Call))
    return announce(Call, Set->getRawDest(), Set->getLength(),
                    Set->getDestAlign().valueOrOne(), AccessWrite | AccessFill,
                    Set->getValue());
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
                       Update->getAlign(), kindOf(I, Update->getOrdering()));
  if (auto *Exchange = dyn_cast<AtomicCmpXchgInst>(&I))
    return visitUpdate(I, Exchange->getPointerOperand(),
                       Exchange->getNewValOperand()->getType(),
                       Exchange->getAlign(),
                       kindOf(I, Exchange->getMergedOrdering()));
  if (auto *Order = dyn_cast<FenceInst>(&I))
    return Order->getSyncScopeID() == SyncScope::SingleThread
               ? void()
               : announceFence(I, kindOf(I, Order->getOrdering()));
  if (auto *Call = dyn_cast<IntrinsicInst>(&I))
    visitIntrinsic(*Call);
}

void announceAccesses(Function &F, Operations &Calls, Variables &Known) {
  SmallVector<Instruction *> All;
  for (Instruction &I : instructions(F))
    All.push_back(&I);
  Announcer Announce(F, Calls, Known);
  for (Instruction *I : All)
    Announce.visit(*I);
}

} // namespace ompjit::virtualgpu
