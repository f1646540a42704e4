//===- Joins.cpp - Where lanes that parted are together again -------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Joins.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace ompjit::virtualgpu {

static bool endsFunction(const BasicBlock &Block) {
  return isa<ReturnInst>(Block.getTerminator()) ||
         isa<UnreachableInst>(Block.getTerminator());
}

void unifyEnds(Function &F) {
  SmallVector<BasicBlock *> Ends;
  for (BasicBlock &Block : F)
    if (endsFunction(Block))
      Ends.push_back(&Block);
  if (Ends.size() < 2)
    return;
  auto *End = BasicBlock::Create(F.getContext(), "end", &F);
  IRBuilder<> B(End);
  PHINode *Result = nullptr;
  if (F.getReturnType()->isVoidTy()) {
    B.CreateRetVoid();
  } else {
    Result = B.CreatePHI(F.getReturnType(), unsigned(Ends.size()));
    B.CreateRet(Result);
  }
  for (BasicBlock *Block : Ends) {
    Instruction *Old = Block->getTerminator();
    if (Result)
      Result->addIncoming(isa<ReturnInst>(Old)
                              ? Old->getOperand(0)
                              : PoisonValue::get(F.getReturnType()),
                          Block);
    Old->eraseFromParent();
    IRBuilder<>(Block).CreateBr(End);
  }
  F.removeFnAttr(Attribute::NoReturn);
}

/// Whether other lanes could notice whether a lane has done it.
static bool isNoticed(const Instruction &I) {
  if (I.isAtomic() || I.isVolatile())
    return true;
  const auto *Call = dyn_cast<CallBase>(&I);
  return Call && (Call->isConvergent() || !isa<IntrinsicInst>(Call));
}

namespace {

class Joins {
public:
  explicit Joins(Function &F);

  ArrayRef<BasicBlock *> blocks() const { return Found.getArrayRef(); }

private:
  bool isNoticedBetween(BasicBlock &Branch, const BasicBlock &Join) const;

  SmallPtrSet<const BasicBlock *, 16> Noticed;
  SetVector<BasicBlock *> Found;
};

} // namespace

Joins::Joins(Function &F) {
  for (const BasicBlock &Block : F)
    if (any_of(Block, isNoticed))
      Noticed.insert(&Block);
  if (Noticed.empty())
    return;
  const PostDominatorTree Ends(F);
  for (BasicBlock &Block : F) {
    if (succ_size(&Block) < 2)
      continue;
    const auto *Node = Ends.getNode(&Block);
    BasicBlock *Join =
        Node && Node->getIDom() ? Node->getIDom()->getBlock() : nullptr;
    if (Join && !Found.contains(Join) && isNoticedBetween(Block, *Join))
      Found.insert(Join);
  }
}

bool Joins::isNoticedBetween(BasicBlock &Branch, const BasicBlock &Join) const {
  SmallSetVector<BasicBlock *, 16> Between;
  auto AddBehind = [&](BasicBlock *Block) {
    for (BasicBlock *Next : successors(Block))
      if (Next != &Join)
        Between.insert(Next);
  };
  AddBehind(&Branch);
  for (size_t I = 0; I != Between.size(); ++I) {
    if (Noticed.contains(Between[I]))
      return true;
    AddBehind(Between[I]);
  }
  return false;
}

void insertMeetingsAtJoins(Function &F, Operations &Calls) {
  const Joins All(F);
  for (BasicBlock *Join : All.blocks()) {
    IRBuilder<> B(Join, Join->getFirstInsertionPt());
    Calls.onWarp(B, vgpu::WarpOperation::Meet, B.getInt64(0), B.getInt64(0));
  }
}

} // namespace ompjit::virtualgpu
