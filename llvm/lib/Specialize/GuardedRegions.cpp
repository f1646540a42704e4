//===- GuardedRegions.cpp - Code that one thread runs for its block -------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The barrier after such code is a call of a function that no other code calls.
// All threads reach it through the branch around the code, so that another
// barrier can be inserted before the branch.
//
//===----------------------------------------------------------------------===//

#include "GuardedRegions.h"

#include "ompjit/Specialize/KernelEnvironment.h"
#include "ompjit/Specialize/LaunchBounds.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicsAMDGPU.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace ompjit {

static bool isTightKernel(const Function &F) {
  return isGpuKernel(F) && launchBounds(F).Mode == SpmdMode;
}

bool isOfTightKernel(const Function &F) {
  if (isTightKernel(F))
    return true;
  // With debug information the kernel's code is in a function that it calls.
  auto *Call = F.hasLocalLinkage() && F.hasOneUse()
                   ? dyn_cast<CallInst>(*F.user_begin())
                   : nullptr;
  return Call && Call->getCalledFunction() == &F &&
         isTightKernel(*Call->getFunction());
}

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

bool isThreadNumber(const Value &V) {
  const auto *Call = dyn_cast<CallBase>(&V);
  const Function *Asked = Call ? Call->getCalledFunction() : nullptr;
  return Asked &&
         (Asked->getName() == "__kmpc_get_hardware_thread_id_in_block" ||
          Asked->getIntrinsicID() == Intrinsic::nvvm_read_ptx_sreg_tid_x ||
          Asked->getIntrinsicID() == Intrinsic::amdgcn_workitem_id_x);
}

bool isFirstThread(const Value &V, CmpInst::Predicate Is) {
  const auto *Test = dyn_cast<ICmpInst>(&V);
  return Test && Test->getPredicate() == Is &&
         isThreadNumber(*Test->getOperand(0)) &&
         match(Test->getOperand(1), m_ZeroInt());
}

Value *isPrivate(IRBuilder<> &B, Value *Address) {
  const Intrinsic::ID Test =
      B.GetInsertBlock()->getModule()->getTargetTriple().isNVPTX()
          ? Intrinsic::ID(Intrinsic::nvvm_isspacep_local)
          : Intrinsic::ID(Intrinsic::amdgcn_is_private);
  return B.CreateIntrinsic(Test,
                           {B.CreateAddrSpaceCast(Address, B.getPtrTy())});
}

static bool isBarrier(const Instruction &I) {
  const auto *Call = dyn_cast<CallInst>(&I);
  return Call && Call->getCalledFunction() &&
         Call->getCalledFunction()->getName() == GuardBarrier;
}

/// Whether only computations precede \p Call in its block.
static bool isFirst(const CallInst &Call) {
  for (const Instruction &I : *Call.getParent()) {
    if (&I == &Call)
      return true;
    if (I.mayReadOrWriteMemory())
      return false;
  }
  return false;
}

/// Whether threads may have read memory in \p Block since they last waited.
static bool readsBeforeEnd(const BasicBlock &Block) {
  for (const Instruction &I : reverse(Block)) {
    if (isBarrier(I))
      return false;
    if (I.mayReadFromMemory())
      return true;
  }
  return true;
}

/// Returns the branch around the code that ends at \p Call, or null.
static Instruction *guardOf(const CallInst &Call,
                            const DominatorTree &Dominators,
                            const PostDominatorTree &PostDominators) {
  const BasicBlock *Block = Call.getParent();
  const DomTreeNode *Node = Dominators.getNode(Block);
  if (!Node || !Node->getIDom())
    return nullptr;
  BasicBlock *Guard = Node->getIDom()->getBlock();
  auto *Branch = dyn_cast<BranchInst>(Guard->getTerminator());
  if (!Branch || !Branch->isConditional() ||
      !PostDominators.dominates(Block, Guard) || !readsBeforeEnd(*Guard))
    return nullptr;
  return Branch;
}

static bool waitIn(Function &F, ArrayRef<CallInst *> Barriers) {
  const DominatorTree Dominators(F);
  const PostDominatorTree PostDominators(F);
  bool Changed = false;
  for (CallInst *Call : Barriers) {
    Instruction *Guard =
        isFirst(*Call) ? guardOf(*Call, Dominators, PostDominators) : nullptr;
    if (!Guard)
      continue;
    Instruction *New = Call->clone();
    // The function does not use the thread's number.
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
  bool Changed = writeToPrivateMemory(M);
  MapVector<Function *, SmallVector<CallInst *>> Barriers;
  for (User *U : Called->users())
    if (auto *Call = dyn_cast<CallInst>(U);
        Call && Call->getCalledFunction() == Called)
      Barriers[Call->getFunction()].push_back(Call);
  for (auto &[F, Calls] : Barriers)
    Changed |= waitIn(*F, Calls);
  return Changed;
}

} // namespace ompjit
