//===- ParallelLoops.cpp - Claims of parallel loops -----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Specialize/ParallelLoops.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Metadata.h"
#include "llvm/Passes/PassBuilder.h"

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

/// Whether the loop has a pragma for vectorisation, such as `simd`.
static bool isAskedToVectorize(const MDNode &Loop) {
  return has(Loop, "llvm.loop.vectorize.enable");
}

static bool writesOwn(const Instruction &I) {
  const Value *Place = getLoadStorePointerOperand(&I);
  if (const auto *Memory = dyn_cast<MemIntrinsic>(&I))
    Place = Memory->getRawDest();
  if (!Place || !I.mayWriteToMemory())
    return false;
  SmallVector<const Value *, 4> Objects;
  getUnderlyingObjects(Place, Objects);
  return any_of(Objects, IsaPred<AllocaInst>);
}

/// Removing the claim from one access is enough: the vectoriser believes it for
/// all accesses or analyses the loop itself.
static bool forgetOwnWrites(Function &F) {
  bool Changed = false;
  for (Instruction &I : instructions(F))
    if (I.hasMetadata(LLVMContext::MD_access_group) && writesOwn(I)) {
      I.setMetadata(LLVMContext::MD_access_group, nullptr);
      Changed = true;
    }
  return Changed;
}

bool forgetParallelLoops(Module &M) {
  bool Changed = false;
  for (Function &F : M) {
    Changed |= forgetOwnWrites(F);
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
  }
  return Changed;
}

PreservedAnalyses ParallelLoopsPass::run(Module &M, ModuleAnalysisManager &) {
  return forgetParallelLoops(M) ? PreservedAnalyses::none()
                                : PreservedAnalyses::all();
}

PreservedAnalyses OwnWritesPass::run(Function &F, FunctionAnalysisManager &) {
  return forgetOwnWrites(F) ? PreservedAnalyses::none()
                            : PreservedAnalyses::all();
}

void addBeforeVectorizer(PassBuilder &Builder) {
  Builder.registerVectorizerStartEPCallback(
      [](FunctionPassManager &Passes, OptimizationLevel) {
        Passes.addPass(OwnWritesPass());
      });
}

} // namespace ompjit
