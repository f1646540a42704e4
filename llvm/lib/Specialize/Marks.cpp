//===- Marks.cpp - Values that a program names ----------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Specialize/Marks.h"

#include "ompjit/Specialize/Annotations.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace ompjit {

Mark markOf(const CallBase &Call) {
  StringRef Text;
  if (Call.getIntrinsicID() != Intrinsic::annotation ||
      !getConstantStringInfo(Call.getArgOperand(1), Text))
    return Mark::None;
  return StringSwitch<Mark>(Text)
      .Case("ompx_specialize", Mark::Always)
      .Case("ompx_never_specialize", Mark::Never)
      .Default(Mark::None);
}

bool dropMarks(Module &M) {
  SmallVector<CallBase *> Marks;
  for (Function &F : M)
    if (F.getIntrinsicID() == Intrinsic::annotation)
      for (User *Each : F.users())
        if (auto *Call = dyn_cast<CallBase>(Each);
            Call && markOf(*Call) != Mark::None)
          Marks.push_back(Call);
  if (Marks.empty())
    return false;
  for (CallBase *Each : Marks) {
    Each->replaceAllUsesWith(Each->getArgOperand(0));
    Each->eraseFromParent();
  }
  for (Function &F : make_early_inc_range(M))
    if (F.getIntrinsicID() == Intrinsic::annotation && F.use_empty())
      F.eraseFromParent();
  dropUnusedTexts(M);
  return true;
}

PreservedAnalyses DropMarksPass::run(Module &M, ModuleAnalysisManager &) {
  return dropMarks(M) ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace ompjit
