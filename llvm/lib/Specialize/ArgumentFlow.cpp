//===- ArgumentFlow.cpp - The flow of arguments ---------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// receivers() and callSitesOf() of ArgumentFlow.h.
//
//===----------------------------------------------------------------------===//

#include "ompjit/Specialize/ArgumentFlow.h"

#include "llvm/IR/Function.h"

using namespace llvm;

namespace ompjit {

/// Whether a call of \p F certainly runs the body that is in this module.
static bool hasKnownBody(const Function *F) {
  return F && F->hasExactDefinition() && !F->isVarArg();
}

static SmallVector<Argument *, 2> receiversOfCallback(const Use &CalleeUse,
                                                      unsigned OperandNo) {
  AbstractCallSite Site(&CalleeUse);
  Function *Callee = Site ? Site.getCalledFunction() : nullptr;
  SmallVector<Argument *, 2> Found;
  if (!hasKnownBody(Callee))
    return Found;
  for (Argument &Parameter : Callee->args())
    if (Parameter.getArgNo() < Site.getNumArgOperands() &&
        Site.getCallArgOperandNo(Parameter) == int(OperandNo))
      Found.push_back(&Parameter);
  return Found;
}

SmallVector<Argument *, 2> receivers(const Use &U) {
  auto *Call = dyn_cast<CallBase>(U.getUser());
  if (!Call || !Call->isArgOperand(&U))
    return {};
  unsigned OperandNo = Call->getArgOperandNo(&U);
  Function *Callee = Call->getCalledFunction();
  if (hasKnownBody(Callee) && OperandNo < Callee->arg_size())
    return {Callee->getArg(OperandNo)};

  // A broker passes on only the operands after its own parameters.
  if (!Callee || OperandNo < Callee->arg_size())
    return {};
  SmallVector<const Use *, 2> Callbacks;
  AbstractCallSite::getCallbackUses(*Call, Callbacks);
  SmallVector<Argument *, 2> Found;
  for (const Use *Callback : Callbacks) {
    auto Parameters = receiversOfCallback(*Callback, OperandNo);
    if (Parameters.empty())
      return {};
    Found.append(Parameters.begin(), Parameters.end());
  }
  return Found;
}

std::optional<CallSites> callSitesOf(const Function &F) {
  CallSites Sites;
  for (const Use &U : F.uses()) {
    AbstractCallSite Site(&U);
    if (!Site || !Site.isCallee(&U))
      return std::nullopt;
    if (Site.isDirectCall() &&
        Site.getInstruction()->getFunctionType() != F.getFunctionType())
      return std::nullopt;
    Sites.push_back(Site);
  }
  return Sites;
}

} // namespace ompjit
