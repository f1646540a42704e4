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

using namespace llvm;

namespace ompjit {

constexpr uint64_t NumOfClang = 1024, NumOfOurs = 4096;

static bool isClangs(const Value *Number) {
  auto *Known = dyn_cast_or_null<ConstantInt>(Number);
  return Known && Known->equalsInt(NumOfClang);
}

static bool raiseInCalls(Module &M) {
  constexpr unsigned NumRecords = 2; // Position of the argument.
  bool IsChanged = false;
  for (StringRef Name :
       {"__kmpc_nvptx_teams_reduce_nowait_v2", "__ompjit_teams_reduce"})
    for (CallInst *Call : callsOf(M, Name))
      if (Value *Number = Call->getArgOperand(NumRecords); isClangs(Number)) {
        Call->setArgOperand(NumRecords,
                            ConstantInt::get(Number->getType(), NumOfOurs));
        IsChanged = true;
      }
  return IsChanged;
}

bool addReductionRecords(Module &M) {
  bool IsChanged = raiseInCalls(M);
  for (GlobalVariable &Each : M.globals())
    if (isKernelEnvironment(Each) &&
        isClangs(configured(Each, Configured::ReductionRecords))) {
      configure(Each, Configured::ReductionRecords, NumOfOurs);
      IsChanged = true;
    }
  return IsChanged;
}

} // namespace ompjit
