//===- ReductionRecords.cpp - A record for each team ----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Specialize/ReductionRecords.h"

#include "ompjit/Specialize/Calls.h"
#include "ompjit/Specialize/KernelEnvironment.h"

#include "llvm/IR/Constants.h"

using namespace llvm;

namespace ompjit {

constexpr uint64_t NumOfClang = 1024, NumOfOurs = 4096;

/// Returns our number in place of clang's; null if \p Number is another.
static Constant *raised(Value *Number) {
  auto *Known = dyn_cast<ConstantInt>(Number);
  return Known && Known->getZExtValue() == NumOfClang
             ? ConstantInt::get(Known->getType(), NumOfOurs)
             : nullptr;
}

static bool raiseInCalls(Module &M) {
  constexpr unsigned NumRecords = 2; // Position of the argument.
  bool IsChanged = false;
  for (StringRef Name :
       {"__kmpc_nvptx_teams_reduce_nowait_v2", "__ompjit_teams_reduce"})
    for (CallInst *Call : callsOf(M, Name))
      if (Constant *More = raised(Call->getArgOperand(NumRecords))) {
        Call->setArgOperand(NumRecords, More);
        IsChanged = true;
      }
  return IsChanged;
}

/// Replaces member \p Index of a structure.
static Constant *withMember(const ConstantStruct &Whole, unsigned Index,
                            Constant *New) {
  SmallVector<Constant *> Members;
  for (const Use &Each : Whole.operands())
    Members.push_back(cast<Constant>(Each));
  Members[Index] = New;
  return ConstantStruct::get(Whole.getType(), Members);
}

/// The layout is in docs/abi.md: KernelEnvironmentTy.
static bool raiseInEnvironment(GlobalVariable &Environment) {
  constexpr unsigned BufferLength = 8;
  auto *Whole = dyn_cast<ConstantStruct>(Environment.getInitializer());
  auto *Configuration =
      Whole ? dyn_cast<ConstantStruct>(Whole->getOperand(0)) : nullptr;
  if (!Configuration || Configuration->getNumOperands() <= BufferLength)
    return false;
  Constant *More = raised(Configuration->getOperand(BufferLength));
  if (!More)
    return false;
  Environment.setInitializer(
      withMember(*Whole, 0, withMember(*Configuration, BufferLength, More)));
  return true;
}

bool addReductionRecords(Module &M) {
  bool IsChanged = raiseInCalls(M);
  for (GlobalVariable &Each : M.globals())
    if (isKernelEnvironment(Each) && Each.hasInitializer())
      IsChanged |= raiseInEnvironment(Each);
  return IsChanged;
}

} // namespace ompjit
