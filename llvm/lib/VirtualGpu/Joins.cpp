//===- Joins.cpp - Places where diverged lanes meet again -----------------===//
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
#include "llvm/IR/Dominators.h"
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

/// Returns whether other lanes could notice that a lane has executed it.
static bool isNoticed(const Instruction &I) {
  if (I.isAtomic() || I.isVolatile())
    return true;
  const auto *Call = dyn_cast<CallBase>(&I);
  return Call && (Call->isConvergent() || !isa<IntrinsicInst>(Call));
}

namespace {

/// The places where lanes wait for each other, because a GPU runs the ways from
/// a branch one after the other. They are the place to which all ways lead;
/// places where some ways meet earlier, so that lanes that left by a trap or
/// continued with a loop's next turn do not keep the rest apart; and the begins
/// of ways on which lanes can be noticed. What follows the place to which all
/// ways lead does not count: lanes that waited for it on one of the ways would
/// wait while those on another are served there.
class Meetings {
public:
  explicit Meetings(Function &F);

  ArrayRef<BasicBlock *> blocks() const { return Found.getArrayRef(); }

private:
  void addWays(BasicBlock &Branch, const BasicBlock *Join);
  void addJoin(BasicBlock &Branch, BasicBlock *Join);
  BasicBlock *joinOf(const BasicBlock &Branch) const;
  bool isNoticedFrom(BasicBlock &Branch, BasicBlock &Begin,
                     const BasicBlock *Join) const;

  const DominatorTree Begins;
  const PostDominatorTree Ends;
  SmallPtrSet<const BasicBlock *, 16> Noticed;
  SetVector<BasicBlock *> Found;
};

} // namespace

Meetings::Meetings(Function &F) : Begins(F), Ends(F) {
  for (const BasicBlock &Block : F)
    if (any_of(Block, isNoticed))
      Noticed.insert(&Block);
  if (Noticed.empty())
    return;
  for (BasicBlock &Block : F) {
    const auto *From = Begins.getNode(&Block);
    if (!From)
      continue;
    if (succ_size(&Block) >= 2)
      if (BasicBlock *Join = joinOf(Block)) {
        addWays(Block, Join);
        addJoin(Block, Join);
      }
    if (Block.hasNPredecessorsOrMore(2))
      addJoin(*From->getIDom()->getBlock(), &Block);
  }
}

/// Returns the place to which all ways from the branch lead; null if there is
/// none, as with an endless loop.
BasicBlock *Meetings::joinOf(const BasicBlock &Branch) const {
  const auto *To = Ends.getNode(&Branch);
  return To && To->getIDom() ? To->getIDom()->getBlock() : nullptr;
}

/// If lanes can be noticed on only one way, no others have to wait for them.
void Meetings::addWays(BasicBlock &Branch, const BasicBlock *Join) {
  SmallSetVector<BasicBlock *, 2> Ways;
  for (BasicBlock *Next : successors(&Branch))
    if (isNoticedFrom(Branch, *Next, Join))
      Ways.insert(Next);
  if (Ways.size() >= 2)
    Found.insert_range(Ways);
}

void Meetings::addJoin(BasicBlock &Branch, BasicBlock *Join) {
  if (!Found.contains(Join) && any_of(successors(&Branch), [&](auto *Next) {
        return isNoticedFrom(Branch, *Next, Join);
      }))
    Found.insert(Join);
}

/// Returns whether lanes can be noticed on the way from the branch that has
/// this begin, before they come to the join or to where all ways lead.
bool Meetings::isNoticedFrom(BasicBlock &Branch, BasicBlock &Begin,
                             const BasicBlock *Join) const {
  const BasicBlock *End = joinOf(Branch);
  SmallSetVector<BasicBlock *, 16> Between;
  auto Add = [&](BasicBlock &Next) {
    if (&Next != Join && &Next != End)
      Between.insert(&Next);
  };
  Add(Begin);
  for (size_t I = 0; I != Between.size(); ++I) {
    if (Noticed.contains(Between[I]))
      return true;
    for (BasicBlock *Next : successors(Between[I]))
      Add(*Next);
  }
  return false;
}

void insertMeetingsAtBranches(Function &F, Operations &Calls) {
  const Meetings All(F);
  for (BasicBlock *Block : All.blocks()) {
    IRBuilder<> B(Block, Block->getFirstInsertionPt());
    Calls.onWarp(B, vgpu::WarpOperation::Meet, B.getInt64(0), B.getInt64(0));
  }
}

} // namespace ompjit::virtualgpu
