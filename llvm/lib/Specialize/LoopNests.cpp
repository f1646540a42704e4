//===- LoopNests.cpp - Kernels whose iterations have loops ----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Specialize/LoopNests.h"

#include "ReachedFunctions.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"

using namespace llvm;

namespace ompjit {

namespace {

class NestFinder {
public:
  bool hasNest(const Function &);

private:
  bool isNest(const Loop &);
  bool mayLoop(const CallBase &);

  /// Whether a function runs a loop: itself, or what it calls.
  DenseMap<const Function *, bool> Loops;
};

} // namespace

static bool hasLoop(const Function &F) {
  SmallVector<std::pair<const BasicBlock *, const BasicBlock *>> BackEdges;
  if (!F.isDeclaration())
    FindFunctionBackedges(F, BackEdges);
  return !BackEdges.empty();
}

/// Looks at its code, as a function may have callers in thousands of kernels.
static bool callsItself(const Function &F) {
  return any_of(instructions(F), [&](const Instruction &I) {
    auto *Call = dyn_cast<CallBase>(&I);
    return Call && Call->getCalledFunction() == &F;
  });
}

bool NestFinder::mayLoop(const CallBase &Call) {
  if (Call.isInlineAsm())
    return false;
  const Function *Callee = Call.getCalledFunction();
  if (!Callee)
    return true;
  const auto [Known, IsNew] = Loops.try_emplace(Callee, false);
  if (IsNew)
    Known->second = any_of(reachedFunctions(*Callee), [](const Function *F) {
      return hasLoop(*F) || callsItself(*F);
    });
  return Known->second;
}

bool NestFinder::isNest(const Loop &L) {
  return !L.isInnermost() || any_of(L.blocks(), [&](const BasicBlock *Block) {
    return any_of(*Block, [&](const Instruction &I) {
      auto *Call = dyn_cast<CallBase>(&I);
      return Call && mayLoop(*Call);
    });
  });
}

bool NestFinder::hasNest(const Function &F) {
  if (!hasLoop(F))
    return false;
  // Analyses that read functions take them as if they changed them.
  const DominatorTree Dominators(const_cast<Function &>(F));
  const LoopInfo Found(Dominators);
  return any_of(Found, [&](const Loop *Each) { return isNest(*Each); });
}

bool hasLoopNests(const Function &Kernel) {
  NestFinder Finder;
  return any_of(reachedFunctions(Kernel),
                [&](const Function *F) { return Finder.hasNest(*F); });
}

} // namespace ompjit
