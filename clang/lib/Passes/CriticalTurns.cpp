//===- CriticalTurns.cpp - Critical regions of lanes in turn --------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// flang 22 lets all lanes of a warp ask for the lock of a critical region
// together. Where lanes share a program counter, as on AMD's GPUs, the one that
// gets it waits for the others, which wait for the lock. Puts a loop around the
// region in which one lane after the other enters it, as clang does.
//
//===----------------------------------------------------------------------===//

#include "Passes.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace ompjit::passes {

/// clang's modules have the loops already.
static bool isFlangs(const Module &M) {
  const NamedMDNode *Idents = M.getNamedMetadata("llvm.ident");
  return Idents && any_of(Idents->operands(), [](const MDNode *Ident) {
           const auto *Text = dyn_cast<MDString>(Ident->getOperand(0));
           return Text && Text->getString().contains("flang");
         });
}

static SmallVector<CallInst *> callsOf(Function *Callee) {
  SmallVector<CallInst *> Calls;
  if (Callee)
    for (User *Each : Callee->users())
      if (auto *Call = dyn_cast<CallInst>(Each);
          Call && Call->getCalledFunction() == Callee)
        Calls.push_back(Call);
  return Calls;
}

/// Returns the call that ends the region, or null if the code may leave it in
/// another way. Regions with the same lock do not nest.
static CallInst *endOf(CallInst &Begin, ArrayRef<CallInst *> Ends) {
  Function &F = *Begin.getFunction();
  DominatorTree Dominators(F);
  PostDominatorTree PostDominators(F);
  CallInst *First = nullptr;
  for (CallInst *End : Ends)
    if (End->getFunction() == &F &&
        End->getArgOperand(2) == Begin.getArgOperand(2) &&
        Dominators.dominates(&Begin, End) &&
        PostDominators.dominates(End->getParent(), Begin.getParent()) &&
        (!First || Dominators.dominates(End, First)))
      First = End;
  return First;
}

/// Keeps values of the region for the code after it: the region may not be the
/// last thing that runs before that.
static void keepInMemory(BasicBlock &Region, const BasicBlock &After) {
  SetVector<BasicBlock *> Blocks;
  Blocks.insert(&Region);
  for (size_t I = 0; I != Blocks.size(); ++I)
    for (BasicBlock *Next : successors(Blocks[I]))
      if (Next != &After)
        Blocks.insert(Next);
  SmallVector<Instruction *> Used;
  for (BasicBlock *Block : Blocks)
    for (Instruction &I : *Block)
      if (any_of(I.users(), [&](User *Each) {
            return !Blocks.contains(cast<Instruction>(Each)->getParent());
          }))
        Used.push_back(&I);
  for (Instruction *I : Used)
    DemoteRegToStack(*I);
}

static CallInst *callRuntime(IRBuilder<> &B, StringRef Name, Type *Result,
                             ArrayRef<Value *> Arguments = {}) {
  SmallVector<Type *> Types;
  for (Value *Argument : Arguments)
    Types.push_back(Argument->getType());
  Module &M = *B.GetInsertBlock()->getModule();
  FunctionCallee Callee = M.getOrInsertFunction(
      Name, FunctionType::get(Result, Types, /*isVarArg=*/false));
  CallInst *Call = B.CreateCall(Callee, Arguments);
  Call->setConvergent();
  Call->setDoesNotThrow();
  return Call;
}

static void takeTurns(CallInst &Begin, CallInst &End) {
  BasicBlock *Before = Begin.getParent();
  BasicBlock *Region = Before->splitBasicBlock(&Begin, "critical.region");
  BasicBlock *Last = End.getParent();
  BasicBlock *After =
      Last->splitBasicBlock(std::next(End.getIterator()), "critical.after");
  keepInMemory(*Region, *After);
  LLVMContext &Context = Begin.getContext();
  Function *F = Begin.getFunction();
  auto *Turns = BasicBlock::Create(Context, "critical.turn", F, Region);
  auto *Meet = BasicBlock::Create(Context, "critical.meet", F, After);

  IRBuilder<> B(Before->getTerminator());
  Type *Number = B.getInt32Ty();
  Value *Mask =
      callRuntime(B, "__kmpc_warp_active_thread_mask", B.getInt64Ty());
  Value *Lanes = callRuntime(B, "__kmpc_get_warp_size", Number);
  Value *Thread =
      callRuntime(B, "__kmpc_get_hardware_thread_id_in_block", Number);
  Value *Lane = B.CreateURem(Thread, Lanes);
  Before->getTerminator()->setSuccessor(0, Turns);

  B.SetInsertPoint(Turns);
  PHINode *Turn = B.CreatePHI(Number, 2);
  B.CreateCondBr(B.CreateICmpEQ(Turn, Lane), Region, Meet);
  Last->getTerminator()->setSuccessor(0, Meet);

  B.SetInsertPoint(Meet);
  callRuntime(B, "__kmpc_syncwarp", B.getVoidTy(), {Mask});
  Value *Next = B.CreateAdd(Turn, B.getInt32(1));
  B.CreateCondBr(B.CreateICmpULT(Next, Lanes), Turns, After);
  Turn->addIncoming(B.getInt32(0), Before);
  Turn->addIncoming(Next, Meet);
}

PreservedAnalyses CriticalTurnsPass::run(Module &M, ModuleAnalysisManager &) {
  if (!isFlangs(M))
    return PreservedAnalyses::all();
  const SmallVector<CallInst *> Ends =
      callsOf(M.getFunction("__kmpc_end_critical"));
  bool Changed = false;
  for (StringRef Name : {"__kmpc_critical", "__kmpc_critical_with_hint"})
    for (CallInst *Begin : callsOf(M.getFunction(Name)))
      if (CallInst *End = endOf(*Begin, Ends)) {
        takeTurns(*Begin, *End);
        Changed = true;
      }
  return Changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace ompjit::passes
