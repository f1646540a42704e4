//===- UnguardedCopies.cpp - Copies without guards for other callers ------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// To make a kernel SPMD, LLVM 22 guards the code of functions that it calls, so
// that the first thread of a block runs it and all others wait. It does not
// consider other callers of the same function. In a generic kernel only the
// main thread calls it, which is not the block's first one: omp_init_lock did
// nothing then, and its barriers woke the workers. In a parallel region, also
// in an SPMD kernel, each thread calls it by itself or not at all: calls by
// pointers were looked up only for the first thread. And outside of regions,
// only the first thread reaches guarded code. All of these call copies without
// guards.
//
//===----------------------------------------------------------------------===//

#include "GuardedRegions.h"

#include "ompjit/Specialize/KernelEnvironment.h"
#include "ompjit/Specialize/LaunchBounds.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/AttributeMask.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace ompjit {

namespace {

class UnguardedCopies {
public:
  explicit UnguardedCopies(Module &M) {
    findGuarded(M);
    for (Function &F : M)
      if (!Guarded.empty() && !F.isDeclaration() &&
          (isGpuKernel(F) ? !wasMadeSpmd(F) : isHandedOver(F)))
        Callers.push_back(&F);
  }

  bool make(Module &M) {
    for (Function &F : M)
      if (isGpuKernel(F) && !F.isDeclaration() && !Guarded.empty() &&
          wasMadeSpmd(F))
        callCopiesAlone(F);
    while (!Callers.empty())
      callCopies(*Callers.pop_back_val());
    return !Copies.empty();
  }

private:
  /// Whether guards are right in this kernel, or nothing is known of it.
  static bool wasMadeSpmd(const Function &Kernel) {
    constexpr uint32_t GenericAndSpmd = 1 | SpmdMode;
    const uint32_t Mode = launchBounds(Kernel).Mode;
    return !Mode || Mode == GenericAndSpmd;
  }

  /// Whether only the device runtime calls it, by its address: for a parallel
  /// region, a task or a reduction.
  static bool isHandedOver(const Function &F) {
    return F.hasAddressTaken() && none_of(F.users(), [&](const User *Each) {
             const auto *Call = dyn_cast<CallBase>(Each);
             return Call && Call->getCalledFunction() == &F;
           });
  }

  /// Finds the functions with guards, and all that call such a function.
  void findGuarded(Module &M) {
    Function *Barrier = M.getFunction(GuardBarrier);
    SmallVector<Function *> Called;
    if (Barrier)
      Called.push_back(Barrier);
    while (!Called.empty()) {
      Function *Callee = Called.pop_back_val();
      for (User *Each : Callee->users())
        if (auto *Call = dyn_cast<CallBase>(Each);
            Call && Call->getCalledFunction() == Callee &&
            !isGpuKernel(*Call->getFunction()) &&
            Guarded.insert(Call->getFunction()).second)
          Called.push_back(Call->getFunction());
    }
    for (Function *F : Guarded)
      takeBackPromises(*F);
  }

  /// Removes attributes from before there were guards. With them, calls might
  /// be moved to code that not all threads reach.
  static void takeBackPromises(Function &F) {
    AttributeMask Promises;
    Promises.addAttribute(Attribute::Memory);
    Promises.addAttribute(Attribute::NoSync);
    Promises.addAttribute(Attribute::Speculatable);
    F.removeFnAttrs(Promises);
    F.setConvergent();
    for (User *Each : F.users())
      if (auto *Call = dyn_cast<CallBase>(Each);
          Call && Call->getCalledFunction() == &F)
        Call->removeFnAttrs(Promises);
  }

  /// Replaces calls by those of copies in code that only the first thread
  /// reaches.
  void callCopiesAlone(Function &Kernel) {
    const DominatorTree Dominators(Kernel);
    for (BasicBlock &Block : Kernel) {
      auto *Branch = dyn_cast<BranchInst>(Block.getTerminator());
      if (!Branch || !Branch->isConditional())
        continue;
      const Value *Test = Branch->getCondition();
      const bool IsNot = isFirstThread(*Test, CmpInst::ICMP_NE);
      if (!IsNot && !isFirstThread(*Test, CmpInst::ICMP_EQ))
        continue;
      const BasicBlockEdge Alone(&Block, Branch->getSuccessor(IsNot));
      for (BasicBlock &Other : Kernel)
        if (Dominators.dominates(Alone, &Other)) {
          eraseBarriers(Other);
          callCopies(Other);
        }
    }
  }

  /// Erases barriers of code that was inlined before the kernel had the branch.
  static void eraseBarriers(BasicBlock &Block) {
    for (Instruction &I : make_early_inc_range(Block))
      if (auto *Call = dyn_cast<CallInst>(&I);
          Call && Call->getCalledFunction() &&
          Call->getCalledFunction()->getName() == GuardBarrier)
        Call->eraseFromParent();
  }

  void callCopies(Function &Caller) {
    for (BasicBlock &Block : Caller)
      callCopies(Block);
  }

  void callCopies(BasicBlock &Block) {
    for (Instruction &I : Block)
      if (auto *Call = dyn_cast<CallBase>(&I))
        if (Function *Callee = Call->getCalledFunction();
            Callee && Guarded.contains(Callee))
          Call->setCalledFunction(copyOf(*Callee));
  }

  Function *copyOf(Function &Original) {
    Function *&Copy = Copies[&Original];
    if (Copy)
      return Copy;
    ValueToValueMapTy Map;
    Copy = CloneFunction(&Original, Map);
    Copy->setName(Original.getName() + ".unguarded");
    Copy->setComdat(nullptr);
    Copy->setVisibility(GlobalValue::DefaultVisibility);
    Copy->setLinkage(GlobalValue::InternalLinkage);
    removeGuards(*Copy);
    keepValues(*Copy);
    Callers.push_back(Copy);
    return Copy;
  }

  /// Makes the conditions of guards true and erases their barriers. A barrier
  /// gets the number of the thread that the guard's branch checks.
  static void removeGuards(Function &F) {
    for (Instruction &I : make_early_inc_range(instructions(F))) {
      auto *Call = dyn_cast<CallInst>(&I);
      const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
      if (!Callee || Callee->getName() != GuardBarrier)
        continue;
      // A barrier before a guard has a constant.
      if (auto *Thread = dyn_cast<Instruction>(Call->getArgOperand(1)))
        for (User *Each : Thread->users())
          if (auto *IsFirst = dyn_cast<ICmpInst>(Each);
              IsFirst && match(IsFirst->getOperand(1), m_ZeroInt()))
            IsFirst->replaceAllUsesWith(ConstantInt::getBool(
                IsFirst->getType(),
                IsFirst->getPredicate() == CmpInst::ICMP_EQ));
      Call->eraseFromParent();
    }
  }

  /// Values that the first thread of a block computes for all of them go
  /// through shared memory. Replaces that memory by the thread's own.
  static void keepValues(Function &F) {
    DenseMap<Value *, AllocaInst *> Own;
    for (Instruction &I : make_early_inc_range(instructions(F))) {
      auto *Place =
          dyn_cast_or_null<GlobalVariable>(getLoadStorePointerOperand(&I));
      if (!Place || !Place->hasLocalLinkage() ||
          !Place->getName().contains(".guarded.output.alloc"))
        continue;
      AllocaInst *&Instead = Own[Place];
      if (!Instead)
        Instead = IRBuilder<>(&*F.getEntryBlock().getFirstInsertionPt())
                      .CreateAlloca(Place->getValueType());
      I.setOperand(isa<LoadInst>(I) ? LoadInst::getPointerOperandIndex()
                                    : StoreInst::getPointerOperandIndex(),
                   Instead);
    }
  }

  SmallPtrSet<Function *, 8> Guarded;
  SmallVector<Function *> Callers; ///< Functions whose calls must still be
                                   ///< checked.
  DenseMap<Function *, Function *> Copies;
};

} // namespace

bool leaveOthersUnguarded(Module &M) { return UnguardedCopies(M).make(M); }

} // namespace ompjit
