//===- ReplaceArgument.cpp - Put a constant in the place of an argument ---===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReplaceArgument.h"

#include "llvm/Analysis/InstructionSimplify.h"
#include "llvm/IR/Argument.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace ompjit {

void replaceArgument(Argument &Arg, Constant &Value) {
  const DataLayout &Layout = Arg.getParent()->getParent()->getDataLayout();
  SmallVector<WeakTrackingVH> Work;
  for (User *U : Arg.users())
    Work.push_back(U);
  Arg.replaceAllUsesWith(&Value);

  while (!Work.empty()) {
    auto *I = dyn_cast_or_null<Instruction>(Work.pop_back_val());
    if (!I || !I->getParent())
      continue;
    llvm::Value *Folded = simplifyInstruction(I, SimplifyQuery(Layout, I));
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
