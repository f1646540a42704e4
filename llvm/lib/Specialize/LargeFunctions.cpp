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

/// The most that the loops in an outermost loop, times its blocks, may be for
/// unrolling, of which a million takes LLVM some four seconds, and for
/// rotation.
static constexpr uint64_t MostUnrolling = 100000, MostRotation = 1000000;

/// The most that the blocks of a loop, times its instructions, may be for
/// hoisting. A hundred million takes some two seconds.
static constexpr uint64_t MostHoisting = 10000000;

/// The most that the blocks of a function, times its instructions, may be for
/// value numbering. A thousand million takes some ten seconds.
static constexpr uint64_t MostNumbering = 1000000000;

/// Whether the loop's blocks, times the loops in it, are more than \p Most.
static bool hasMoreLoops(const Loop &Outermost, uint64_t Most) {
  const uint64_t Blocks = Outermost.getNumBlocks();
  if (Blocks * Blocks <= Most) // There are fewer loops than blocks.
    return false;
  uint64_t Loops = 0;
  SmallVector<const Loop *> Left = {&Outermost};
  while (!Left.empty() && Loops * Blocks <= Most) {
    const Loop *Each = Left.pop_back_val();
    append_range(Left, Each->getSubLoops());
    ++Loops;
  }
  return Loops * Blocks > Most;
}

static bool isTooMuchToUnroll(const Function &F) {
  if (F.size() * F.size() <= MostUnrolling)
    return false;
  // Analyses that read functions take them as if they changed them.
  const DominatorTree Dominators(const_cast<Function &>(F));
  const LoopInfo Loops(Dominators);
  return any_of(Loops, [](const Loop *Each) {
    return hasMoreLoops(*Each, MostUnrolling);
  });
}

static bool isTooMuchToHoist(const Loop &L) {
  const uint64_t Blocks = L.getNumBlocks();
  uint64_t Instructions = 0;
  for (const BasicBlock *Each : L.blocks()) {
    Instructions += Each->size();
    if (Blocks * Instructions > MostHoisting)
      return true;
  }
  return false;
}

static bool isTooMuchToNumber(const Function &F) {
  return F.size() * uint64_t(F.getInstructionCount()) > MostNumbering;
}

void boundLargeFunctions(PassInstrumentationCallbacks &Callbacks) {
  Callbacks.registerShouldRunOptionalPassCallback([](StringRef Pass, Any IR) {
    if (Pass == "LoopUnrollPass")
      if (const auto *F = any_cast<const Function *>(&IR))
        return !isTooMuchToUnroll(**F);
    if (Pass == "GVNPass")
      if (const auto *F = any_cast<const Function *>(&IR))
        return !isTooMuchToNumber(**F);
    const auto *L = any_cast<const Loop *>(&IR);
    if (!L)
      return true;
    if (Pass == "LoopFullUnrollPass")
      return !hasMoreLoops(*(*L)->getOutermostLoop(), MostUnrolling);
    if (Pass == "LoopRotatePass")
      return !hasMoreLoops(*(*L)->getOutermostLoop(), MostRotation);
    return Pass != "LICMPass" || !isTooMuchToHoist(**L);
  });
}

} // namespace ompjit
