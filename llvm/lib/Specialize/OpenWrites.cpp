//===- OpenWrites.cpp - Decide last what a function writes ----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM 22 decides only once whether the writes of a function need guards: as
// soon as it knows this of all calls there. By then it has not collected all
// objects that a pointer may lead to. So such functions get a call of a
// function that it does not know this of before the end, since that may call
// itself. The call writes nothing, begins no region and does not wait.
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

/// Marks the call as one that may write, because the optimiser analyses the
/// called function only then.
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

/// Whether the written object is not obvious from the instruction.
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
