//===- OwnParameters.cpp - Parameters that are copies in memory -----------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A parameter with the attribute byval is memory of its own call, like a
// variable of the function. The OpenMP optimiser knows this only of variables.
//
//===----------------------------------------------------------------------===//

#include "ompjit/Specialize/OptimizerFaults.h"

#include "ompjit/Specialize/KernelEnvironment.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace ompjit {

static bool mayBeWritten(const Argument &Parameter) {
  SmallVector<const Value *> Addresses = {&Parameter};
  while (!Addresses.empty())
    for (const Use &U : Addresses.pop_back_val()->uses()) {
      const User *Each = U.getUser();
      if (isa<LoadInst>(Each))
        continue;
      if (isa<GetElementPtrInst, AddrSpaceCastInst>(Each)) {
        Addresses.push_back(Each);
        continue;
      }
      if (const auto *Copy = dyn_cast<MemTransferInst>(Each);
          Copy && &U == &Copy->getRawSourceUse())
        continue;
      if (const auto *Call = dyn_cast<CallBase>(Each);
          Call && Call->isArgOperand(&U) &&
          Call->isByValArgument(Call->getArgOperandNo(&U)))
        continue;
      return true;
    }
  return false;
}

static void makeVariable(Argument &Parameter) {
  Function &F = *Parameter.getParent();
  const DataLayout &Layout = F.getDataLayout();
  Type *Ty = Parameter.getParamByValType();
  IRBuilder<> B(&*F.getEntryBlock().getFirstInsertionPt());
  auto *Variable = B.CreateAlloca(Ty, Layout.getAllocaAddrSpace());
  Variable->setAlignment(std::max(Parameter.getParamAlign().valueOrOne(),
                                  Layout.getPrefTypeAlign(Ty)));
  Value *Address = B.CreateAddrSpaceCast(Variable, Parameter.getType());
  Parameter.replaceAllUsesWith(Address);
  B.CreateMemCpy(Address, Variable->getAlign(), &Parameter,
                 Parameter.getParamAlign(), Layout.getTypeAllocSize(Ty));
}

PreservedAnalyses OwnParametersPass::run(Module &M, ModuleAnalysisManager &) {
  bool Changed = false;
  for (Function &F : M) {
    if (F.isDeclaration() || isGpuKernel(F) || !M.getTargetTriple().isGPU())
      continue;
    for (Argument &Parameter : F.args())
      if (Parameter.hasByValAttr() && mayBeWritten(Parameter)) {
        makeVariable(Parameter);
        Changed = true;
      }
  }
  return Changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace ompjit
