//===- NumbersAsPointers.cpp - Numbers in pointers ------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// NumbersAsPointers.h's rules.
//
//===----------------------------------------------------------------------===//

#include "NumbersAsPointers.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace ompjit::devicelink {

/// Whether \p U makes a number of the 64 bits that it uses. An address is
/// rarely used in this way.
static bool takesNumber(const User *U) {
  if (isa<TruncInst>(U))
    return U->getType()->isIntegerTy() &&
           U->getType()->getIntegerBitWidth() <= 32;
  return isa<BitCastInst>(U) && U->getType()->isDoubleTy();
}

static bool holdsNumber(const Argument &Parameter) {
  return Parameter.getType()->isPointerTy() && !Parameter.use_empty() &&
         !Parameter.hasPassPointeeByValueCopyAttr() &&
         !Parameter.hasByRefAttr() &&
         all_of(Parameter.users(), [](const User *U) {
           return isa<PtrToIntInst>(U) && U->getType()->isIntegerTy(64) &&
                  all_of(U->users(), takesNumber);
         });
}

/// Returns \p Old's code as a function in which the parameters \p IsNumber are
/// integers.
static Function *retyped(Function &Old, ArrayRef<bool> IsNumber) {
  LLVMContext &Context = Old.getContext();
  SmallVector<Type *> Types;
  for (Argument &A : Old.args())
    Types.push_back(IsNumber[A.getArgNo()] ? Type::getInt64Ty(Context)
                                           : A.getType());
  auto *New = Function::Create(
      FunctionType::get(Old.getReturnType(), Types, Old.isVarArg()),
      Old.getLinkage(), Old.getAddressSpace());
  Old.getParent()->getFunctionList().insert(Old.getIterator(), New);
  New->takeName(&Old);
  New->copyAttributesFrom(&Old);
  New->setComdat(Old.getComdat());
  New->copyMetadata(&Old, 0);
  Old.setSubprogram(nullptr);
  New->splice(New->begin(), &Old);
  for (auto [From, To] : zip_equal(Old.args(), New->args())) {
    To.setName(From.getName());
    if (From.getType() == To.getType()) {
      From.replaceAllUsesWith(&To);
      continue;
    }
    // What is said of pointers would be wrong of a number.
    New->setAttributes(
        New->getAttributes().removeParamAttributes(Context, To.getArgNo()));
    for (User *Each : make_early_inc_range(From.users())) {
      Each->replaceAllUsesWith(&To);
      cast<Instruction>(Each)->eraseFromParent();
    }
  }
  Old.replaceAllUsesWith(New);
  Old.eraseFromParent();
  return New;
}

Function *retypeNumbers(Function &Kernel) {
  SmallVector<bool> IsNumber;
  for (const Argument &A : Kernel.args())
    IsNumber.push_back(holdsNumber(A));
  return is_contained(IsNumber, true) ? retyped(Kernel, IsNumber) : &Kernel;
}

bool isOnlyKept(const Argument &Parameter) {
  return !Parameter.use_empty() && all_of(Parameter.uses(), [](const Use &U) {
    const auto *Store = dyn_cast<StoreInst>(U.getUser());
    return Store && U.getOperandNo() == 0 &&
           isa<AllocaInst>(Store->getPointerOperand());
  });
}

} // namespace ompjit::devicelink
