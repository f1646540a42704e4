//===- FirstThreads.cpp - Where only the first thread comes ---------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A branch that asks whether the thread is the first one leads all others away
// from its first successor, if that is a block of its own. Where several ways
// lead to that block, the branch asks for the opposite instead, as which the
// OpenMP optimiser does not know it.
//
//===----------------------------------------------------------------------===//

#include "ompjit/Specialize/OptimizerFaults.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace ompjit {

/// Where an edge ends, as soon as blocks without code are gone.
static const BasicBlock &endOf(const BasicBlock &First) {
  const BasicBlock *Block = &First;
  SmallPtrSet<const BasicBlock *, 4> Seen;
  while (Seen.insert(Block).second && !isa<PHINode>(Block->front())) {
    const auto *Jump =
        dyn_cast<BranchInst>(&*Block->instructionsWithoutDebug().begin());
    if (!Jump || Jump->isConditional())
      break;
    Block = Jump->getSuccessor(0);
  }
  return *Block;
}

static bool asksForFirst(const BranchInst &Branch) {
  const auto *Asked = Branch.isConditional()
                          ? dyn_cast<ICmpInst>(Branch.getCondition())
                          : nullptr;
  return Asked && Asked->getPredicate() == ICmpInst::ICMP_EQ &&
         isa<CallBase>(Asked->getOperand(0)) &&
         isa<ConstantInt>(Asked->getOperand(1));
}

PreservedAnalyses TurnBranchesPass::run(Module &M, ModuleAnalysisManager &) {
  if (!M.getTargetTriple().isGPU())
    return PreservedAnalyses::all();
  bool Changed = false;
  for (Function &F : M)
    for (BasicBlock &Block : F) {
      auto *Branch = dyn_cast<BranchInst>(Block.getTerminator());
      if (!Branch || !asksForFirst(*Branch) ||
          !endOf(*Branch->getSuccessor(0)).hasNPredecessorsOrMore(2))
        continue;
      auto *Asked = cast<ICmpInst>(Branch->getCondition());
      auto *Opposite = cast<ICmpInst>(Asked->clone());
      Opposite->setPredicate(ICmpInst::ICMP_NE);
      Opposite->insertBefore(Branch->getIterator());
      Branch->setCondition(Opposite);
      Branch->swapSuccessors();
      Changed = true;
    }
  return Changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace ompjit
