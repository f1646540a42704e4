//===- Slots.cpp - Refer to shared state through a table ------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Slots.h"

#include "Closure.h"

#include "ompjit/CompileService.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/ReplaceConstant.h"

using namespace llvm;

namespace ompjit {

namespace {

/// Rewrites the uses of one shared value.
class SlotRewriter {
public:
  SlotRewriter(GlobalVariable &Array, unsigned Index, GlobalValue &Shared)
      : Array(Array), Index(Index), Shared(Shared) {}

  void run();

private:
  void replace(Use &U);
  void readAsGlobal(Use &U, Value *Address);
  bool isInOwnConstants() const;
  PointerType *type() const;
  Value *load(Function &F);
  Value *callForThisThread(Instruction &Place);
  bool isVariable() const;
  uint64_t size() const;
  MaybeAlign alignment() const;

  GlobalVariable &Array;
  unsigned Index;
  GlobalValue &Shared;
  DenseMap<Function *, LoadInst *> Loads;
  /// A phi takes the same value for each edge from a block.
  DenseMap<std::pair<PHINode *, BasicBlock *>, Value *> OnEdge;
};

void SlotRewriter::run() {
  for (Use &U : make_early_inc_range(Shared.uses()))
    // The types that a landing pad catches must be constants.
    if (isa<Instruction>(U.getUser()) && !isa<LandingPadInst>(U.getUser()) &&
        !isCodeUse(U))
      replace(U);
}

void SlotRewriter::replace(Use &U) {
  auto *User = cast<Instruction>(U.getUser());
  if (isInOwnConstants()) {
    readAsGlobal(U, load(*User->getFunction()));
    return;
  }
  if (!Shared.isThreadLocal()) {
    U.set(load(*User->getFunction()));
    return;
  }
  if (auto *Address = dyn_cast<IntrinsicInst>(User);
      Address && Address->getIntrinsicID() == Intrinsic::threadlocal_address) {
    Address->replaceAllUsesWith(callForThisThread(*Address));
    Address->eraseFromParent();
    return;
  }
  auto *Phi = dyn_cast<PHINode>(User);
  if (!Phi) {
    U.set(callForThisThread(*User));
    return;
  }
  BasicBlock *Source = Phi->getIncomingBlock(U);
  Value *&Address = OnEdge[{Phi, Source}];
  if (!Address)
    Address = callForThisThread(*Source->getTerminator());
  U.set(Address);
}

/// Whether the variable is in constant memory, which each image on an NVIDIA
/// GPU has of its own, so that addresses of other images are invalid there.
bool SlotRewriter::isInOwnConstants() const {
  constexpr unsigned ConstantMemory = 4;
  return Shared.getAddressSpace() == ConstantMemory &&
         Shared.getParent()->getTargetTriple().isNVPTX();
}

/// Returns the type of a slot. The driver returns the variable's address in
/// global memory.
PointerType *SlotRewriter::type() const {
  constexpr unsigned GlobalMemory = 1;
  return PointerType::get(Shared.getContext(), isInOwnConstants()
                                                   ? GlobalMemory
                                                   : Shared.getAddressSpace());
}

void SlotRewriter::readAsGlobal(Use &U, Value *Address) {
  auto *User = cast<Instruction>(U.getUser());
  IRBuilder<> Builder(User);
  if (isa<LoadInst>(User)) {
    U.set(Address);
  } else if (auto *Cast = dyn_cast<AddrSpaceCastInst>(User)) {
    Cast->replaceAllUsesWith(
        Builder.CreateAddrSpaceCast(Address, Cast->getType()));
    Cast->eraseFromParent();
  } else if (auto *Step = dyn_cast<GetElementPtrInst>(User)) {
    Value *Element = Builder.CreateGEP(Step->getSourceElementType(), Address,
                                       SmallVector<Value *>(Step->indices()),
                                       Step->getName(), Step->getNoWrapFlags());
    for (Use &Next : make_early_inc_range(Step->uses()))
      readAsGlobal(Next, Element);
    if (Step->use_empty())
      Step->eraseFromParent();
  } else if (auto *Copy = dyn_cast<MemCpyInst>(User)) {
    Builder.CreateMemCpy(Copy->getRawDest(), Copy->getDestAlign(), Address,
                         Copy->getSourceAlign(), Copy->getLength(),
                         Copy->isVolatile());
    Copy->eraseFromParent();
  }
  // Other uses of such an address stay, and are errors.
}

// Loads the slot once per function, at its entry: the slot does not change
// after loading, so that LLVM can move the load to its use.
Value *SlotRewriter::load(Function &F) {
  LoadInst *&Load = Loads[&F];
  if (Load)
    return Load;
  BasicBlock &Entry = F.getEntryBlock();
  IRBuilder<> Builder(&Entry, Entry.getFirstInsertionPt());
  Builder.SetCurrentDebugLocation(DebugLoc());
  LLVMContext &Context = F.getContext();
  Value *Slot = Builder.CreateConstInBoundsGEP2_64(Array.getValueType(), &Array,
                                                   0, Index);
  Load = Builder.CreateLoad(type(), Slot);
  auto Number = [&](uint64_t Value) {
    return MDNode::get(
        Context, MDBuilder(Context).createConstant(Builder.getInt64(Value)));
  };
  MDNode *Empty = MDNode::get(Context, {});
  Load->setMetadata(LLVMContext::MD_invariant_load, Empty);
  Load->setMetadata(LLVMContext::MD_nonnull, Empty);
  Load->setMetadata(LLVMContext::MD_noundef, Empty);
  if (Shared.isThreadLocal())
    return Load;
  // LLVM takes different variables for different memory, aliases aside.
  if (isa<GlobalVariable>(Shared))
    Load->setMetadata(VariableMark, Empty);
  if (MaybeAlign Alignment = alignment())
    Load->setMetadata(LLVMContext::MD_align, Number(Alignment->value()));
  if (uint64_t Size = size())
    Load->setMetadata(LLVMContext::MD_dereferenceable, Number(Size));
  return Load;
}

// The slot of a thread_local variable holds the function that gives its address
// in the calling thread.
Value *SlotRewriter::callForThisThread(Instruction &Place) {
  Value *Getter = load(*Place.getFunction());
  IRBuilder<> Builder(&Place);
  auto *Type = FunctionType::get(Shared.getType(), false);
  CallInst *Call = Builder.CreateCall(Type, Getter);
  Call->setDoesNotAccessMemory();
  Call->setDoesNotThrow();
  Call->addFnAttr(Attribute::WillReturn);
  Call->addRetAttr(Attribute::NonNull);
  LLVMContext &Context = Place.getContext();
  if (MaybeAlign Alignment = alignment())
    Call->addRetAttr(Attribute::getWithAlignment(Context, *Alignment));
  if (uint64_t Size = size())
    Call->addRetAttr(Attribute::getWithDereferenceableBytes(Context, Size));
  return Call;
}

bool SlotRewriter::isVariable() const {
  return isa_and_nonnull<GlobalVariable>(Shared.getAliaseeObject());
}

uint64_t SlotRewriter::size() const {
  if (!isVariable())
    return 0;
  const DataLayout &Layout = Shared.getParent()->getDataLayout();
  return Layout.getTypeAllocSize(Shared.getValueType());
}

MaybeAlign SlotRewriter::alignment() const {
  if (!isVariable())
    return std::nullopt;
  return Shared.getPointerAlignment(Shared.getParent()->getDataLayout());
}

} // namespace

static GlobalVariable &createArray(Module &M, size_t NumSlots) {
  Type *Ty = ArrayType::get(PointerType::getUnqual(M.getContext()), NumSlots);
  auto *Array = new GlobalVariable(
      M, Ty, /*isConstant=*/false, GlobalValue::ExternalLinkage,
      Constant::getNullValue(Ty), SlotsSymbol, /*InsertBefore=*/nullptr,
      GlobalVariable::NotThreadLocal,
      M.getDataLayout().getDefaultGlobalsAddressSpace());
  // The engine finds it by name, but no other image may take its place.
  Array->setDSOLocal(true);
  return *Array;
}

static llvm::Error checkReplaced(GlobalValue &Shared) {
  Shared.removeDeadConstantUsers();
  for (const Use &U : Shared.uses())
    if (!isCodeUse(U) && !isa<BlockAddress>(U.getUser()))
      return createStringError("the shared " + Shared.getName() +
                               " is used where only a constant can stand");
  return llvm::Error::success();
}

Expected<std::vector<std::string>>
replaceBySlots(Module &M, ArrayRef<GlobalValue *> Shared) {
  std::vector<std::string> Symbols;
  if (Shared.empty())
    return Symbols;
  SmallVector<Constant *> Constants(Shared);
  convertUsersOfConstantsToInstructions(Constants);
  GlobalVariable &Array = createArray(M, Shared.size());
  for (GlobalValue *GV : Shared) {
    SlotRewriter(Array, Symbols.size(), *GV).run();
    if (llvm::Error E = checkReplaced(*GV))
      return E;
    Symbols.push_back(GV->getName().str() +
                      (GV->isThreadLocal() ? ".ompjit.tls" : ""));
  }
  return Symbols;
}

} // namespace ompjit
