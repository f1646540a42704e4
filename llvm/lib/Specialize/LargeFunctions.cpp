//===- LargeFunctions.cpp - Bounds for passes over large functions --------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Specialize/LargeFunctions.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/PassInstrumentation.h"

using namespace llvm;

namespace ompjit {

/// The most that the loops in an outermost loop, times its blocks, may be. A
/// million takes LLVM some four seconds.
static constexpr uint64_t MostWork = 100000;

static bool isTooMuch(const Loop &Outermost) {
  const uint64_t Blocks = Outermost.getNumBlocks();
  if (Blocks * Blocks <= MostWork) // There are fewer loops than blocks.
    return false;
  uint64_t Loops = 0;
  SmallVector<const Loop *> Left = {&Outermost};
  while (!Left.empty() && Loops * Blocks <= MostWork) {
    const Loop *Each = Left.pop_back_val();
    append_range(Left, Each->getSubLoops());
    ++Loops;
  }
  return Loops * Blocks > MostWork;
}

static bool isTooMuch(const Function &F) {
  if (F.size() * F.size() <= MostWork)
    return false;
  // Analyses that read functions take them as if they changed them.
  const DominatorTree Dominators(const_cast<Function &>(F));
  const LoopInfo Loops(Dominators);
  return any_of(Loops, [](const Loop *Each) { return isTooMuch(*Each); });
}

void boundUnrolling(PassInstrumentationCallbacks &Callbacks) {
  Callbacks.registerShouldRunOptionalPassCallback([](StringRef Pass, Any IR) {
    if (Pass == "LoopUnrollPass")
      if (const auto *F = any_cast<const Function *>(&IR))
        return !isTooMuch(**F);
    if (Pass == "LoopFullUnrollPass")
      if (const auto *L = any_cast<const Loop *>(&IR))
        return !isTooMuch(*(*L)->getOutermostLoop());
    return true;
  });
}

} // namespace ompjit
