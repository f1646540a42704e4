//===- KernelEnvironment.cpp - A kernel's environments --------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Specialize/KernelEnvironment.h"

using namespace llvm;

namespace ompjit {

/// Replaces a member of a structure.
static Constant *withMember(const Constant &Whole, unsigned Index,
                            Constant *New) {
  SmallVector<Constant *> Members;
  for (const Use &Each : Whole.operands())
    Members.push_back(cast<Constant>(Each));
  Members[Index] = New;
  return ConstantStruct::get(cast<StructType>(Whole.getType()), Members);
}

ConstantInt *configured(const GlobalVariable &Environment, Configured Which) {
  if (!Environment.hasInitializer())
    return nullptr;
  auto *Whole = dyn_cast<ConstantStruct>(Environment.getInitializer());
  auto *Configuration =
      Whole ? dyn_cast<ConstantStruct>(Whole->getOperand(0)) : nullptr;
  return Configuration && Configuration->getNumOperands() > unsigned(Which)
             ? dyn_cast<ConstantInt>(Configuration->getOperand(unsigned(Which)))
             : nullptr;
}

void configure(GlobalVariable &Environment, Configured Which, uint64_t Number) {
  const Constant &Whole = *Environment.getInitializer();
  auto *Configuration = cast<Constant>(Whole.getOperand(0));
  Type *T = Configuration->getOperand(unsigned(Which))->getType();
  Environment.setInitializer(
      withMember(Whole, 0,
                 withMember(*Configuration, unsigned(Which),
                            ConstantInt::get(T, Number))));
}

} // namespace ompjit
