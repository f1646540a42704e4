//===- Reconverge.cpp - Loops in which lanes wait -------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reconverge.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"

using namespace llvm;

namespace ompjit::virtualgpu {

namespace {

/// The loops of a function.
class Loops {
public:
  explicit Loops(Function &F) : Dominators(F), Info(Dominators) {}

  void simplify() {
    for (Loop *Outermost : Info)
      simplifyLoop(Outermost, &Dominators, &Info, nullptr, nullptr, nullptr,
                   /*PreserveLCSSA=*/false);
  }

  /// Calls \p Insert with a builder before the end of each turn of the loops
  /// in which an instruction satisfies \p IsMeant.
  template <typename Test, typename Function>
  void atEnds(Test IsMeant, Function Insert) {
    for (Loop *L : Info.getLoopsInPreorder())
      if (BasicBlock *Latch = L->getLoopLatch();
          Latch && any_of(L->blocks(), [&](BasicBlock *Block) {
            return any_of(*Block, IsMeant);
          })) {
        IRBuilder<> B(Latch->getTerminator());
        Insert(B);
      }
  }

private:
  DominatorTree Dominators;
  LoopInfo Info;
};

/// Returns whether its result depends on which lanes are active.
bool countsThoseHere(const Instruction &I) {
  auto *Call = dyn_cast<CallBase>(&I);
  if (!Call || !Call->isConvergent())
    return false;
  const Function *Callee = Call->getCalledFunction();
  if (!Callee || !Callee->isIntrinsic())
    return true; // The callee may do so.
  return Callee->getName().starts_with("llvm.amdgcn.") ||
         Callee->getIntrinsicID() == Intrinsic::nvvm_activemask;
}

/// Returns whether it may read a value that ends a lane's waiting.
bool readsOthers(const Instruction &I) {
  if (const auto *Load = dyn_cast<LoadInst>(&I))
    return Load->isAtomic() || Load->isVolatile();
  if (const auto *Call = dyn_cast<CallBase>(&I)) {
    const Function *Callee = Call->getCalledFunction();
    return Callee && !Callee->isDeclaration() &&
           !Call->hasFnAttr(Attribute::NoSync);
  }
  return isa<AtomicCmpXchgInst>(I) || isa<AtomicRMWInst>(I);
}

bool hasAny(Function &F, bool (*IsMeant)(const Instruction &)) {
  return any_of(instructions(F), IsMeant);
}

} // namespace

void simplifyLoops(Function &F) { Loops(F).simplify(); }

void insertMeetings(Function &F, Operations &Calls) {
  if (!hasAny(F, countsThoseHere))
    return;
  Loops(F).atEnds(countsThoseHere, [&](IRBuilderBase &B) {
    Calls.onWarp(B, vgpu::WarpOperation::Meet, B.getInt64(0), B.getInt64(0));
  });
}

void insertTicks(Function &F, Operations &Calls) {
  if (!hasAny(F, readsOthers))
    return;
  Loops(F).atEnds(readsOthers, [&](IRBuilderBase &B) {
    Calls.call(B, offsetof(vgpu::Operations, Tick), B.getVoidTy(),
               {Calls.site(B)});
  });
}

} // namespace ompjit::virtualgpu
