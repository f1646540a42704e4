//===- OpenWrites.cpp - What a function writes, decided last --------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whether a write needs a guard LLVM 22 decides for good when it has looked at
// a function once, as soon as it knows that of all calls there; what a pointer
// may lead to it has not collected by then. So such functions call one of which
// it does not know that before the end: one that may call itself. The call
// writes nothing, begins no region and waits for nobody.
//
//===----------------------------------------------------------------------===//

#include "ompjit/Specialize/OptimizerFaults.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/ModRef.h"

using namespace llvm;

namespace ompjit {

static constexpr StringLiteral Undecided = "__ompjit_undecided",
                               Unknown = "__ompjit_unknown";

static void sayHarmless(Function &F) {
  F.setDoesNotThrow();
  F.setNoSync();
  F.setWillReturn();
}

/// A call that is taken for one that writes is looked into.
static void callUndecided(IRBuilder<> &B, Function &F) {
  B.CreateCall(&F)->setMemoryEffects(MemoryEffects::inaccessibleMemOnly());
}

static Function *makeUndecided(Module &M) {
  LLVMContext &Context = M.getContext();
  Function *Asked = Function::Create(
      FunctionType::get(Type::getInt1Ty(Context), /*isVarArg=*/false),
      GlobalValue::ExternalLinkage, Unknown, M);
  sayHarmless(*Asked);
  Asked->setDoesNotAccessMemory();
  Function *F = Function::Create(
      FunctionType::get(Type::getVoidTy(Context), /*isVarArg=*/false),
      GlobalValue::InternalLinkage, Undecided, M);
  sayHarmless(*F);
  BasicBlock *Entry = BasicBlock::Create(Context, "", F),
             *Again = BasicBlock::Create(Context, "", F),
             *End = BasicBlock::Create(Context, "", F);
  IRBuilder<> B(Entry);
  B.CreateCondBr(B.CreateCall(Asked), Again, End);
  B.SetInsertPoint(Again);
  callUndecided(B, *F);
  B.CreateBr(End);
  B.SetInsertPoint(End);
  B.CreateRetVoid();
  return F;
}

/// Whether it takes more than a look to tell what is written.
static bool isUndecided(const Instruction &I) {
  const auto *Store = dyn_cast<StoreInst>(&I);
  return Store && !isa<AllocaInst, GlobalVariable>(
                      getUnderlyingObject(Store->getPointerOperand()));
}

PreservedAnalyses KeepWritesOpenPass::run(Module &M, ModuleAnalysisManager &) {
  if (!M.getTargetTriple().isGPU())
    return PreservedAnalyses::all();
  SmallVector<Function *> Writers;
  for (Function &F : M)
    if (any_of(instructions(F), isUndecided))
      Writers.push_back(&F);
  if (Writers.empty())
    return PreservedAnalyses::all();
  Function *Called = makeUndecided(M);
  for (Function *F : Writers) {
    IRBuilder<> B(&*F->getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
    callUndecided(B, *Called);
  }
  return PreservedAnalyses::none();
}

PreservedAnalyses SettleWritesPass::run(Module &M, ModuleAnalysisManager &) {
  bool Changed = false;
  for (StringRef Name : {Undecided, Unknown})
    if (Function *F = M.getFunction(Name)) {
      F->deleteBody();
      for (User *Each : make_early_inc_range(F->users()))
        cast<CallInst>(Each)->eraseFromParent();
      F->eraseFromParent();
      Changed = true;
    }
  return Changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace ompjit
