//===- LargeFunctions.cpp - Passes left out of large functions ------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM 22 sinks machine code to where it is needed, and hoists it out of loops,
// in time that grows with the square of a function: more than all other passes
// together for one of 50,000 instructions, or of 5,000 blocks with 40,000. The
// optimiser has done the same to the IR; what is left to hoist are constants of
// floating point. Loop strength reduction is next: a third of what remains for
// 20,000 blocks.
//
//===----------------------------------------------------------------------===//

#include "LargeFunctions.h"

#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace ompjit {

static constexpr uint64_t MostInstructions = 5000;

/// The most that a function's instructions, times its blocks, may be for what
/// looks at loops.
static constexpr uint64_t MostInLoops = 100000000;

LargeFunctions::LargeFunctions(const Module &M)
    : Context(M.getContext()), Replaced(Context.getOptPassGate()) {
  for (const Function &F : M) {
    const uint64_t Instructions = F.getInstructionCount();
    LeavesSinkingOut |= Instructions > MostInstructions;
    LeavesLoopsOut |= Instructions * F.size() > MostInLoops;
  }
  Context.setOptPassGate(*this);
}

LargeFunctions::~LargeFunctions() { Context.setOptPassGate(Replaced); }

bool LargeFunctions::isEnabled() const {
  return LeavesSinkingOut || LeavesLoopsOut || Replaced.isEnabled();
}

bool LargeFunctions::shouldRunPass(StringRef PassName,
                                   StringRef IRDescription) const {
  if (LeavesSinkingOut && PassName == "machine-sink")
    return false;
  if (LeavesLoopsOut && (PassName == "Loop Strength Reduction" ||
                         PassName == "early-machinelicm"))
    return false;
  return !Replaced.isEnabled() ||
         Replaced.shouldRunPass(PassName, IRDescription);
}

} // namespace ompjit
