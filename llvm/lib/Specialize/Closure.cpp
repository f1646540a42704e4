//===- Closure.cpp - Everything that a set of roots reaches ---------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Closure.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalAlias.h"
#include "llvm/IR/GlobalIFunc.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"

using namespace llvm;

namespace ompjit {

bool isCodeUse(const Use &U) {
  const auto *Target = dyn_cast<GlobalValue>(U);
  if (!Target ||
      !isa_and_nonnull<Function, GlobalIFunc>(
          isa<GlobalIFunc>(Target) ? Target : Target->getAliaseeObject()))
    return false;
  if (isa<Function>(U.getUser()))
    return true;
  const auto *Call = dyn_cast<CallBase>(U.getUser());
  if (!Call)
    return false;
  if (Call->isCallee(&U))
    return true;
  const Function *Callee = Call->getCalledFunction();
  return Callee && Call->isArgOperand(&U) &&
         Callee->getName().starts_with("__kmpc_");
}

Error Closure::add(GlobalValue &Root) {
  keep(Root);
  while (NextToScan != Kept.size())
    if (Error E = scan(*Kept[NextToScan++]))
      return E;
  return Error::success();
}

Error Closure::scan(GlobalValue &GV) {
  if (auto *F = dyn_cast<Function>(&GV))
    return scanFunction(*F);
  // An alias of a function is kept only if it is used as code.
  if (auto *F = dyn_cast_or_null<Function>(GV.getAliaseeObject()))
    keep(*F);
  else
    for (const Use &U : GV.operands())
      visitConstant(*cast<Constant>(U));
  return Error::success();
}

Error Closure::scanFunction(Function &F) {
  if (Error E = F.materialize())
    return E;
  for (const Use &U : F.operands())
    visit(U);
  for (Instruction &I : instructions(F))
    for (const Use &U : I.operands())
      visit(U);
  return Error::success();
}

void Closure::visit(const Use &U) {
  auto *C = dyn_cast<Constant>(U);
  if (!C)
    return;
  if (isCodeUse(U))
    keep(*cast<GlobalValue>(C));
  else
    visitConstant(*C);
}

void Closure::visitConstant(Constant &C) {
  if (auto *GV = dyn_cast<GlobalValue>(&C))
    return refer(*GV);
  if (!Visited.insert(&C).second)
    return;
  // The address of a block belongs to the copy of the function that uses it.
  if (auto *Block = dyn_cast<BlockAddress>(&C))
    return keep(*Block->getFunction());
  for (const Use &U : C.operands())
    if (auto *Operand = dyn_cast<Constant>(U))
      visitConstant(*Operand);
}

void Closure::keep(GlobalValue &GV) { Kept.insert(&GV); }

void Closure::refer(GlobalValue &GV) {
  if (IsShared(GV))
    Shared.insert(&GV);
  else
    keep(GV);
}

} // namespace ompjit
