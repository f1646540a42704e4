//===- EntryMark.cpp - Functions that are marked as entry points ----------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EntryMark.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace ompjit::fragment;

static constexpr StringLiteral Mark = "ompjit_kernel";
static constexpr StringLiteral Annotations = "llvm.global.annotations";

/// Returns the function in a row of the annotations, if the row is a mark.
static const Function *markedIn(const Constant &Row) {
  if (Row.getNumOperands() < 2)
    return nullptr;
  const auto *F = dyn_cast<Function>(Row.getOperand(0)->stripPointerCasts());
  const auto *Text =
      dyn_cast<GlobalVariable>(Row.getOperand(1)->stripPointerCasts());
  if (!F || !Text || !Text->hasInitializer())
    return nullptr;
  const auto *Data = dyn_cast<ConstantDataArray>(Text->getInitializer());
  return Data && Data->isCString() && Data->getAsCString() == Mark ? F
                                                                   : nullptr;
}

std::vector<const Function *> ompjit::fragment::markedEntries(const Module &M) {
  std::vector<const Function *> Found;
  const GlobalVariable *All = M.getNamedGlobal(Annotations);
  if (!All || !All->hasInitializer())
    return Found;
  for (const Use &Row : All->getInitializer()->operands())
    if (const Function *F = markedIn(*cast<Constant>(Row)))
      Found.push_back(F);
  return Found;
}

void ompjit::fragment::dropAnnotations(Module &M) {
  GlobalVariable *All = M.getNamedGlobal(Annotations);
  if (!All)
    return;
  All->eraseFromParent();
  for (GlobalVariable &Each : make_early_inc_range(M.globals())) {
    Each.removeDeadConstantUsers();
    if (Each.hasPrivateLinkage() && Each.use_empty() &&
        Each.getSection() == "llvm.metadata")
      Each.eraseFromParent();
  }
}
