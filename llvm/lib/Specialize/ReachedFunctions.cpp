//===- ReachedFunctions.cpp - The functions that a kernel reaches ---------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReachedFunctions.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace ompjit {

using FunctionSet = SmallSetVector<const Function *, 16>;

/// Adds the functions that \p Code mentions, also in constants.
static void addFunctions(const User &Code, FunctionSet &Reached) {
  for (const Use &Operand : Code.operands()) {
    if (auto *F = dyn_cast<Function>(Operand))
      Reached.insert(F);
    else if (auto *C = dyn_cast<Constant>(Operand); C && !isa<GlobalValue>(C))
      addFunctions(*C, Reached);
  }
}

FunctionSet reachedFunctions(const Function &Kernel) {
  FunctionSet Reached;
  Reached.insert(&Kernel);
  for (size_t I = 0; I != Reached.size(); ++I)
    for (const Instruction &Each : instructions(*Reached[I]))
      addFunctions(Each, Reached);
  return Reached;
}

} // namespace ompjit
