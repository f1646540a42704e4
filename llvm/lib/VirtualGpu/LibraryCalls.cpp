//===- LibraryCalls.cpp - Functions that a driver provides ----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LibraryCalls.h"

using namespace llvm;

namespace ompjit::virtualgpu {

namespace {

struct DriverFunction {
  StringLiteral Name;
  size_t Operation;
  unsigned NumArguments; ///< Further arguments are not passed on.
};

constexpr DriverFunction DriverFunctions[] = {
    {"vprintf", offsetof(vgpu::Operations, Print), 2},
    {"malloc", offsetof(vgpu::Operations, Allocate), 1},
    {"free", offsetof(vgpu::Operations, Free), 1},
    {"__assertfail", offsetof(vgpu::Operations, AssertFailed), 4},
};

} // namespace

static Error replace(Function &F, const DriverFunction &By, Operations &Calls) {
  for (User *U : make_early_inc_range(F.users())) {
    auto *Call = dyn_cast<CallInst>(U);
    if (!Call || Call->getCalledFunction() != &F ||
        Call->arg_size() < By.NumArguments)
      return createStringError("the virtual GPU can only call " + F.getName());
    IRBuilder<> B(Call);
    SmallVector<Value *> Arguments(
        make_range(Call->arg_begin(), Call->arg_begin() + By.NumArguments));
    Value *Result = Calls.call(B, By.Operation, Call->getType(), Arguments);
    Call->replaceAllUsesWith(Result);
    Call->eraseFromParent();
  }
  return Error::success();
}

Error lowerLibraryCalls(Module &M, Operations &Calls) {
  for (const DriverFunction &Each : DriverFunctions)
    if (Function *F = M.getFunction(Each.Name); F && F->isDeclaration())
      if (Error E = replace(*F, Each, Calls))
        return E;
  return Error::success();
}

Lowered lowerCommon(IntrinsicInst &Call, IRBuilderBase &B, Operations &Gpu) {
  switch (Call.getIntrinsicID()) {
  case Intrinsic::trap:
  case Intrinsic::debugtrap:
  case Intrinsic::ubsantrap:
    Gpu.call(B, offsetof(vgpu::Operations, Trap), B.getVoidTy(),
             {Gpu.site(B), Gpu.string("a trap")});
    return nullptr;
  case Intrinsic::readcyclecounter:
    return Gpu.call(B, offsetof(vgpu::Operations, Cycles), B.getInt64Ty(), {});
  case Intrinsic::readsteadycounter: // Its ticks are those of 100 MHz.
    return B.CreateUDiv(Gpu.call(B, offsetof(vgpu::Operations, Nanoseconds),
                                 B.getInt64Ty(), {}),
                        B.getInt64(10));
  default:
    return {};
  }
}

} // namespace ompjit::virtualgpu
