//===- Optimize.cpp - The optimisation that happens once, at link time ----===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Optimize.h over LLVM's pass builder.
//
//===----------------------------------------------------------------------===//

#include "Optimize.h"

#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/IPO/GlobalDCE.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"

using namespace llvm;

namespace ompjit::devicelink {

namespace {

/// The analyses of one pipeline run.
class Pipeline {
public:
  explicit Pipeline(TargetMachine *Machine) : Builder(Machine) {
    Builder.registerModuleAnalyses(Modules);
    Builder.registerCGSCCAnalyses(Components);
    Builder.registerFunctionAnalyses(Functions);
    Builder.registerLoopAnalyses(Loops);
    Builder.crossRegisterProxies(Loops, Functions, Components, Modules);
  }

  PassBuilder &builder() { return Builder; }
  void run(ModulePassManager Passes, Module &M) { Passes.run(M, Modules); }

private:
  LoopAnalysisManager Loops;
  FunctionAnalysisManager Functions;
  CGSCCAnalysisManager Components;
  ModuleAnalysisManager Modules;
  PassBuilder Builder;
};

} // namespace

void optimizeOnce(Module &M, TargetMachine &Machine) {
  Pipeline P(&Machine);
  // The one before full LTO would vectorise and unroll.
  P.run(P.builder().buildThinLTOPreLinkDefaultPipeline(OptimizationLevel::O3),
        M);
  ModulePassManager Clean;
  Clean.addPass(GlobalDCEPass());
  P.run(std::move(Clean), M);
}

void optimizeForImage(Module &M, TargetMachine &Machine, unsigned OptLevel) {
  constexpr OptimizationLevel const *Levels[] = {
      &OptimizationLevel::O0, &OptimizationLevel::O1, &OptimizationLevel::O2,
      &OptimizationLevel::O3};
  Pipeline P(&Machine);
  P.run(P.builder().buildLTODefaultPipeline(*Levels[std::min(OptLevel, 3u)],
                                            nullptr),
        M);
}

void promoteMemory(Module &M) {
  FunctionPassManager Passes;
  Passes.addPass(SROAPass(SROAOptions::ModifyCFG));
  Passes.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
  Passes.addPass(InstCombinePass());
  Passes.addPass(SimplifyCFGPass());
  Pipeline P(nullptr);
  ModulePassManager Module;
  Module.addPass(createModuleToFunctionPassAdaptor(std::move(Passes)));
  P.run(std::move(Module), M);
}

} // namespace ompjit::devicelink
