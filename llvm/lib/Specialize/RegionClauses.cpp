//===- RegionClauses.cpp - Variables of clauses ---------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Specialize/RegionClauses.h"

#include "GuardedRegions.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace ompjit {

static constexpr StringLiteral Starts[] = {"__kmpc_parallel_60",
                                           "__kmpc_parallel_51"};

/// Whether \p Clause depends on memory.
static bool isRead(Value *Clause) {
  SmallPtrSet<Value *, 8> Seen;
  SmallVector<Value *> Work = {Clause};
  while (!Work.empty()) {
    auto *I = dyn_cast<Instruction>(Work.pop_back_val());
    if (!I || !Seen.insert(I).second)
      continue;
    if (I->mayReadFromMemory())
      return true;
    append_range(Work, I->operands());
    // A value that depends on the path may depend on the conditions that chose
    // it.
    if (auto *Phi = dyn_cast<PHINode>(I))
      for (BasicBlock *Block : Phi->blocks())
        append_range(Work, Block->getTerminator()->operands());
  }
  return false;
}

static void waitBefore(CallInst &Start) {
  IRBuilder<> B(&Start);
  B.CreateCall(guardBarrier(*Start.getModule()),
               {ConstantPointerNull::get(B.getPtrTy()), B.getInt32(0)});
}

static bool isWait(const Instruction *I) {
  const auto *Call = dyn_cast_or_null<CallInst>(I);
  return Call && Call->getCalledFunction() &&
         Call->getCalledFunction()->getName() == GuardBarrier;
}

bool waitForClauses(Module &M) {
  enum Operand { If = 2, NumThreads = 3 };
  SmallVector<CallInst *> Found;
  for (StringRef Name : Starts)
    if (Function *Callee = M.getFunction(Name))
      for (User *Each : Callee->users())
        if (auto *Start = dyn_cast<CallInst>(Each);
            Start && Start->getCalledFunction() == Callee &&
            !isWait(Start->getPrevNode()) &&
            isOfTightKernel(*Start->getFunction()) &&
            (isRead(Start->getArgOperand(If)) ||
             isRead(Start->getArgOperand(NumThreads))))
          Found.push_back(Start);
  for (CallInst *Start : Found)
    waitBefore(*Start);
  return !Found.empty();
}

} // namespace ompjit
