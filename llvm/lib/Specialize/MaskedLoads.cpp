//===- MaskedLoads.cpp - Loads before writes ------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Specialize/MaskedLoads.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassInstrumentation.h"

using namespace llvm;

namespace ompjit {

/// Whether the fold might move the load behind a write: it takes loads with one
/// use, from which the choice may be some shuffles away.
static bool mayMove(const IntrinsicInst &Load) {
  if (!Load.hasOneUse() || isa<FreezeInst>(Load.user_back()))
    return false;
  if (Load.user_back()->getParent() != Load.getParent())
    return true;
  for (const Instruction *I = Load.getNextNode(); I; I = I->getNextNode())
    if (I->mayWriteToMemory())
      return true;
  return false;
}

bool keepMaskedLoads(Function &F) {
  SmallVector<IntrinsicInst *> Found;
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<IntrinsicInst>(&I);
        Call && Call->getIntrinsicID() == Intrinsic::masked_load &&
        mayMove(*Call))
      Found.push_back(Call);
  for (IntrinsicInst *Load : Found) {
    Use &Only = *Load->use_begin();
    auto *Frozen = new FreezeInst(Load, "", std::next(Load->getIterator()));
    Frozen->setDebugLoc(Load->getDebugLoc());
    Only.set(Frozen);
  }
  return !Found.empty();
}

/// The code is not constant, although callbacks get it so.
void keepMaskedLoads(PassInstrumentationCallbacks &Callbacks) {
  Callbacks.registerBeforeNonSkippedPassCallback([](StringRef Pass, Any Code) {
    const auto *F = any_cast<const Function *>(&Code);
    if (F && Pass == "InstCombinePass")
      keepMaskedLoads(const_cast<Function &>(**F));
  });
}

bool MaskedLoadsGate::shouldRunPass(StringRef Pass,
                                    StringRef Description) const {
  if (Usual.isEnabled() && !Usual.shouldRunPass(Pass, Description))
    return false;
  if (Pass == "instcombine")
    if (Function *F = M.getFunction(Description))
      keepMaskedLoads(*F);
  return true;
}

} // namespace ompjit
