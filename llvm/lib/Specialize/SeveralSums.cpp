//===- SeveralSums.cpp - Loops that carry several sums --------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Functions with other innermost loops are left alone, because the vectoriser
// of loops refuses what has vectors already.
//
//===----------------------------------------------------------------------===//

#include "ompjit/Specialize/SeveralSums.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Vectorize/SLPVectorizer.h"

using namespace llvm;

namespace ompjit {

/// The width of the smallest vectors that are worth it.
static constexpr unsigned FewestSums = 4;

static bool carriesSeveralSums(const Loop &L) {
  SmallDenseMap<const Type *, unsigned> Sums;
  for (const PHINode &Phi : L.getHeader()->phis())
    if (Phi.getType()->isFloatingPointTy() &&
        ++Sums[Phi.getType()] == FewestSums)
      return true;
  return false;
}

static bool haveSeveralSums(const LoopInfo &Loops) {
  bool AnyHas = false;
  for (const Loop *L : Loops.getLoopsInPreorder()) {
    if (!L->isInnermost())
      continue;
    if (!carriesSeveralSums(*L))
      return false;
    AnyHas = true;
  }
  return AnyHas;
}

PreservedAnalyses SeveralSumsPass::run(Function &F,
                                       FunctionAnalysisManager &Analyses) {
  if (!haveSeveralSums(Analyses.getResult<LoopAnalysis>(F)))
    return PreservedAnalyses::all();
  return SLPVectorizerPass().run(F, Analyses);
}

} // namespace ompjit
