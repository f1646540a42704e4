//===- Optimize.cpp - The optimisation of one image -----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Optimize.h"

#include "llvm/Analysis/CGSCCPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;

namespace ompjit::jit {

static OptimizationLevel levelOf(unsigned Level) {
  switch (Level) {
  case 0:
    return OptimizationLevel::O0;
  case 1:
    return OptimizationLevel::O1;
  case 2:
    return OptimizationLevel::O2;
  default:
    return OptimizationLevel::O3;
  }
}

// As clang sets it.
static PipelineTuningOptions tuningFor(unsigned Level) {
  PipelineTuningOptions Tuning;
  Tuning.LoopUnrolling = Level > 1;
  Tuning.LoopInterleaving = Level > 1;
  Tuning.LoopVectorization = Level > 1;
  Tuning.SLPVectorization = Level > 1;
  return Tuning;
}

void optimize(Module &M, TargetMachine &TM, unsigned Level) {
  LoopAnalysisManager Loops;
  FunctionAnalysisManager Functions;
  CGSCCAnalysisManager Components;
  ModuleAnalysisManager Modules;
  PassBuilder Builder(&TM, tuningFor(Level));
  Builder.registerModuleAnalyses(Modules);
  Builder.registerCGSCCAnalyses(Components);
  Builder.registerFunctionAnalyses(Functions);
  Builder.registerLoopAnalyses(Loops);
  Builder.crossRegisterProxies(Loops, Functions, Components, Modules);
  ModulePassManager Passes =
      Level == 0 ? Builder.buildO0DefaultPipeline(OptimizationLevel::O0)
                 : Builder.buildPerModuleDefaultPipeline(levelOf(Level));
  Passes.run(M, Modules);
}

} // namespace ompjit::jit
