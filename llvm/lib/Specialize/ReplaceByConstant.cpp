//===- ReplaceByConstant.cpp - Replace a value by a constant --------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReplaceByConstant.h"

#include "llvm/Analysis/InstructionSimplify.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace ompjit {

static const DataLayout &layoutOf(const Value &V) {
  if (auto *I = dyn_cast<Instruction>(&V))
    return I->getDataLayout();
  return cast<Argument>(V).getParent()->getDataLayout();
}

void replaceByConstant(Value &Old, Constant &New) {
  const DataLayout &Layout = layoutOf(Old);
  SmallVector<WeakTrackingVH> Work;
  for (User *U : Old.users())
    Work.push_back(U);
  Old.replaceAllUsesWith(&New);

  while (!Work.empty()) {
    auto *I = dyn_cast_or_null<Instruction>(Work.pop_back_val());
    if (!I || !I->getParent())
      continue;
    Value *Folded = simplifyInstruction(I, SimplifyQuery(Layout, I));
    if (!Folded || !isa<Constant>(Folded))
      continue;
    for (User *U : I->users())
      Work.push_back(U);
    I->replaceAllUsesWith(Folded);
    if (isInstructionTriviallyDead(I))
      I->eraseFromParent();
  }
}

} // namespace ompjit
