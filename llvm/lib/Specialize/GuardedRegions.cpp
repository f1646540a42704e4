//===- GuardedRegions.cpp - What one thread does for all of its block -----===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The barrier behind such code is a call of a function that nobody else calls.
// Whoever comes to it comes through the branch around the code, so that another
// barrier may stand before the branch.
//
//===----------------------------------------------------------------------===//

#include "GuardedRegions.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace ompjit {

FunctionCallee guardBarrier(Module &M) {
  LLVMContext &Context = M.getContext();
  FunctionCallee Barrier = M.getOrInsertFunction(
      GuardBarrier, FunctionType::get(Type::getVoidTy(Context),
                                      {PointerType::get(Context, 0),
                                       Type::getInt32Ty(Context)},
                                      /*isVarArg=*/false));
  auto *F = cast<Function>(Barrier.getCallee());
  F->setDoesNotThrow();
  F->setConvergent();
  return Barrier;
}

static bool isBarrier(const Instruction &I) {
  const auto *Call = dyn_cast<CallInst>(&I);
  return Call && Call->getCalledFunction() &&
         Call->getCalledFunction()->getName() == GuardBarrier;
}

/// Whether nothing but computation comes before \p Call in its block.
static bool isFirst(const CallInst &Call) {
  for (const Instruction &I : *Call.getParent()) {
    if (&I == &Call)
      return true;
    if (I.mayReadOrWriteMemory())
      return false;
  }
  return false;
}

/// Whether threads may have read since they last waited, as far as \p Block
/// tells.
static bool readsBeforeEnd(const BasicBlock &Block) {
  for (const Instruction &I : reverse(Block)) {
    if (isBarrier(I))
      return false;
    if (I.mayReadFromMemory())
      return true;
  }
  return true;
}

/// The branch around what ends at \p Call, if there is one.
static Instruction *guardOf(const CallInst &Call, const DominatorTree &Before,
                            const PostDominatorTree &After) {
  const BasicBlock *Block = Call.getParent();
  const DomTreeNode *Node = Before.getNode(Block);
  if (!Node || !Node->getIDom())
    return nullptr;
  BasicBlock *Guard = Node->getIDom()->getBlock();
  auto *Branch = dyn_cast<BranchInst>(Guard->getTerminator());
  if (!Branch || !Branch->isConditional() || !After.dominates(Block, Guard) ||
      !readsBeforeEnd(*Guard))
    return nullptr;
  return Branch;
}

static bool waitIn(Function &F, ArrayRef<CallInst *> Barriers) {
  const DominatorTree Before(F);
  const PostDominatorTree After(F);
  bool Changed = false;
  for (CallInst *Call : Barriers) {
    Instruction *Guard =
        isFirst(*Call) ? guardOf(*Call, Before, After) : nullptr;
    if (!Guard)
      continue;
    Instruction *New = Call->clone();
    // The thread's number means nothing to the function.
    New->setOperand(1, ConstantInt::get(New->getOperand(1)->getType(), 0));
    New->insertBefore(Guard->getIterator());
    Changed = true;
  }
  return Changed;
}

bool waitBeforeGuardedRegions(Module &M) {
  Function *Called = M.getFunction(GuardBarrier);
  if (!Called)
    return false;
  MapVector<Function *, SmallVector<CallInst *>> Barriers;
  for (User *U : Called->users())
    if (auto *Call = dyn_cast<CallInst>(U);
        Call && Call->getCalledFunction() == Called)
      Barriers[Call->getFunction()].push_back(Call);
  bool Changed = false;
  for (auto &[F, Calls] : Barriers)
    Changed |= waitIn(*F, Calls);
  return Changed;
}

} // namespace ompjit
