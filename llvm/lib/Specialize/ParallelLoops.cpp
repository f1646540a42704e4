//===- ParallelLoops.cpp - What loops claim -------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Specialize/ParallelLoops.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Metadata.h"

using namespace llvm;

namespace ompjit {

static constexpr StringLiteral Claim = "llvm.loop.parallel_accesses";

static bool has(const MDNode &Loop, StringRef Property) {
  return any_of(Loop.operands(), [&](const MDOperand &Each) {
    auto *Node = dyn_cast<MDNode>(Each);
    auto *Name = Node && Node->getNumOperands()
                     ? dyn_cast<MDString>(Node->getOperand(0))
                     : nullptr;
    return Name && Name->getString() == Property;
  });
}

/// Pragmas for vectorisation, of which `simd` is one.
static bool isAskedToVectorize(const MDNode &Loop) {
  return has(Loop, "llvm.loop.vectorize.enable");
}

bool forgetParallelLoops(Module &M) {
  bool Changed = false;
  for (Function &F : M)
    for (BasicBlock &Block : F) {
      Instruction *End = Block.getTerminator();
      MDNode *Loop = End ? End->getMetadata(LLVMContext::MD_loop) : nullptr;
      if (!Loop || !has(*Loop, Claim) || isAskedToVectorize(*Loop))
        continue;
      End->setMetadata(
          LLVMContext::MD_loop,
          makePostTransformationMetadata(M.getContext(), Loop, {Claim}, {}));
      Changed = true;
    }
  return Changed;
}

PreservedAnalyses ParallelLoopsPass::run(Module &M, ModuleAnalysisManager &) {
  return forgetParallelLoops(M) ? PreservedAnalyses::none()
                                : PreservedAnalyses::all();
}

} // namespace ompjit
