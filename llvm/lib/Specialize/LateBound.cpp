//===- LateBound.cpp - Functions bound at run time ------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Specialize/LateBound.h"

#include "ReachedFunctions.h"
#include "ompjit/Specialize/Annotations.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace ompjit {

static constexpr StringLiteral Attribute = "ompjit-late-bound";

void setLateBound(Module &M) {
  for (Function *F : functionsWith(LateBoundMark, M))
    if (F->isDeclarationForLinker())
      F->addFnAttr(Attribute);
}

bool isLateBound(const Function &F) {
  return F.isDeclarationForLinker() && F.hasFnAttribute(Attribute);
}

std::vector<std::string> lateBoundFunctions(const Function &F) {
  std::vector<std::string> Names;
  for (const Function *Each : reachedFunctions(F))
    if (isLateBound(*Each))
      Names.push_back(Each->getName().str());
  sort(Names);
  return Names;
}

void trapLateBound(Module &M) {
  for (Function &F : M) {
    if (!isLateBound(F))
      continue;
    F.removeFnAttr(Attribute);
    F.setLinkage(GlobalValue::InternalLinkage);
    F.setVisibility(GlobalValue::DefaultVisibility);
    F.setDSOLocal(true);
    IRBuilder<> Builder(BasicBlock::Create(M.getContext(), "", &F));
    Builder.CreateIntrinsic(Intrinsic::trap, {});
    Builder.CreateUnreachable();
  }
}

} // namespace ompjit
