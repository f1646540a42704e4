//===- SharedMemory.cpp - Variables of which each block has one -----------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SharedMemory.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/ReplaceConstant.h"

using namespace llvm;

namespace ompjit::virtualgpu {

static void replaceUses(GlobalVariable &Variable, uint64_t Offset,
                        Operations &Calls) {
  DenseMap<Function *, Value *> Places;
  for (Use &U : make_early_inc_range(Variable.uses())) {
    auto *User = dyn_cast<Instruction>(U.getUser());
    if (!User)
      continue;
    Function &F = *User->getFunction();
    Value *&Place = Places[&F];
    if (!Place) {
      auto *Lane = cast<Instruction>(Calls.lane(F));
      IRBuilder<> B(Lane->getParent(), std::next(Lane->getIterator()));
      Value *Base =
          Calls.laneField(B, offsetof(vgpu::Lane, Shared), B.getPtrTy());
      Place = B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), Base, Offset);
    }
    U.set(Place);
  }
}

Expected<uint32_t> placeSharedMemory(Module &M,
                                     ArrayRef<GlobalVariable *> Variables,
                                     Operations &Calls) {
  const DataLayout &Layout = M.getDataLayout();
  SmallVector<Constant *> Constants(Variables);
  convertUsersOfConstantsToInstructions(Constants);
  SmallVector<std::pair<GlobalVariable *, uint64_t>> Placed;
  SmallVector<GlobalVariable *> Dynamic;
  uint64_t Size = 0;
  for (GlobalVariable *Variable : Variables) {
    const uint64_t Bytes = Layout.getTypeAllocSize(Variable->getValueType());
    if (!Bytes || Variable->isDeclaration()) {
      Dynamic.push_back(Variable);
      continue;
    }
    Size = alignTo(Size, Layout.getPreferredAlign(Variable));
    Placed.push_back({Variable, Size});
    Size += Bytes;
  }
  Size = alignTo(Size, 16);
  for (GlobalVariable *Variable : Dynamic)
    Placed.push_back({Variable, Size});
  for (auto [Variable, Offset] : Placed) {
    replaceUses(*Variable, Offset, Calls);
    Variable->removeDeadConstantUsers();
    if (!Variable->use_empty())
      return createStringError("the virtual GPU cannot run code in which the "
                               "address of " +
                               Variable->getName() +
                               ", of which each block has one, is a constant");
    Variable->eraseFromParent();
  }
  return uint32_t(Size);
}

} // namespace ompjit::virtualgpu
