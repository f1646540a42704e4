//===- SpecializeZeroBits.cpp - Known bits of a kernel's parameters -------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A parameter with known zero bits is masked, which all analyses understand.
// Code generation removes the mask if it is redundant, or makes one instruction
// of it.
//
//===----------------------------------------------------------------------===//

#include "ompjit/Specialize/Scalars.h"

#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"

using namespace llvm;

namespace ompjit {

static Error maskParameter(Function &Kernel, const ZeroBits &Known) {
  // Argument 0 is the launch environment.
  if (size_t(Known.Parameter) + 1 >= Kernel.arg_size())
    return createStringError("the kernel " + Kernel.getName() +
                             " has no parameter " + Twine(Known.Parameter));
  Argument &Number = *Kernel.getArg(Known.Parameter + 1);
  auto *Type = dyn_cast<IntegerType>(Number.getType());
  if (!Type)
    return createStringError("parameter " + Twine(Known.Parameter) +
                             " of the kernel " + Kernel.getName() +
                             " is not an integer");
  const APInt Others = ~APInt(64, Known.Mask).zextOrTrunc(Type->getBitWidth());
  if (Others.isAllOnes() || Number.use_empty())
    return Error::success();
  IRBuilder<> Builder(&*Kernel.getEntryBlock().getFirstInsertionPt());
  auto *Masked = cast<Instruction>(Builder.Insert(BinaryOperator::CreateAnd(
      &Number, ConstantInt::get(Type, Others), Number.getName() + ".known")));
  Number.replaceUsesWithIf(Masked,
                           [&](const Use &U) { return U.getUser() != Masked; });
  return Error::success();
}

Error specializeZeroBits(Function &Kernel, ArrayRef<ZeroBits> Parameters) {
  // A caller within the module would pass values of its own.
  if (!Parameters.empty() && !Kernel.use_empty())
    return createStringError("the kernel " + Kernel.getName() +
                             " is called by device code");
  for (const ZeroBits &Known : Parameters)
    if (Error E = maskParameter(Kernel, Known))
      return E;
  return Error::success();
}

} // namespace ompjit
