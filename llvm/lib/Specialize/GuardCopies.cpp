//===- GuardCopies.cpp - Copies that another compiler left unguarded ------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In a kernel that was already made SPMD, all threads set and copy memory that
// they share. After this, only the first one does, with barriers around it.
// This covers code that all threads of a block reach: code of the kernel
// itself, since the optimiser that made it SPMD has inlined most functions,
// outside of parallel regions, which are still calls, and outside of guards.
//
//===----------------------------------------------------------------------===//

#include "ompjit/Specialize/OptimizerFaults.h"

#include "GuardedRegions.h"

#include "ompjit/Specialize/KernelEnvironment.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace ompjit {

/// Whether the optimiser made \p Kernel SPMD. In kernels that clang makes SPMD
/// the threads have copies of their own.
static bool wasMadeSpmd(const Function &Kernel) {
  constexpr unsigned GenericAndSpmd = 3;
  const GlobalVariable *Environment =
      kernelEnvironment(Kernel, KernelEnvironmentSuffixes[0]);
  const ConstantInt *Number =
      Environment ? configured(*Environment, Configured::Mode) : nullptr;
  return Number && Number->equalsInt(GenericAndSpmd);
}

namespace {

/// The blocks that only some threads reach.
class Guarded {
public:
  explicit Guarded(Function &F) : PostDominators(F) {
    SmallVector<Instruction *> Work;
    for (Instruction &I : instructions(F))
      if (isThreadNumber(I))
        Work.push_back(&I);
    SmallPtrSet<Instruction *, 16> Seen(Work.begin(), Work.end());
    while (!Work.empty()) {
      Instruction *I = Work.pop_back_val();
      if (I->isTerminator())
        addBranch(*I);
      for (User *U : I->users())
        if (Seen.insert(cast<Instruction>(U)).second)
          Work.push_back(cast<Instruction>(U));
    }
  }
  bool contains(const BasicBlock *Block) const {
    return Blocks.contains(Block);
  }

private:
  /// Adds all blocks from the branch to the point where its paths meet again.
  void addBranch(Instruction &Branch) {
    const DomTreeNode *Node = PostDominators.getNode(Branch.getParent());
    const BasicBlock *Meeting =
        Node && Node->getIDom() ? Node->getIDom()->getBlock() : nullptr;
    SmallVector<BasicBlock *> Work(successors(&Branch));
    while (!Work.empty()) {
      BasicBlock *Block = Work.pop_back_val();
      if (Block != Meeting && Blocks.insert(Block).second)
        append_range(Work, successors(Block));
    }
  }

  PostDominatorTree PostDominators;
  SmallPtrSet<const BasicBlock *, 16> Blocks;
};

} // namespace

/// Returns whether \p Copy writes to memory that the threads of a block share;
/// nothing if that must be checked at run time.
static std::optional<bool> isShared(const MemIntrinsic &Copy) {
  SmallVector<const Value *> Objects;
  getUnderlyingObjects(Copy.getRawDest(), Objects);
  if (all_of(Objects, [](const Value *O) { return isa<AllocaInst>(O); }))
    return false;
  if (all_of(Objects,
             [](const Value *O) { return isa<GlobalVariable, Argument>(O); }))
    return true;
  return std::nullopt;
}

static void guard(MemIntrinsic &Copy, bool IsCertain, FunctionCallee ThreadId,
                  FunctionCallee Barrier) {
  IRBuilder<> B(&Copy);
  Value *Nowhere = ConstantPointerNull::get(B.getPtrTy());
  B.CreateCall(Barrier, {Nowhere, B.getInt32(0)});
  CallInst *Thread = B.CreateCall(ThreadId);
  Value *Writes = B.CreateIsNull(Thread);
  if (!IsCertain)
    Writes = B.CreateOr(Writes, isPrivate(B, Copy.getRawDest()));
  Instruction *Next = Copy.getNextNode();
  Copy.moveBefore(SplitBlockAndInsertIfThen(Writes, Next, /*Unreachable=*/false)
                      ->getIterator());
  B.SetInsertPoint(Next);
  B.SetCurrentDebugLocation(Copy.getDebugLoc());
  B.CreateCall(Barrier, {Nowhere, Thread});
}

static FunctionCallee threadIdIn(Module &M) {
  FunctionCallee Callee = M.getOrInsertFunction(
      "__kmpc_get_hardware_thread_id_in_block",
      FunctionType::get(Type::getInt32Ty(M.getContext()), /*isVarArg=*/false));
  auto *F = cast<Function>(Callee.getCallee());
  F->setDoesNotThrow();
  F->setConvergent();
  return Callee;
}

bool guardCopies(Module &M) {
  bool Changed = false;
  for (Function &Kernel : M) {
    if (Kernel.isDeclaration() || !isGpuKernel(Kernel) || !wasMadeSpmd(Kernel))
      continue;
    const Guarded Others(Kernel);
    SmallVector<MemIntrinsic *> Copies;
    for (Instruction &I : instructions(Kernel))
      if (auto *Copy = dyn_cast<MemIntrinsic>(&I);
          Copy && !Others.contains(Copy->getParent()) &&
          isShared(*Copy) != false)
        Copies.push_back(Copy);
    for (MemIntrinsic *Copy : Copies)
      guard(*Copy, isShared(*Copy) == true, threadIdIn(M), guardBarrier(M));
    Changed |= !Copies.empty();
  }
  return Changed;
}

} // namespace ompjit
