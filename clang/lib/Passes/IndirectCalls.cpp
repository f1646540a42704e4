//===- IndirectCalls.cpp - Calls of functions by the host's addresses -----===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A function with `declare target indirect` may be called on a device by the
// address that it has on the host. clang 22 lists these functions for the
// runtime and leaves the calls as they are. Here each call by an address that
// the optimiser could not find out asks the device runtime, which returns an
// address that is none of the host's as it is.
//
//===----------------------------------------------------------------------===//

#include "Passes.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace ompjit::passes;

static constexpr char LookUp[] = "__llvm_omp_indirect_call_lookup";

static bool isLookedUp(const Value *Callee) {
  const auto *Call = dyn_cast<CallBase>(Callee);
  return Call && Call->getCalledFunction() &&
         Call->getCalledFunction()->getName() == LookUp;
}

PreservedAnalyses IndirectCallsPass::run(Module &M, ModuleAnalysisManager &) {
  SmallVector<CallBase *> Calls;
  for (Function &F : M)
    for (Instruction &I : instructions(F))
      if (auto *Call = dyn_cast<CallBase>(&I);
          Call && Call->isIndirectCall() &&
          !isLookedUp(Call->getCalledOperand()))
        Calls.push_back(Call);
  if (Calls.empty())
    return PreservedAnalyses::all();
  IRBuilder<> Builder(M.getContext());
  FunctionCallee Function = M.getOrInsertFunction(
      LookUp, FunctionType::get(Builder.getPtrTy(), {Builder.getPtrTy()},
                                /*isVarArg=*/false));
  for (CallBase *Call : Calls) {
    Builder.SetInsertPoint(Call);
    Builder.SetCurrentDebugLocation(Call->getDebugLoc());
    Value *Callee = Call->getCalledOperand();
    CallInst *Found = Builder.CreateCall(
        Function, {Builder.CreateAddrSpaceCast(Callee, Builder.getPtrTy())});
    Found->setDoesNotThrow();
    Call->setCalledOperand(
        Builder.CreateAddrSpaceCast(Found, Callee->getType()));
  }
  return PreservedAnalyses::none();
}
