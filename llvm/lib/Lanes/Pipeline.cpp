//===- Pipeline.cpp - Lanes in a pipeline of LLVM -------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Lanes/Lanes.h"
#include "ompjit/Lanes/MarkLanes.h"

#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/LICM.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"

using namespace llvm;

namespace ompjit {

namespace {

/// Lanes, and what is the same in all of them or of no use put in order, where
/// there are any.
struct TidyLanesPass : PassInfoMixin<TidyLanesPass> {
  LaneOptions Options;

  explicit TidyLanesPass(LaneOptions Options) : Options(Options) {}

  PreservedAnalyses run(Function &F, FunctionAnalysisManager &Analyses) {
    PreservedAnalyses Kept = LanesPass(Options).run(F, Analyses);
    if (Kept.areAllPreserved())
      return Kept;
    Analyses.invalidate(F, Kept);
    FunctionPassManager Tidying;
    Tidying.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
    Tidying.addPass(InstCombinePass());
    Tidying.addPass(SimplifyCFGPass());
    Tidying.addPass(createFunctionToLoopPassAdaptor(LICMPass(LICMOptions()),
                                                    /*UseMemorySSA=*/true));
    Tidying.run(F, Analyses);
    return PreservedAnalyses::none();
  }
};

} // namespace

void addLanes(PassBuilder &Builder, LaneOptions Options) {
  Builder.registerPipelineStartEPCallback(
      [](ModulePassManager &Passes, OptimizationLevel) {
        Passes.addPass(MarkLanesPass());
      });
  Builder.registerVectorizerStartEPCallback(
      [Options](FunctionPassManager &Passes, OptimizationLevel Level) {
        if (Level.getSpeedupLevel() > 1)
          Passes.addPass(TidyLanesPass(Options));
      });
}

} // namespace ompjit
