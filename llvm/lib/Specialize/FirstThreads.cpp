//===- FirstThreads.cpp - Blocks that only the first thread reaches -------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// If a branch checks whether the thread is the first one, no other thread
// reaches its first successor, unless other edges lead to that block. If there
// are others, the branch is inverted, so that the OpenMP optimiser does not
// recognise it.
//
//===----------------------------------------------------------------------===//

#include "ompjit/Specialize/OptimizerFaults.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace ompjit {

/// Returns where an edge ends when blocks without code are removed.
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
