//===- CopyPrivate.cpp - Copies of one thread's variables for all others --===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// At the end of a `single` with copyprivate each thread calls
// __kmpc_copyprivate with an array of the addresses of its variables, and the
// others read the variables of the thread that ran the block. On a GPU no
// thread can read another one's stack, so that the array and the variables have
// to move.
//
//===----------------------------------------------------------------------===//

#include "Memory.h"
#include "Passes.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace ompjit::passes;

static void collect(CallInst &Call, SetVector<AllocaInst *> &Variables) {
  enum Operand { Bytes = 2, Addresses = 3 };
  const DataLayout &Layout = Call.getModule()->getDataLayout();
  auto *Array = dyn_cast<AllocaInst>(baseOf(Call.getArgOperand(Addresses)));
  auto *Size = dyn_cast<ConstantInt>(Call.getArgOperand(Bytes));
  if (!Array || !Size)
    return;
  Variables.insert(Array);
  for (uint64_t At = 0; At < Size->getZExtValue();
       At += Layout.getPointerSize())
    for (StoreInst *Store : storesTo(Array, Layout, At))
      for (Instruction *Variable :
           variablesOf(Store->getValueOperand(), Layout))
        if (auto *OnStack = dyn_cast<AllocaInst>(Variable))
          Variables.insert(OnStack);
}

PreservedAnalyses CopyPrivatePass::run(Module &M, ModuleAnalysisManager &) {
  const SmallVector<CallInst *> Calls = callsOf(M, "__kmpc_copyprivate");
  if (Calls.empty())
    return PreservedAnalyses::all();
  SetVector<AllocaInst *> Variables;
  for (CallInst *Call : Calls)
    collect(*Call, Variables);
  for (AllocaInst *Variable : Variables)
    share(*Variable);
  // Threads wait for each other in this function.
  Calls.front()->getCalledFunction()->setConvergent();
  return PreservedAnalyses::none();
}
