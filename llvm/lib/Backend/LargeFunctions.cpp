//===- LargeFunctions.cpp - Passes left out of large functions ------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM 22 sinks machine code to where it is needed in time that grows with the
// square of a function: more than all other passes together for one of 50,000
// instructions. The pass cannot be left out of single functions, so it is of
// modules with a large one. The optimiser has done the same to the IR.
//
//===----------------------------------------------------------------------===//

#include "LargeFunctions.h"

#include "llvm/CodeGen/Passes.h"
#include "llvm/CodeGen/TargetPassConfig.h"
#include "llvm/IR/Module.h"
#include "llvm/Target/RegisterTargetPassConfigCallback.h"

using namespace llvm;

namespace ompjit {

static constexpr unsigned MostInstructions = 5000;

/// Of the module whose passes this thread sets up; LLVM's callbacks do not
/// know it.
static thread_local bool IsLarge = false;

/// Registered before threads generate code, since they read LLVM's list of
/// callbacks without a lock; kept until the process ends.
[[maybe_unused]] static const auto *const Callback =
    new RegisterTargetPassConfigCallback(
        [](TargetMachine &, PassManagerBase &, TargetPassConfig *Passes) {
          if (IsLarge)
            Passes->disablePass(&MachineSinkingLegacyID);
        });

LargeFunctions::LargeFunctions(const Module &M) {
  IsLarge = any_of(M, [](const Function &F) {
    return F.getInstructionCount() > MostInstructions;
  });
}

LargeFunctions::~LargeFunctions() { IsLarge = false; }

} // namespace ompjit
