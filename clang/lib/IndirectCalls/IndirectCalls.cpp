//===- IndirectCalls.cpp - Calls through host addresses -------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IndirectCalls.h"

#include "FunctionList.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace ompjit;

static constexpr char LookUp[] = "__llvm_omp_indirect_call_lookup";

static bool isLookedUp(const Value *Callee) {
  const auto *Call = dyn_cast<CallBase>(Callee);
  return Call && Call->getCalledFunction() &&
         Call->getCalledFunction()->getName() == LookUp;
}

/// A function that the host may know by another address: `declare target
/// indirect` creates an entry for it in the file that defines it.
static bool mayHaveHostAddress(const Value *V) {
  const auto *F = dyn_cast<Function>(V->stripPointerCasts());
  if (!F || F->isDeclaration())
    return F;
  return any_of(F->users(), [](const User *Each) {
    const auto *Entry = dyn_cast<GlobalVariable>(Each);
    return Entry && Entry->getName().starts_with("__omp_offloading_");
  });
}

/// Returns the operand that can be any address in a comparison with such a
/// function, or null if there is none.
static Use *comparedWithFunction(ICmpInst &Comparison) {
  for (unsigned I : {0u, 1u}) {
    const Value *Other = Comparison.getOperand(I);
    if (mayHaveHostAddress(Comparison.getOperand(1 - I)) &&
        !isa<Constant>(Other) && !isLookedUp(Other->stripPointerCasts()))
      return &Comparison.getOperandUse(I);
  }
  return nullptr;
}

/// Returns the uses of addresses that may be the host's.
static SmallVector<Use *> usesOfAddresses(Module &M) {
  SmallVector<Use *> Found;
  for (Function &F : M)
    for (Instruction &I : instructions(F)) {
      if (auto *Call = dyn_cast<CallBase>(&I);
          Call && Call->isIndirectCall() &&
          !isLookedUp(Call->getCalledOperand()))
        Found.push_back(&Call->getCalledOperandUse());
      if (auto *Comparison = dyn_cast<ICmpInst>(&I);
          Comparison && Comparison->isEquality())
        if (Use *Operand = comparedWithFunction(*Comparison))
          Found.push_back(Operand);
    }
  return Found;
}

static void askRuntime(Module &M, ArrayRef<Use *> Uses) {
  IRBuilder<> Builder(M.getContext());
  FunctionCallee Function = M.getOrInsertFunction(
      LookUp, FunctionType::get(Builder.getPtrTy(), {Builder.getPtrTy()},
                                /*isVarArg=*/false));
  for (Use *Each : Uses) {
    auto *User = cast<Instruction>(Each->getUser());
    Builder.SetInsertPoint(User);
    Builder.SetCurrentDebugLocation(User->getDebugLoc());
    Value *Address = Each->get();
    CallInst *Found = Builder.CreateCall(
        Function, {Builder.CreateAddrSpaceCast(Address, Builder.getPtrTy())});
    Found->setDoesNotThrow();
    Each->set(Builder.CreateAddrSpaceCast(Found, Address->getType()));
  }
}

static void searchList(Module &M, ArrayRef<Use *> Uses) {
  FunctionList List(M);
  for (Use *Each : Uses)
    Each->set(List.find(Each->get(), *cast<Instruction>(Each->getUser())));
}

PreservedAnalyses IndirectCallsPass::run(Module &M, ModuleAnalysisManager &) {
  const SmallVector<Use *> Uses = usesOfAddresses(M);
  if (Uses.empty())
    return PreservedAnalyses::all();
  const Triple &Target = M.getTargetTriple();
  if (Target.isNVPTX() || Target.isAMDGPU())
    askRuntime(M, Uses);
  else
    searchList(M, Uses);
  return PreservedAnalyses::none();
}
