//===- RegionWrites.cpp - Writes of a region to shared data ---------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RegionWrites.h"

#include "Memory.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"

#include <map>
#include <memory>

using namespace llvm;

namespace ompjit::passes {

namespace {

class Writes {
public:
  explicit Writes(const DataLayout &Layout) : Layout(Layout) {}

  RegionWrites to(Argument &Parameter) {
    Aliases.insert(&Parameter);
    return toAliases();
  }

  RegionWrites through(Argument &Parameter) {
    to(Parameter);
    SetVector<Value *> Pointers;
    for (Value *Each : Aliases)
      for (User *By : Each->users())
        if (isa<LoadInst>(By) && By->getType()->isPointerTy())
          Pointers.insert(By);
    Aliases = std::move(Pointers);
    return toAliases();
  }

private:
  RegionWrites toAliases() {
    auto Found = RegionWrites::None;
    for (unsigned I = 0; I != Aliases.size(); ++I)
      for (Use &U : Aliases[I]->uses()) {
        if (cast<Instruction>(U.getUser())->isAtomic())
          return RegionWrites::Atomic;
        if (mayWrite(U))
          Found = RegionWrites::Plain;
      }
    return Found;
  }

  bool mayWrite(Use &U) {
    auto *By = cast<Instruction>(U.getUser());
    if (isa<LoadInst, ICmpInst, ReturnInst>(By) || By->isLifetimeStartOrEnd())
      return false;
    if (isa<GetElementPtrInst, AddrSpaceCastInst, PHINode, SelectInst>(By)) {
      Aliases.insert(By);
      return false;
    }
    if (auto *Store = dyn_cast<StoreInst>(By))
      return U.getOperandNo() == StoreInst::getPointerOperandIndex()
                 ? !isByOne(*Store)
                 : !followReference(*Store);
    if (auto *Copy = dyn_cast<MemIntrinsic>(By))
      return &U == &Copy->getRawDestUse() && !isByOne(*Copy);
    if (auto *Call = dyn_cast<CallBase>(By))
      return !isByOne(*Call) && !followCall(*Call, U);
    return true;
  }

  /// Follows an address that is stored in a variable which holds nothing else.
  bool followReference(StoreInst &Store) {
    auto *Reference =
        dyn_cast<AllocaInst>(Store.getPointerOperand()->stripPointerCasts());
    if (!Reference || !Reference->getAllocatedType()->isPointerTy())
      return false;
    bool IsUnderstood = true;
    forEachUse(Reference, Layout, [&](Use &U, int64_t) {
      auto *By = cast<Instruction>(U.getUser());
      if (isa<LoadInst>(By))
        Aliases.insert(By);
      else if (isa<StoreInst>(By))
        IsUnderstood &= U.getOperandNo() == StoreInst::getPointerOperandIndex();
      else
        IsUnderstood &= By->isLifetimeStartOrEnd();
    });
    return IsUnderstood;
  }

  bool followCall(CallBase &Call, Use &U) {
    if (!Call.isArgOperand(&U))
      return false;
    const unsigned Number = Call.getArgOperandNo(&U);
    if (Call.getType()->isPointerTy())
      Aliases.insert(&Call); // It may return the address.
    else if (!Call.getType()->isVoidTy() && !Call.getType()->isIntegerTy() &&
             !Call.getType()->isFloatingPointTy())
      return false;
    Function *Callee = Call.getCalledFunction();
    if (!Callee || Callee->isVarArg())
      return false;
    if (Call.onlyReadsMemory(Number))
      return true;
    if (Callee->isDeclaration() || Number >= Callee->arg_size())
      return false;
    Aliases.insert(Callee->getArg(Number));
    return true;
  }

  static bool isResultOfReduction(Value *V) {
    return isCallOf(V, "__kmpc_nvptx_parallel_reduce_nowait_v2");
  }

  /// Returns whether \p V is the flag of a loop that says whether the thread
  /// has the last iteration.
  bool isLastFlag(Value *V) const {
    auto *Load = dyn_cast<LoadInst>(V);
    auto *Flag = Load ? dyn_cast<AllocaInst>(baseOf(Load->getPointerOperand()))
                      : nullptr;
    bool Found = false;
    if (Flag)
      forEachUse(Flag, Layout, [&](Use &U, int64_t) {
        auto *Call = dyn_cast<CallInst>(U.getUser());
        const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
        Found |= Callee &&
                 (Callee->getName().starts_with("__kmpc_for_static_init_") ||
                  Callee->getName().starts_with("__kmpc_dispatch_next_"));
      });
    return Found;
  }

  bool asksForOne(Value *Condition) const {
    using namespace PatternMatch;
    Value *Asked;
    if (match(Condition,
              m_SpecificICmp(ICmpInst::ICMP_EQ, m_Value(Asked), m_One())))
      return isResultOfReduction(Asked);
    return match(Condition,
                 m_SpecificICmp(ICmpInst::ICMP_NE, m_Value(Asked), m_Zero())) &&
           isLastFlag(Asked);
  }

  /// Returns whether only one thread reaches \p I, at the end of the region's
  /// work.
  bool isByOne(Instruction &I) {
    std::unique_ptr<DominatorTree> &Tree = Trees[I.getFunction()];
    if (!Tree)
      Tree = std::make_unique<DominatorTree>(*I.getFunction());
    const DomTreeNode *Node = Tree->getNode(I.getParent());
    for (; Node && Node->getIDom(); Node = Node->getIDom()) {
      BasicBlock *Block = Node->getIDom()->getBlock();
      auto *Branch = dyn_cast<BranchInst>(Block->getTerminator());
      if (!Branch || !Branch->isConditional())
        continue;
      if (asksForOne(Branch->getCondition()) &&
          Tree->dominates(BasicBlockEdge(Block, Branch->getSuccessor(0)),
                          I.getParent()))
        return true;
    }
    return false;
  }

  const DataLayout &Layout;
  SetVector<Value *> Aliases;
  std::map<Function *, std::unique_ptr<DominatorTree>> Trees;
};

} // namespace

RegionWrites writesTo(Argument &Parameter) {
  return Writes(Parameter.getParent()->getDataLayout()).to(Parameter);
}

RegionWrites writesThrough(Argument &Parameter) {
  return Writes(Parameter.getParent()->getDataLayout()).through(Parameter);
}

static bool mayOrder(Function &Body, SmallPtrSetImpl<Function *> &Seen) {
  if (!Seen.insert(&Body).second)
    return false;
  static constexpr StringLiteral Names[] = {
      "__kmpc_barrier",  "__kmpc_cancel_barrier",
      "__kmpc_critical", "__kmpc_single",
      "__kmpc_master",   "__kmpc_masked",
      "__kmpc_flush",    "omp_set_",
      "omp_test_"};
  for (Instruction &I : instructions(Body)) {
    if (I.isAtomic())
      return true;
    auto *Call = dyn_cast<CallBase>(&I);
    Function *Callee = Call ? Call->getCalledFunction() : nullptr;
    if (Callee && Callee->isDeclaration()
            ? any_of(Names,
                     [&](StringRef Name) {
                       return Callee->getName().starts_with(Name);
                     })
            : Callee && mayOrder(*Callee, Seen))
      return true;
  }
  return false;
}

bool mayOrderThreads(Function &Body) {
  SmallPtrSet<Function *, 8> Seen;
  return mayOrder(Body, Seen);
}

} // namespace ompjit::passes
