//===- RecursiveVariables.cpp - Variables of recursive functions ----------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The optimiser moves only variables of constant size to shared memory. So the
// size becomes the result of a function that it knows nothing about.
//
//===----------------------------------------------------------------------===//

#include "ompjit/Specialize/OptimizerFaults.h"

#include "llvm/ADT/SCCIterator.h"
#include "llvm/Analysis/CallGraph.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace ompjit {

static constexpr StringLiteral SizeName = "ompjit.size";

static Function &sizeFunction(Module &M) {
  if (Function *F = M.getFunction(SizeName))
    return *F;
  Type *Size = Type::getInt64Ty(M.getContext());
  auto *F = Function::Create(FunctionType::get(Size, {Size}, false),
                             Function::ExternalLinkage, SizeName, M);
  for (Attribute::AttrKind Kind :
       {Attribute::NoUnwind, Attribute::WillReturn, Attribute::NoSync,
        Attribute::NoFree, Attribute::NoCallback})
    F->addFnAttr(Kind);
  F->setDoesNotAccessMemory();
  return *F;
}

static bool hideSizesIn(Function &F) {
  bool Changed = false;
  for (Instruction &I : instructions(F)) {
    auto *Call = dyn_cast<CallInst>(&I);
    if (!Call || !Call->getCalledFunction() ||
        Call->getCalledFunction()->getName() != "__kmpc_alloc_shared" ||
        !isa<ConstantInt>(Call->getArgOperand(0)))
      continue;
    Call->setArgOperand(
        0, IRBuilder<>(Call).CreateCall(&sizeFunction(*F.getParent()),
                                        {Call->getArgOperand(0)}));
    Changed = true;
  }
  return Changed;
}

PreservedAnalyses HideRecursiveVariablesPass::run(Module &M,
                                                  ModuleAnalysisManager &) {
  if (!M.getFunction("__kmpc_alloc_shared"))
    return PreservedAnalyses::all();
  CallGraph Calls(M);
  bool Changed = false;
  for (auto Cycle = scc_begin(&Calls); !Cycle.isAtEnd(); ++Cycle)
    if (Cycle.hasCycle())
      for (CallGraphNode *Node : *Cycle)
        if (Function *F = Node->getFunction())
          Changed |= hideSizesIn(*F);
  return Changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

PreservedAnalyses ShowRecursiveVariablesPass::run(Module &M,
                                                  ModuleAnalysisManager &) {
  Function *F = M.getFunction(SizeName);
  if (!F)
    return PreservedAnalyses::all();
  for (User *U : make_early_inc_range(F->users())) {
    auto *Call = cast<CallInst>(U);
    Call->replaceAllUsesWith(Call->getArgOperand(0));
    Call->eraseFromParent();
  }
  F->eraseFromParent();
  return PreservedAnalyses::none();
}

} // namespace ompjit
