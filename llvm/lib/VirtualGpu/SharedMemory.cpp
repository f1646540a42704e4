//===- SharedMemory.cpp - Variables with a copy for each block ------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SharedMemory.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/ReplaceConstant.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

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

/// An access that misses a variable by up to this distance is noticed.
static constexpr uint64_t GapBytes = 64;

namespace {

class Placer {
public:
  Placer(const DataLayout &Layout, Variables *Known)
      : Layout(Layout), Known(Known) {}

  void place(GlobalVariable &Variable);
  /// The memory that the launch adds lies behind.
  void finish() {
    Result.Bytes = uint32_t(alignTo(Size, 16));
    for (GlobalVariable *Variable : Dynamic)
      Placed.push_back({Variable, Result.Bytes});
  }

  SharedMemory Result;
  SmallVector<std::pair<GlobalVariable *, uint64_t>> Placed;

private:
  const DataLayout &Layout;
  Variables *Known;
  uint64_t Size = 0;
  SmallVector<GlobalVariable *> Dynamic;
};

} // namespace

void Placer::place(GlobalVariable &Variable) {
  const uint64_t Bytes = Layout.getTypeAllocSize(Variable.getValueType());
  if (!Bytes || Variable.isDeclaration())
    return Dynamic.push_back(&Variable);
  Size = alignTo(Size, Layout.getPreferredAlign(&Variable));
  Placed.push_back({&Variable, Size});
  if (Known)
    Result.Variables.push_back({Known->record(&Variable), Size});
  Size += Bytes;
  if (!Known)
    return;
  Size += GapBytes;
  Result.PaddingBytes += uint32_t(GapBytes);
}

Expected<SharedMemory> placeSharedMemory(Module &M,
                                         ArrayRef<GlobalVariable *> Globals,
                                         Operations &Calls, Variables *Known) {
  SmallVector<Constant *> Constants(Globals);
  // LLVM's lists of what to keep are no code.
  removeFromUsedLists(M, [&](Constant *Listed) {
    return is_contained(Globals, Listed->stripPointerCasts());
  });
  convertUsersOfConstantsToInstructions(Constants);
  Placer Place(M.getDataLayout(), Known);
  for (GlobalVariable *Variable : Globals)
    Place.place(*Variable);
  Place.finish();
  for (auto [Variable, Offset] : Place.Placed) {
    replaceUses(*Variable, Offset, Calls);
    Variable->removeDeadConstantUsers();
    if (!Variable->use_empty())
      return createStringError("the virtual GPU cannot run code in which the "
                               "address of " +
                               Variable->getName() +
                               ", of which each block has one, is a constant");
    Variable->eraseFromParent();
  }
  return std::move(Place.Result);
}

} // namespace ompjit::virtualgpu
