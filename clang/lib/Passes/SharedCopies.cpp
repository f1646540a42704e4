//===- SharedCopies.cpp - Copies that a region's threads share ------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A construct makes a copy of a variable, and a parallel region in it shares
// the copy. clang 22 makes two mistakes.
//
// - If the variable is a reference, it allocates 8 bytes for the copy, whatever
//   is referred to.
// - In a generic kernel the copy is in the main thread's own memory, where the
//   workers cannot reach it. This happens for `distribute` if the variable is a
//   reference or is captured by the teams region, and for `target` and `teams`
//   if it is an array or of a class. It also happens if a region reaches the
//   copy only through something else that it shares, such as a lambda.
//
//===----------------------------------------------------------------------===//

#include "Passes.h"
#include "Region.h"

#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace ompjit::passes;

namespace {

/// Finds how many bytes of a variable the code uses.
class Extent {
public:
  Extent(const DataLayout &Layout, ArrayRef<RegionStart> Regions)
      : Layout(Layout), Regions(Regions) {}

  uint64_t of(Value *Address) {
    if (Seen.insert(Address).second)
      forEachUse(Address, Layout,
                 [&](Use &U, int64_t Offset) { look(U, Offset); });
    return Bytes;
  }

private:
  void add(int64_t Offset, uint64_t Size) {
    if (Offset >= 0)
      Bytes = std::max(Bytes, uint64_t(Offset) + Size);
  }
  void add(int64_t Offset, Type *Whole) {
    if (Whole->isSized() && !Whole->isScalableTy())
      add(Offset, Layout.getTypeAllocSize(Whole).getFixedValue());
  }

  void look(Use &U, int64_t Offset) {
    User *By = U.getUser();
    if (auto *Load = dyn_cast<LoadInst>(By))
      add(Offset, Load->getType());
    else if (auto *Part = dyn_cast<GetElementPtrInst>(By))
      add(Offset, Part->getSourceElementType());
    else if (auto *Store = dyn_cast<StoreInst>(By))
      U.getOperandNo() == StoreInst::getPointerOperandIndex()
          ? add(Offset, Store->getValueOperand()->getType())
          : follow(*Store);
    else if (auto *Call = dyn_cast<CallBase>(By))
      lookAtArgument(*Call, U, Offset);
  }

  void lookAtArgument(CallBase &Call, Use &U, int64_t Offset) {
    if (!Call.isArgOperand(&U))
      return;
    add(Offset, Call.getParamDereferenceableBytes(Call.getArgOperandNo(&U)));
    if (auto *Copy = dyn_cast<MemIntrinsic>(&Call))
      if (auto *Length = dyn_cast<ConstantInt>(Copy->getLength()))
        add(Offset, Length->getZExtValue());
  }

  /// Follows an address that is stored, either to a reference or for a region.
  void follow(StoreInst &Store) {
    auto *Holder = dyn_cast<AllocaInst>(baseOf(Store.getPointerOperand()));
    if (!Holder)
      return;
    for (RegionStart Region : Regions)
      if (Region.array() == Holder)
        return lookAtParameter(Region, Store);
    forEachUse(Holder, Layout, [&](Use &U, int64_t) {
      if (auto *Load = dyn_cast<LoadInst>(U.getUser());
          Load && Load->getType()->isPointerTy())
        of(Load);
    });
  }

  void lookAtParameter(RegionStart Region, StoreInst &Store) {
    Function *Body = Region.body();
    for (unsigned I = 0; Body && I < Region.size(); ++I)
      if (is_contained(
              storesTo(Region.array(), Layout, I * Layout.getPointerSize()),
              &Store))
        add(0, Body->getArg(I + RegionStart::FirstParameter)
                   ->getDereferenceableBytes());
  }

  const DataLayout &Layout;
  ArrayRef<RegionStart> Regions;
  SmallPtrSet<Value *, 8> Seen;
  uint64_t Bytes = 0;
};

} // namespace

static void setSize(CallInst &Allocation, uint64_t Bytes) {
  Value *Size = ConstantInt::get(Allocation.getArgOperand(0)->getType(), Bytes);
  Allocation.setArgOperand(0, Size);
  alignShared(Allocation); // Clang aligns it as a pointer.
  for (User *U : Allocation.users())
    if (isCallOf(U, "__kmpc_free_shared"))
      cast<CallInst>(U)->setArgOperand(1, Size);
}

/// \returns whether something changed.
static bool growReferences(Module &M, ArrayRef<RegionStart> Regions) {
  const DataLayout &Layout = M.getDataLayout();
  bool IsChanged = false;
  for (CallInst *Allocation : callsOf(M, "__kmpc_alloc_shared")) {
    auto *Size = dyn_cast<ConstantInt>(Allocation->getArgOperand(0));
    if (!Size || Size->getZExtValue() != Layout.getPointerSize())
      continue;
    const uint64_t Bytes = Extent(Layout, Regions).of(Allocation);
    if (Bytes <= Size->getZExtValue())
      continue;
    setSize(*Allocation, Bytes);
    IsChanged = true;
  }
  return IsChanged;
}

static SmallVector<Value *> sharedBy(RegionStart Region,
                                     const DataLayout &Layout) {
  SmallVector<Value *> Shared;
  for (uint64_t I = 0; I < Region.size(); ++I)
    for (StoreInst *Store :
         storesTo(Region.array(), Layout, I * Layout.getPointerSize()))
      Shared.push_back(Store->getValueOperand());
  return Shared;
}

static SetVector<AllocaInst *> privateCopies(Module &M,
                                             ArrayRef<RegionStart> Regions) {
  SmallPtrSet<Function *, 4> OfMainThread = runByKernels(M);
  for (CallInst *Loop : callsOfAll(M, "__kmpc_distribute_static_init"))
    OfMainThread.insert(Loop->getFunction());
  const DataLayout &Layout = M.getDataLayout();
  SetVector<AllocaInst *> Copies;
  for (RegionStart Region : Regions) {
    if (!Region.isForWorkers() || !Region.array() ||
        !OfMainThread.contains(Region.Call->getFunction()))
      continue;
    for (Instruction *Variable :
         variablesReachedFrom(sharedBy(Region, Layout), Layout))
      if (auto *Copy = dyn_cast<AllocaInst>(Variable);
          Copy && !isSetBeforeStart(*Copy))
        Copies.insert(Copy);
  }
  return Copies;
}

PreservedAnalyses SharedCopiesPass::run(Module &M, ModuleAnalysisManager &) {
  const SmallVector<RegionStart> Regions = regionsOf(M);
  const bool HasGrown = growReferences(M, Regions);
  const SetVector<AllocaInst *> Copies = privateCopies(M, Regions);
  for (AllocaInst *Copy : Copies)
    share(*Copy);
  return HasGrown || !Copies.empty() ? PreservedAnalyses::none()
                                     : PreservedAnalyses::all();
}
