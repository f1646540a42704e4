//===- PrivateVariables.cpp - Variables of one thread ---------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PrivateVariables.h"

#include "ompjit/Specialize/Calls.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace ompjit::devicelink {

/// Variables of a fixed size live as long as the function, as if a loop around
/// them were not there; arrays whose size is computed, as long as their call.
static void putOnStack(CallInst &Allocation) {
  constexpr uint64_t RuntimeAlignment = 16;
  Value *Size = Allocation.getArgOperand(0);
  Instruction *Place = &Allocation;
  if (isa<Constant>(Size))
    Place = &*Allocation.getFunction()->getEntryBlock().getFirstInsertionPt();
  IRBuilder<> Builder(Place);
  Builder.SetCurrentDebugLocation(DebugLoc());
  AllocaInst *Variable = Builder.CreateAlloca(Builder.getInt8Ty(), Size);
  Variable->setAlignment(
      std::max(Align(RuntimeAlignment), Allocation.getRetAlign().valueOrOne()));
  Value *Generic = Builder.CreatePointerBitCastOrAddrSpaceCast(
      Variable, Allocation.getType());
  Allocation.replaceAllUsesWith(Generic);
  Allocation.eraseFromParent();
}

void makeVariablesPrivate(Module &M) {
  for (CallInst *Each : callsOf(M, "__kmpc_free_shared"))
    Each->eraseFromParent();
  for (CallInst *Each : callsOf(M, "__kmpc_alloc_shared"))
    putOnStack(*Each);
}

} // namespace ompjit::devicelink
