//===- SpecializeScalars.cpp - A kernel's arguments become constants ------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// specializeScalars of Scalars.h.
//
//===----------------------------------------------------------------------===//

#include "ompjit/Specialize/Scalars.h"

#include "ReplaceByConstant.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"

using namespace llvm;

namespace ompjit {

// Returns a constant of the type. clang passes every scalar as an i64; bitcode
// from other compilers has other types, which determine how many of the bits
// they use.
static Constant *constantOf(Type *Ty, uint64_t Bits) {
  TypeSize Size = Ty->getPrimitiveSizeInBits();
  if (!Ty->isIntegerTy() && !Ty->isFloatingPointTy())
    return nullptr;
  if (Size.getFixedValue() > 64)
    return nullptr;
  APInt Value = APInt(64, Bits).trunc(Size.getFixedValue());
  if (Ty->isIntegerTy())
    return ConstantInt::get(Ty, Value);
  return ConstantFP::get(Ty, APFloat(Ty->getFltSemantics(), Value));
}

Error specializeScalars(Function &Kernel, ArrayRef<ScalarArgument> Arguments) {
  // A caller within the module would pass values of its own.
  if (!Arguments.empty() && !Kernel.use_empty())
    return createStringError("the kernel " + Kernel.getName() +
                             " is called by device code");
  for (const ScalarArgument &Argument : Arguments) {
    // Argument 0 is the launch environment.
    if (size_t(Argument.Parameter) + 1 >= Kernel.arg_size())
      return createStringError("the kernel " + Kernel.getName() +
                               " has no parameter " +
                               Twine(Argument.Parameter));
    llvm::Argument &Arg = *Kernel.getArg(Argument.Parameter + 1);
    Constant *Value = constantOf(Arg.getType(), Argument.Bits);
    if (!Value)
      return createStringError("parameter " + Twine(Argument.Parameter) +
                               " of the kernel " + Kernel.getName() +
                               " is not a scalar");
    replaceByConstant(Arg, *Value);
  }
  return Error::success();
}

} // namespace ompjit
