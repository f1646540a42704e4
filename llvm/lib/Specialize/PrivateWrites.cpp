//===- PrivateWrites.cpp - Writes to each thread's own memory -------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A pointer may lead to a variable of which each thread has a copy, and to one
// that they share, if two calls of a function pass one each. Then LLVM 22 lets
// only the first thread write there, and the others continue with the old
// values of their copies; results of these, such as whether a parallel region
// is active, differ between threads. So they write to their own copies after
// the guard.
//
//===----------------------------------------------------------------------===//

#include "GuardedRegions.h"

#include "ompjit/Specialize/KernelEnvironment.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace ompjit {

/// The address spaces of both vendors.
static constexpr unsigned SharedSpace = 3, PrivateSpace = 5;

/// Marks barriers that were handled.
static constexpr StringLiteral DoneMark = "ompjit.private.writes";

/// Returns the address that the instruction writes to; null if it does not
/// write, or not only there.
static Value *placeOf(Instruction &I) {
  if (auto *Store = dyn_cast<StoreInst>(&I))
    return Store->getPointerOperand();
  if (auto *Update = dyn_cast<AtomicRMWInst>(&I))
    return Update->getPointerOperand();
  if (auto *Update = dyn_cast<AtomicCmpXchgInst>(&I))
    return Update->getPointerOperand();
  if (auto *Copy = dyn_cast<MemIntrinsic>(&I))
    return Copy->getRawDest();
  return nullptr;
}

/// Adds the operands of all callers; returns false if not all callers are
/// known.
static bool addPassed(const Argument &Parameter,
                      SmallVectorImpl<const Value *> &Values) {
  const Function &F = *Parameter.getParent();
  if (!F.hasLocalLinkage())
    return false;
  for (const Use &U : F.uses()) {
    const auto *Call = dyn_cast<CallBase>(U.getUser());
    if (!Call || !Call->isCallee(&U))
      return false;
    Values.push_back(Call->getArgOperand(Parameter.getArgNo()));
  }
  return true;
}

/// Whether the address may be on a thread's stack.
static bool mayBePrivate(const Value &Address) {
  SmallPtrSet<const Value *, 16> Seen;
  SmallVector<const Value *> Work = {&Address};
  while (!Work.empty()) {
    SmallVector<const Value *> Objects;
    getUnderlyingObjects(Work.pop_back_val(), Objects);
    for (const Value *Each : Objects) {
      const unsigned Space = Each->getType()->getPointerAddressSpace();
      if ((Space && Space != PrivateSpace) || !Seen.insert(Each).second ||
          isa<Constant>(Each) || isNoAliasCall(Each))
        continue;
      const auto *Parameter = dyn_cast<Argument>(Each);
      if (!Parameter || (!isGpuKernel(*Parameter->getParent()) &&
                         !addPassed(*Parameter, Work)))
        return true;
    }
  }
  return false;
}

namespace {

/// Code that only the first thread runs, between a branch and a barrier.
class Guard {
public:
  Guard(CallInst &Barrier, BasicBlock &Inside)
      : Barrier(Barrier), Inside(&Inside),
        Branch(
            *cast<BranchInst>(Inside.getSinglePredecessor()->getTerminator())) {
  }

  void writeForOthers() {
    noteWrites();
    if (Writes.empty())
      return;
    hoist();
    // An address that only the first thread computes is in no other thread's
    // own memory.
    erase_if(Writes, [&](Instruction *I) { return isInside(placeOf(*I)); });
    // Other threads must read neither memory that the first thread has not
    // written yet, nor memory that it has written since.
    if (Instruction *Copy = firstButLastCopy())
      splitBehind(*Copy);
    else if (!Writes.empty())
      addForOthers();
  }

private:
  void noteWrites() {
    for (Instruction &I : *Inside)
      if (Value *Place = placeOf(I); Place && mayBePrivate(*Place))
        Writes.push_back(&I);
  }

  bool isInside(const Value *V) const {
    const auto *I = dyn_cast<Instruction>(V);
    return I && I->getParent() == Inside;
  }

  static bool isConvergent(const Instruction &I) {
    const auto *Call = dyn_cast<CallBase>(&I);
    return Call && Call->isConvergent();
  }

  /// Moves the computations that the other threads need, too, before the
  /// branch.
  void hoist() {
    bool IsWritten = false;
    for (Instruction &I : make_early_inc_range(*Inside)) {
      IsWritten |= I.mayWriteToMemory();
      const bool IsComputed =
          !I.mayHaveSideEffects() && !I.isTerminator() && !isa<PHINode>(I) &&
          (!IsWritten || !I.mayReadFromMemory()) && !isConvergent(I);
      if (IsComputed && none_of(I.operands(), [&](const Use &U) {
            return isInside(U.get());
          }))
        I.moveBefore(Branch.getIterator());
    }
  }

  Instruction *firstButLastCopy() const {
    auto Found = find_if(Writes, IsaPred<MemTransferInst>);
    if (Found == Writes.end())
      return nullptr;
    for (Instruction *Next = (*Found)->getNextNode(); Next;
         Next = Next->getNextNode())
      if (Next->mayWriteToMemory())
        return *Found;
    return nullptr;
  }

  /// Splits the guard into one with the copy and one with the rest.
  void splitBehind(Instruction &Copy) {
    BasicBlock *First = Inside, *Last = Barrier.getParent();
    BasicBlock *Rest = First->splitBasicBlock(Copy.getNextNode());
    BasicBlock *Between = BasicBlock::Create(
        Copy.getContext(), "", First->getParent(), /*InsertBefore=*/Rest);
    auto *Wait = cast<CallInst>(Barrier.clone());
    Wait->insertInto(Between, Between->end());
    Instruction *Again = Branch.clone();
    Again->insertInto(Between, Between->end());
    Again->replaceSuccessorWith(First, Rest);
    Branch.replaceSuccessorWith(Last, Between);
    First->getTerminator()->replaceSuccessorWith(Rest, Between);
    Last->replacePhiUsesWith(Branch.getParent(), Between);
    for (Instruction &I : make_early_inc_range(*First))
      if (I.isUsedOutsideOfBlock(First)) {
        Value *Handed = handOver(I, *Wait);
        I.replaceUsesOutsideBlock(Handed, First);
      }
    Guard(*Wait, *First).writeForOthers();
    Guard(Barrier, *Rest).writeForOthers();
  }

  /// Returns, after the barrier, a value that only the first thread computes.
  static Value *handOver(Instruction &Found, CallInst &Barrier) {
    auto *Place = new GlobalVariable(
        *Found.getModule(), Found.getType(), /*isConstant=*/false,
        GlobalValue::InternalLinkage, PoisonValue::get(Found.getType()),
        "written.guarded.output.alloc", nullptr, GlobalValue::NotThreadLocal,
        SharedSpace);
    new StoreInst(&Found, Place, std::next(Found.getIterator()));
    return new LoadInst(Found.getType(), Place, "",
                        std::next(Barrier.getIterator()));
  }

  void addForOthers() {
    Instruction *Next = Barrier.getNextNode();
    SmallVector<Instruction *> Copies;
    for (Instruction *Write : Writes)
      Copies.push_back(Write->clone());
    DenseMap<Instruction *, Value *> Handed;
    for (Instruction *Copy : Copies)
      for (Use &U : Copy->operands())
        if (isInside(U.get())) {
          auto *Found = cast<Instruction>(U.get());
          Value *&Instead = Handed[Found];
          if (!Instead)
            Instead = handOver(*Found, Barrier);
          U.set(Instead);
        }
    IRBuilder<> B(Next);
    Value *IsFirst = Branch.getCondition();
    Value *IsOther =
        Branch.getSuccessor(0) == Inside ? B.CreateNot(IsFirst) : IsFirst;
    Instruction *Place =
        SplitBlockAndInsertIfThen(IsOther, Next, /*Unreachable=*/false);
    for (auto [Write, Copy] : zip_equal(Writes, Copies)) {
      B.SetInsertPoint(Place);
      B.SetCurrentDebugLocation(Write->getDebugLoc());
      Value *Object = getUnderlyingObject(placeOf(*Copy));
      Instruction *Then = Place;
      if (!isa<AllocaInst>(Object))
        Then = SplitBlockAndInsertIfThen(isPrivate(B, Object), Place,
                                         /*Unreachable=*/false);
      Copy->insertBefore(Then->getIterator());
    }
  }

  CallInst &Barrier;
  BasicBlock *Inside;
  BranchInst &Branch;
  SmallVector<Instruction *> Writes;
};

} // namespace

/// Returns the code that a barrier guards, merged into one block; null if it
/// has branches.
static BasicBlock *guardedBy(CallInst &Barrier) {
  for (const Instruction &I : *Barrier.getParent()) {
    if (&I == &Barrier)
      break;
    if (I.mayReadOrWriteMemory())
      return nullptr;
  }
  for (BasicBlock *Each : to_vector(predecessors(Barrier.getParent())))
    while (BasicBlock *Other = Each->getSinglePredecessor()) {
      // Code before the branch stays before it.
      if (Each->getTerminator()->getNumSuccessors() != 1 ||
          !MergeBlockIntoPredecessor(Each))
        break;
      Each = Other;
    }
  SmallVector<BasicBlock *> Sources(predecessors(Barrier.getParent()));
  if (Sources.size() != 2)
    return nullptr;
  for (unsigned I = 0; I != 2; ++I) {
    const auto *Branch = dyn_cast<BranchInst>(Sources[1 - I]->getTerminator());
    if (!Branch || !Branch->isConditional() ||
        Sources[I]->getSinglePredecessor() != Sources[1 - I] ||
        !Sources[I]->getSingleSuccessor())
      continue;
    const bool IsNot = Branch->getSuccessor(0) != Sources[I];
    if (isFirstThread(*Branch->getCondition(),
                      IsNot ? CmpInst::ICMP_NE : CmpInst::ICMP_EQ))
      return Sources[I];
  }
  return nullptr;
}

bool writeToPrivateMemory(Module &M) {
  Function *Called = M.getFunction(GuardBarrier);
  if (!Called)
    return false;
  SmallVector<CallInst *> Barriers;
  for (User *U : Called->users())
    if (auto *Call = dyn_cast<CallInst>(U);
        Call && Call->getCalledFunction() == Called &&
        !Call->hasMetadata(DoneMark))
      Barriers.push_back(Call);
  for (CallInst *Barrier : Barriers) {
    Barrier->setMetadata(DoneMark, MDNode::get(M.getContext(), {}));
    if (BasicBlock *Inside = guardedBy(*Barrier))
      Guard(*Barrier, *Inside).writeForOthers();
  }
  return !Barriers.empty();
}

} // namespace ompjit
