//===- ReductionCopies.cpp - Reductions of bytes --------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Threads exchange the values that they reduce in pieces of 8, 4, 2 and 1
// bytes. clang makes two mistakes with the smaller ones, and one with classes:
//
// - Within a warp, it widens them to 32 bits and stores all bits that it gets,
//   beyond the end of its copy.
// - It assumes that each copy is aligned as its largest piece, even an array of
//   bytes.
// - It copies a class as if it were aligned as a pointer.
//
// Its copy between warps is replaced; see WarpCopies.h.
//
//===----------------------------------------------------------------------===//

#include "Memory.h"
#include "Passes.h"
#include "WarpCopies.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace ompjit::passes;

static bool storeNarrow(CallInst &Shuffle) {
  auto *Wide = dyn_cast<CastInst>(Shuffle.getArgOperand(0));
  if (!Wide || !isa<SExtInst, ZExtInst>(Wide))
    return false;
  bool IsChanged = false;
  for (User *U : make_early_inc_range(Shuffle.users())) {
    auto *Store = dyn_cast<StoreInst>(U);
    if (!Store || Store->getValueOperand() != &Shuffle)
      continue;
    IRBuilder<> B(Store);
    B.CreateAlignedStore(B.CreateTrunc(&Shuffle, Wide->getSrcTy()),
                         Store->getPointerOperand(), Align(1));
    Store->eraseFromParent();
    IsChanged = true;
  }
  return IsChanged;
}

/// Returns the types of a reduction's variables. They come from the function
/// that exchanges them within a warp, which has a copy of each and a list of
/// the copies.
static SmallVector<Type *> partsIn(Function &Shuffle) {
  const DataLayout &Layout = Shuffle.getDataLayout();
  SmallVector<Type *> Parts;
  for (Instruction &I : instructions(Shuffle)) {
    auto *List = dyn_cast<AllocaInst>(&I);
    auto *Array =
        List ? dyn_cast<ArrayType>(List->getAllocatedType()) : nullptr;
    if (!Array || !Array->getElementType()->isPointerTy())
      continue;
    for (uint64_t At = 0; At < Array->getNumElements(); ++At)
      for (StoreInst *Store :
           storesTo(List, Layout, int64_t(At * Layout.getPointerSize())))
        if (auto *Copy = dyn_cast<AllocaInst>(baseOf(Store->getValueOperand()));
            Copy && !Copy->isArrayAllocation())
          Parts.push_back(Copy->getAllocatedType());
    if (Parts.size() == Array->getNumElements())
      return Parts;
    Parts.clear();
  }
  return Parts;
}

/// Returns which of the reduction's variables \p Address is, if it was just
/// loaded from their list.
static std::optional<uint64_t> indexOf(Value *Address,
                                       const DataLayout &Layout) {
  auto *Load = dyn_cast<LoadInst>(Address->stripPointerCasts());
  if (!Load || !Load->getType()->isPointerTy())
    return std::nullopt;
  APInt Offset(Layout.getIndexTypeSizeInBits(Load->getPointerOperandType()), 0);
  Value *List = Load->getPointerOperand()->stripAndAccumulateConstantOffsets(
      Layout, Offset, /*AllowNonInbounds=*/true);
  // The list itself lies in a variable.
  if (!isa<LoadInst>(List) && !isa<Argument>(List))
    return std::nullopt;
  return Offset.getZExtValue() / Layout.getPointerSize();
}

static void alignClasses(Function &Copy, ArrayRef<Type *> Parts) {
  const DataLayout &Layout = Copy.getDataLayout();
  for (Instruction &I : instructions(Copy)) {
    auto *Class = dyn_cast<MemCpyInst>(&I);
    if (!Class)
      continue;
    std::optional<uint64_t> Index = indexOf(Class->getRawSource(), Layout);
    if (!Index)
      Index = indexOf(Class->getRawDest(), Layout);
    if (!Index || *Index >= Parts.size())
      continue;
    const Align Own = Layout.getABITypeAlign(Parts[*Index]);
    Class->setSourceAlignment(
        std::min(Own, Class->getSourceAlign().valueOrOne()));
    Class->setDestAlignment(std::min(Own, Class->getDestAlign().valueOrOne()));
  }
}

/// \p Shuffle is the position of the first of the compiler's functions among
/// the arguments: those for within a warp and between warps, and further ones
/// for teams.
static bool correctParts(Module &M, StringRef Reduction, unsigned Shuffle,
                         SmallPtrSetImpl<Function *> &Done) {
  bool IsChanged = false;
  for (CallInst *Call : callsOf(M, Reduction)) {
    SmallVector<Function *> Functions;
    for (Use &Argument : drop_begin(Call->args(), Shuffle))
      if (auto *F = dyn_cast<Function>(Argument->stripPointerCasts()))
        Functions.push_back(F);
    if (Functions.size() < 2)
      continue;
    const SmallVector<Type *> Parts = partsIn(*Functions[0]);
    if (Parts.empty())
      continue;
    IsChanged = true;
    if (Done.insert(Functions[1]).second)
      writeWarpCopy(*Functions[1], Parts);
    for (Function *F : Functions)
      if (Done.insert(F).second)
        alignClasses(*F, Parts);
  }
  return IsChanged;
}

static bool alignCopies(Function &F) {
  const Align LargestPiece(8);
  bool IsChanged = false;
  for (Instruction &I : instructions(F))
    if (auto *Copy = dyn_cast<AllocaInst>(&I);
        Copy && Copy->getAlign() < LargestPiece) {
      Copy->setAlignment(LargestPiece);
      IsChanged = true;
    }
  return IsChanged;
}

PreservedAnalyses ReductionCopiesPass::run(Module &M, ModuleAnalysisManager &) {
  bool IsChanged = false;
  for (CallInst *Shuffle : callsOf(M, "__kmpc_shuffle_int32"))
    IsChanged |= storeNarrow(*Shuffle);
  SmallPtrSet<Function *, 8> Done;
  IsChanged |=
      correctParts(M, "__kmpc_nvptx_parallel_reduce_nowait_v2", 3, Done);
  IsChanged |= correctParts(M, "__kmpc_nvptx_teams_reduce_nowait_v2", 5, Done);
  for (StringRef Name : {"__kmpc_shuffle_int32", "__kmpc_shuffle_int64",
                         "__kmpc_nvptx_parallel_reduce_nowait_v2",
                         "__kmpc_nvptx_teams_reduce_nowait_v2"})
    for (CallInst *Call : callsOf(M, Name))
      IsChanged |= alignCopies(*Call->getFunction());
  return IsChanged ? PreservedAnalyses::none() : PreservedAnalyses::all();
}
