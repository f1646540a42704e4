//===- CopiesAsStores.cpp - Writes that the optimiser guards --------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A copy becomes a call with its operands that returns an offset from the
// destination, and a store at that offset. So, as far as the optimiser knows,
// the store may write any part of the object, and the object is still used only
// as memory. Afterwards the copy replaces the store.
//
//===----------------------------------------------------------------------===//

#include "ompjit/Specialize/OptimizerFaults.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace ompjit {

/// The prefix of the intrinsic's name.
static constexpr StringLiteral Prefix = "ompjit.extent.";

/// Whether the copy writes to a thread's own variable, which needs no guard.
/// Such variables are easier to analyse if their writes are visible.
static bool isOfThread(const MemIntrinsic &Copy) {
  return isa<AllocaInst>(getUnderlyingObject(Copy.getRawDest()));
}

static Function &extentOf(Module &M, const MemIntrinsic &Copy) {
  const Function &Intrinsic = *Copy.getCalledFunction();
  const std::string Name = (Prefix + Intrinsic.getName()).str();
  if (Function *F = M.getFunction(Name))
    return *F;
  auto *Type = FunctionType::get(IntegerType::getInt64Ty(M.getContext()),
                                 Intrinsic.getFunctionType()->params(), false);
  auto *F = Function::Create(Type, Function::ExternalLinkage, Name, M);
  for (Attribute::AttrKind Kind :
       {Attribute::NoUnwind, Attribute::WillReturn, Attribute::NoSync,
        Attribute::NoFree, Attribute::NoCallback})
    F->addFnAttr(Kind);
  for (Argument &Parameter : F->args())
    if (Parameter.getType()->isPointerTy()) {
      Parameter.addAttr(
          Attribute::getWithCaptureInfo(M.getContext(), CaptureInfo::none()));
      Parameter.addAttr(Attribute::NoFree);
    }
  F->addParamAttr(0, Attribute::ReadNone);
  F->setMemoryEffects(isa<MemTransferInst>(Copy)
                          ? MemoryEffects::argMemOnly(ModRefInfo::Ref)
                          : MemoryEffects::none());
  return *F;
}

/// Properties that the optimiser derived for one call do not hold for the
/// other.
static void takePlace(CallInst &New, const CallInst &Old) {
  for (unsigned I = 0; I < Old.arg_size(); ++I)
    if (MaybeAlign Known = Old.getParamAlign(I))
      New.addParamAttr(I,
                       Attribute::getWithAlignment(New.getContext(), *Known));
  New.copyMetadata(Old);
}

static void makeStore(MemIntrinsic &Copy) {
  IRBuilder<> B(&Copy);
  CallInst *Extent = B.CreateCall(&extentOf(*Copy.getModule(), Copy),
                                  SmallVector<Value *>(Copy.args()));
  takePlace(*Extent, Copy);
  Value *Place = B.CreateGEP(B.getInt8Ty(), Copy.getRawDest(), Extent);
  B.CreateAlignedStore(Extent, Place, Align(1));
  Copy.eraseFromParent();
}

static void makeCopy(StoreInst &Store, FunctionCallee Intrinsic) {
  auto &Extent = *cast<CallInst>(Store.getValueOperand());
  CallInst *Copy = IRBuilder<>(&Store).CreateCall(
      Intrinsic, SmallVector<Value *>(Extent.args()));
  takePlace(*Copy, Extent);
  Value *Place = Store.getPointerOperand();
  Store.eraseFromParent();
  RecursivelyDeleteTriviallyDeadInstructions(Place);
}

static void makeCopies(Function &ExtentOf, FunctionCallee Intrinsic) {
  SmallVector<StoreInst *> Stores;
  for (User *Extent : ExtentOf.users())
    for (User *Each : Extent->users())
      if (auto *Store = dyn_cast<StoreInst>(Each))
        Stores.push_back(Store);
  for (StoreInst *Store : Stores)
    makeCopy(*Store, Intrinsic);
  // Those without a store any more.
  for (User *Extent : make_early_inc_range(ExtentOf.users())) {
    Extent->replaceAllUsesWith(PoisonValue::get(Extent->getType()));
    cast<CallInst>(Extent)->eraseFromParent();
  }
}

PreservedAnalyses CopiesAsStoresPass::run(Module &M, ModuleAnalysisManager &) {
  if (!M.getFunction("__kmpc_target_init"))
    return PreservedAnalyses::all();
  bool Changed = false;
  for (Function &F : M)
    for (Instruction &I : make_early_inc_range(instructions(F)))
      if (auto *Copy = dyn_cast<MemIntrinsic>(&I); Copy && !isOfThread(*Copy)) {
        makeStore(*Copy);
        Changed = true;
      }
  return Changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

PreservedAnalyses StoresAsCopiesPass::run(Module &M, ModuleAnalysisManager &) {
  bool Changed = false;
  for (Function &F : make_early_inc_range(M)) {
    StringRef Name = F.getName();
    if (!Name.consume_front(Prefix))
      continue;
    auto *Type = FunctionType::get(IntegerType::getVoidTy(M.getContext()),
                                   F.getFunctionType()->params(), false);
    makeCopies(F, M.getOrInsertFunction(Name, Type));
    F.eraseFromParent();
    Changed = true;
  }
  return Changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace ompjit
