//===- StridedUpdates.cpp - Updates of sections with a step ---------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StridedUpdates.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"

using namespace llvm;

namespace {

constexpr uint64_t NonContiguous = 0x100000000000;

/// Returns the stores to element \p Index of a list that the directive owns.
SmallVector<StoreInst *> storesTo(Value *List, uint64_t Index,
                                  const DataLayout &Layout) {
  constexpr uint64_t ElementBytes = 8;
  SmallVector<StoreInst *> Found;
  auto *Place = dyn_cast<AllocaInst>(List->stripInBoundsConstantOffsets());
  if (!Place)
    return Found;
  for (Instruction &I : instructions(*Place->getFunction())) {
    auto *Store = dyn_cast<StoreInst>(&I);
    if (!Store)
      continue;
    APInt Offset(64, 0);
    const Value *Base =
        Store->getPointerOperand()->stripAndAccumulateInBoundsConstantOffsets(
            Layout, Offset);
    if (Base == Place && Offset == Index * ElementBytes)
      Found.push_back(Store);
  }
  return Found;
}

/// Returns how many dimensions the list that is item \p Index has, or 0 if that
/// is not known.
uint64_t dimensionsOf(Value *Begins, uint64_t Index, const DataLayout &Layout) {
  for (const StoreInst *Store : reverse(storesTo(Begins, Index, Layout)))
    if (const auto *List = dyn_cast<AllocaInst>(
            Store->getValueOperand()->stripInBoundsConstantOffsets()))
      if (const auto *Array = dyn_cast<ArrayType>(List->getAllocatedType()))
        if (const auto *Dimension =
                dyn_cast<StructType>(Array->getElementType());
            Dimension && Dimension->getName().contains("descriptor_dim"))
          return Array->getNumElements();
  return 0;
}

bool correct(CallBase &Update) {
  enum Argument { Begins = 4, Sizes, Types, Needed };
  if (Update.arg_size() < Needed)
    return false;
  const auto *List = dyn_cast<GlobalVariable>(
      Update.getArgOperand(Types)->stripInBoundsConstantOffsets());
  if (!List || !List->hasInitializer())
    return false;
  const auto *Each = dyn_cast<ConstantDataArray>(List->getInitializer());
  const DataLayout &Layout = Update.getDataLayout();
  bool Changed = false;
  for (uint64_t I = 0; Each && I != Each->getNumElements(); ++I) {
    if (!(Each->getElementAsInteger(unsigned(I)) & NonContiguous))
      continue;
    const uint64_t Number =
        dimensionsOf(Update.getArgOperand(Begins), I, Layout);
    for (StoreInst *Store : storesTo(Update.getArgOperand(Sizes), I, Layout)) {
      if (!Number || !Store->getValueOperand()->getType()->isIntegerTy(64))
        continue;
      Store->setOperand(
          0, ConstantInt::get(Store->getValueOperand()->getType(), Number));
      Changed = true;
    }
  }
  return Changed;
}

class StridedUpdatesPass : public PassInfoMixin<StridedUpdatesPass> {
public:
  PreservedAnalyses run(Module &M, ModuleAnalysisManager &) {
    bool Changed = false;
    if (Function *Callee = M.getFunction("__tgt_target_data_update_mapper"))
      for (User *Each : Callee->users())
        if (auto *Call = dyn_cast<CallBase>(Each);
            Call && Call->getCalledFunction() == Callee)
          Changed |= correct(*Call);
    return Changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
  }
  static bool isRequired() { return true; }
};

} // namespace

void ompjit::correctStridedUpdates(PassBuilder &Builder) {
  Builder.registerPipelineStartEPCallback(
      [](ModulePassManager &Passes, OptimizationLevel) {
        Passes.addPass(StridedUpdatesPass());
      });
}
