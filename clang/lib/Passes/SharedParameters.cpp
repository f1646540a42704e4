//===- SharedParameters.cpp - Shared variables may be written by others ---===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// With debug information clang 22 compiles a region's body to a function whose
// parameters for variables that threads share are declared noalias. That
// promises that nobody else writes to them meanwhile, and the optimiser relies
// on it: it has moved the load of a variable out of a critical region, and
// above a barrier.
//
//===----------------------------------------------------------------------===//

#include "Passes.h"
#include "Region.h"

#include "llvm/IR/Module.h"

using namespace llvm;

PreservedAnalyses
ompjit::passes::SharedParametersPass::run(Module &M, ModuleAnalysisManager &) {
  for (Function &F : M)
    if (isDebugBody(F))
      for (Argument &Parameter : F.args())
        Parameter.removeAttr(Attribute::NoAlias);
  return PreservedAnalyses::all();
}
