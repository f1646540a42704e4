//===- Optimize.cpp - The optimisation of one image -----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Optimize.h"

#include "ompjit/Specialize/Disjoint.h"
#include "ompjit/Specialize/Launch.h"
#include "ompjit/Specialize/OptimizerFaults.h"
#include "ompjit/Specialize/TeamMemory.h"
#include "llvm/Analysis/CGSCCPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/LICM.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"

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

/// Runs the passes that \p Make takes from a builder.
static void run(Module &M, TargetMachine &TM, unsigned Level,
                function_ref<ModulePassManager(PassBuilder &)> Make) {
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
  Make(Builder).run(M, Modules);
}

void optimize(Module &M, TargetMachine &TM, unsigned Level) {
  avoidOptimizerFaults(M);
  run(M, TM, Level, [&](PassBuilder &Builder) {
    hideCalleesFromOptimizer(Builder);
    // What is not inlined yet shows less of where pointers come from.
    Builder.registerPipelineStartEPCallback(
        [](ModulePassManager &Passes, OptimizationLevel) {
          Passes.addPass(ArgumentScopesPass());
          Passes.addPass(InvariantLoadsPass());
        });
    // After inlining; what it finds the rest of the pipeline makes use of.
    Builder.registerOptimizerEarlyEPCallback(
        [](ModulePassManager &Passes, OptimizationLevel, ThinOrFullLTOPhase) {
          Passes.addPass(LaunchSizePass());
          Passes.addPass(TeamMemoryPass());
          Passes.addPass(ArgumentScopesPass());
          Passes.addPass(InvariantLoadsPass());
        });
    return Level == 0 ? Builder.buildO0DefaultPipeline(OptimizationLevel::O0)
                      : Builder.buildPerModuleDefaultPipeline(levelOf(Level));
  });
}

void tidy(Module &M, TargetMachine &TM, unsigned Level) {
  if (Level == 0)
    return;
  run(M, TM, Level, [](PassBuilder &) {
    FunctionPassManager Functions;
    Functions.addPass(SROAPass(SROAOptions::ModifyCFG));
    Functions.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
    Functions.addPass(InstCombinePass());
    Functions.addPass(SimplifyCFGPass());
    Functions.addPass(createFunctionToLoopPassAdaptor(LICMPass(LICMOptions()),
                                                      /*UseMemorySSA=*/true));
    ModulePassManager Passes;
    Passes.addPass(createModuleToFunctionPassAdaptor(std::move(Functions)));
    return Passes;
  });
}

} // namespace ompjit::jit
