//===- UnguardedCopies.cpp - What other kernels call without guards -------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// To make a kernel SPMD, LLVM 22 guards the code of functions that it calls, so
// that the first thread of a block runs it and all others wait. It does not see
// who else calls the same function. In a generic kernel the main thread, which
// is not the block's first one, comes alone: omp_init_lock did nothing then,
// and its barriers woke the workers. In a parallel region, in an SPMD kernel as
// well, each thread comes for itself, or does not come: calls by pointers were
// looked up for the first thread alone. And where no region is, the first
// thread comes alone to what it runs. All of these call copies without guards.
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
  /// Whether guards are in place there, or nothing is known of the kernel.
  static bool wasMadeSpmd(const Function &Kernel) {
    constexpr uint32_t GenericAndSpmd = 1 | SpmdMode;
    const uint32_t Mode = launchBounds(Kernel).Mode;
    return !Mode || Mode == GenericAndSpmd;
  }

  /// Whether the device runtime alone calls it, by its address: for a parallel
  /// region, a task or a reduction.
  static bool isHandedOver(const Function &F) {
    return F.hasAddressTaken() && none_of(F.users(), [&](const User *Each) {
             const auto *Call = dyn_cast<CallBase>(Each);
             return Call && Call->getCalledFunction() == &F;
           });
  }

  /// Functions with guards, and all that call such a one.
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

  /// They were made before there were guards. By them, calls may be moved to
  /// where not all threads come.
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

  /// Where only the first thread comes.
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

  /// What was inlined there before the kernel had the branch.
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

  /// A barrier gets the number of the thread that the branch asks for.
  static void removeGuards(Function &F) {
    for (Instruction &I : make_early_inc_range(instructions(F))) {
      auto *Call = dyn_cast<CallInst>(&I);
      const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
      if (!Callee || Callee->getName() != GuardBarrier)
        continue;
      // One that stands before a guard has a constant.
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

  /// What the first thread of a block finds for all of them goes through
  /// memory that they share.
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
  SmallVector<Function *> Callers; ///< Whose calls are still to be looked at.
  DenseMap<Function *, Function *> Copies;
};

} // namespace

bool leaveOthersUnguarded(Module &M) { return UnguardedCopies(M).make(M); }

} // namespace ompjit
