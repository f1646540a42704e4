//===- Annotations.cpp - Functions with an annotation ---------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Specialize/Annotations.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace ompjit {

static constexpr StringLiteral ListName = "llvm.global.annotations";

/// Returns the function in a row of the list, if the row has the mark.
static Function *markedIn(const Constant &Row, StringRef Mark) {
  if (Row.getNumOperands() < 2)
    return nullptr;
  auto *F = dyn_cast<Function>(Row.getOperand(0)->stripPointerCasts());
  const auto *Text =
      dyn_cast<GlobalVariable>(Row.getOperand(1)->stripPointerCasts());
  if (!F || !Text || !Text->hasInitializer())
    return nullptr;
  const auto *Data = dyn_cast<ConstantDataArray>(Text->getInitializer());
  return Data && Data->isCString() && Data->getAsCString() == Mark ? F
                                                                   : nullptr;
}

std::vector<Function *> functionsWith(StringRef Mark, const Module &M) {
  std::vector<Function *> Found;
  const GlobalVariable *All = M.getNamedGlobal(ListName);
  if (!All || !All->hasInitializer())
    return Found;
  for (const Use &Row : All->getInitializer()->operands())
    if (Function *F = markedIn(*cast<Constant>(Row), Mark))
      Found.push_back(F);
  return Found;
}

void dropAnnotations(Module &M) {
  GlobalVariable *All = M.getNamedGlobal(ListName);
  if (!All)
    return;
  All->eraseFromParent();
  dropUnusedTexts(M);
}

void dropUnusedTexts(Module &M) {
  for (GlobalVariable &Each : make_early_inc_range(M.globals())) {
    Each.removeDeadConstantUsers();
    if (Each.hasLocalLinkage() && Each.use_empty() &&
        Each.getSection() == "llvm.metadata")
      Each.eraseFromParent();
  }
}

} // namespace ompjit
