//===- ArgumentUses.cpp - How a kernel uses a value -----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Follows values forward until they meet something that says what they are for.
// Memory is not followed, except for the bounds that worksharing calls take by
// address.
//
//===----------------------------------------------------------------------===//

#include "ArgumentUses.h"

#include "ompjit/Package.h"
#include "ompjit/Specialize/ArgumentFlow.h"
#include "ompjit/Specialize/Marks.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;
using namespace ompjit::package;

namespace ompjit::devicelink {

namespace {

/// Follows values forward from one of them.
class UseCollector {
public:
  explicit UseCollector(FunctionAnalysisManager &Analyses)
      : Analyses(Analyses) {}

  uint16_t collect(const Value &First);

private:
  void follow(const Value &V);
  void look(const Use &U);
  void lookAtCall(const Use &U, CallBase &Call);
  void lookAtCompare(const Instruction &Compare);

  FunctionAnalysisManager &Analyses;
  SmallPtrSet<const Value *, 32> Seen;
  SmallVector<const Value *> Pending;
  uint16_t Uses = 0;
};

} // namespace

uint16_t UseCollector::collect(const Value &First) {
  follow(First);
  while (!Pending.empty())
    for (const Use &U : Pending.pop_back_val()->uses())
      look(U);
  return Uses;
}

void UseCollector::follow(const Value &V) {
  // Enough for any parameter that is worth a specialisation.
  constexpr unsigned MaxValues = 4096;
  if (Seen.size() < MaxValues && Seen.insert(&V).second)
    Pending.push_back(&V);
}

/// Whether the variable at \p Pointer is a bound that the OpenMP runtime
/// divides among threads: it is handed to a worksharing call.
static bool isWorksharingBound(const Value &Pointer) {
  return isa<AllocaInst>(Pointer) && any_of(Pointer.users(), [](const User *U) {
           auto *Call = dyn_cast<CallBase>(U);
           const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
           return Callee && Callee->getName().starts_with("__kmpc_") &&
                  Callee->getName().contains("_init_");
         });
}

void UseCollector::look(const Use &U) {
  auto *TheUser = dyn_cast<Instruction>(U.getUser());
  if (!TheUser)
    return;
  if (isa<CmpInst>(TheUser)) {
    lookAtCompare(*TheUser);
  } else if (isa<BranchInst, SwitchInst>(TheUser)) {
    Uses |= UseBranch;
  } else if (auto *Choice = dyn_cast<SelectInst>(TheUser);
             Choice && Choice->getCondition() == U.get()) {
    // On a GPU many a branch has become one.
    Uses |= UseBranch;
    follow(*TheUser);
  } else if (isa<GetElementPtrInst>(TheUser)) {
    Uses |= UseIndex;
  } else if (isa<LoadInst>(TheUser)) {
    Uses |= UseIndex;
  } else if (auto *Store = dyn_cast<StoreInst>(TheUser)) {
    if (Store->getPointerOperand() == U.get())
      Uses |= UseIndex;
    else
      Uses |= isWorksharingBound(*Store->getPointerOperand()) ? UseLoopBound
                                                              : UsePlain;
  } else if (auto *Call = dyn_cast<CallBase>(TheUser)) {
    lookAtCall(U, *Call);
  } else if (TheUser->getType()->isFPOrFPVectorTy() &&
             !isa<BitCastInst>(TheUser)) {
    // What floating point arithmetic computes seldom decides where to go.
    Uses |= UsePlain;
  } else if (TheUser->getType()->isVoidTy()) {
    Uses |= UsePlain;
  } else {
    follow(*TheUser);
  }
}

void UseCollector::lookAtCall(const Use &U, CallBase &Call) {
  switch (markOf(Call)) {
  case Mark::Always:
    Uses |= UseAlways;
    return follow(Call);
  case Mark::Never:
    Uses |= UseNever;
    return follow(Call);
  case Mark::Array:
    return;
  case Mark::None:
    break;
  }
  const Function *Callee = Call.getCalledFunction();
  SmallVector<Argument *, 2> Parameters = receivers(U);
  for (Argument *Parameter : Parameters)
    follow(*Parameter);
  if (!Parameters.empty())
    return;
  if (isa<IntrinsicInst>(Call) && Call.getType()->isIntegerTy())
    follow(Call); // Minimum, maximum and the like.
  else if (Callee && Callee->getName().starts_with("__kmpc_dispatch_init"))
    Uses |= UseLoopBound;
  else
    Uses |= UsePlain;
}

void UseCollector::lookAtCompare(const Instruction &Compare) {
  auto &F = const_cast<Function &>(*Compare.getFunction());
  auto &Loops = Analyses.getResult<LoopAnalysis>(F);
  for (const User *TheUser : Compare.users()) {
    auto *Branch = dyn_cast<BranchInst>(TheUser);
    if (!Branch) {
      follow(Compare);
      continue;
    }
    const Loop *L = Loops.getLoopFor(Branch->getParent());
    Uses |=
        L && L->isLoopExiting(Branch->getParent()) ? UseLoopBound : UseBranch;
  }
}

uint16_t argumentUses(const Value &Value, FunctionAnalysisManager &Analyses) {
  return UseCollector(Analyses).collect(Value);
}

} // namespace ompjit::devicelink
