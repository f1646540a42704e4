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

#include "ompjit/Backend/Backend.h"
#include "ompjit/Lanes/Lanes.h"
#include "ompjit/Lanes/MarkLanes.h"
#include "ompjit/Specialize/BlockSize.h"
#include "ompjit/Specialize/CapturedValues.h"
#include "ompjit/Specialize/ChunkBounds.h"
#include "ompjit/Specialize/CodeOptions.h"
#include "ompjit/Specialize/KnownTasks.h"
#include "ompjit/Specialize/LargeFunctions.h"
#include "ompjit/Specialize/Marks.h"
#include "ompjit/Specialize/MathErrno.h"
#include "ompjit/Specialize/OneTeam.h"
#include "ompjit/Specialize/OptimizerFaults.h"
#include "ompjit/Specialize/ParallelLoops.h"
#include "ompjit/Specialize/ReductionRecords.h"
#include "ompjit/Specialize/RedundantBarriers.h"
#include "ompjit/Specialize/RegionClauses.h"
#include "ompjit/Specialize/StaticLoops.h"
#include "ompjit/Specialize/TeamMemory.h"
#include "ompjit/Specialize/TeamReductions.h"
#include "ompjit/Specialize/VectorFaults.h"
#include "ompjit/Specialize/VectorFunctions.h"

#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/IPO/AlwaysInliner.h"
#include "llvm/Transforms/IPO/GlobalDCE.h"
#include "llvm/Transforms/IPO/GlobalOpt.h"
#include "llvm/Transforms/IPO/Inliner.h"
#include "llvm/Transforms/IPO/ModuleInliner.h"
#include "llvm/Transforms/IPO/OpenMPOpt.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/DeadStoreElimination.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/GVN.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"

using namespace llvm;

namespace ompjit::devicelink {

namespace {

/// The analyses of one run of a pipeline.
class Pipeline {
public:
  explicit Pipeline(TargetMachine *Machine, PipelineTuningOptions Tuning = {})
      : Builder(Machine, Tuning, std::nullopt, &Callbacks) {
    leaveOutOptimizer(Callbacks);
    obeyCodeOptions(Callbacks);
    avoidVectorFaults(Callbacks);
    boundLargeFunctions(Callbacks);
    addBeforeVectorizer(Builder);
    Builder.registerModuleAnalyses(Modules);
    Builder.registerCGSCCAnalyses(Components);
    Builder.registerFunctionAnalyses(Functions);
    Builder.registerLoopAnalyses(Loops);
    Builder.crossRegisterProxies(Loops, Functions, Components, Modules);
  }

  PassBuilder &builder() { return Builder; }
  void leaveOut(StringRef Pass) {
    Callbacks.registerShouldRunOptionalPassCallback(
        [Pass](StringRef Each, const Any &) { return Each != Pass; });
  }
  void run(ModulePassManager Passes, Module &M) { Passes.run(M, Modules); }

private:
  LoopAnalysisManager Loops;
  FunctionAnalysisManager Functions;
  CGSCCAnalysisManager Components;
  ModuleAnalysisManager Modules;
  PassInstrumentationCallbacks Callbacks;
  PassBuilder Builder;
};

void beforeOptimizer(Module &M) {
  optimizeAllOthers(M);
  fitBlockSizes(M);
  guardCopies(M);
  waitForClauses(M);
  forgetCapturedTypes(M);
  forgetParallelLoops(M);
  avoidOptimizerFaults(M);
  formOneTeam(M); // With the code of all files.
  reduceOncePerTeam(M);
  addReductionRecords(M);
}

/// Makes values of variables in memory, and folds what follows from that.
FunctionPassManager promotion() {
  FunctionPassManager Passes;
  Passes.addPass(SROAPass(SROAOptions::ModifyCFG));
  Passes.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
  Passes.addPass(InstCombinePass());
  Passes.addPass(SimplifyCFGPass());
  return Passes;
}

} // namespace

void optimizeOnce(Module &M, TargetMachine &Machine) {
  beforeOptimizer(M);
  Pipeline P(&Machine);
  surroundOptimizer(P.builder());
  P.builder().registerPipelineStartEPCallback(
      [](ModulePassManager &Passes, OptimizationLevel) {
        Passes.addPass(KnownTasksPass());
      });
  // The pipeline that is meant for full LTO would vectorise and unroll.
  P.run(P.builder().buildThinLTOPreLinkDefaultPipeline(OptimizationLevel::O3),
        M);
  ModulePassManager Clean;
  Clean.addPass(GlobalDCEPass());
  P.run(std::move(Clean), M);
  fitBlockSizes(M);
}

void optimizeFragments(Module &M, TargetMachine &Machine) {
  beforeOptimizer(M);
  Pipeline P(&Machine);
  ModulePassManager Passes;
  Passes.addPass(AlwaysInlinerPass());
  Passes.addPass(ModuleInlinerWrapperPass(getInlineParams(3, 0)));
  FunctionPassManager OfFunctions = promotion();
  // The quick pipeline of an image has none of these.
  OfFunctions.addPass(GVNPass());
  OfFunctions.addPass(DSEPass());
  Passes.addPass(createModuleToFunctionPassAdaptor(std::move(OfFunctions)));
  Passes.addPass(GlobalOptPass());
  Passes.addPass(GlobalDCEPass());
  P.run(std::move(Passes), M);
  fitBlockSizes(M);
}

static OptimizationLevel levelOf(unsigned OptLevel) {
  constexpr OptimizationLevel const *Levels[] = {
      &OptimizationLevel::O0, &OptimizationLevel::O1, &OptimizationLevel::O2,
      &OptimizationLevel::O3};
  return *Levels[std::min(OptLevel, 3u)];
}

static void addOptimizer(ModulePassManager &Passes, ThinOrFullLTOPhase Phase) {
  addBeforeOptimizer(Passes);
  Passes.addPass(OpenMPOptPass(Phase));
  addBehindOptimizer(Passes);
}

void simplifyKernels(Module &M, TargetMachine &Machine, unsigned OptLevel) {
  dropMarks(M);
  if (OptLevel == 0 || !M.getFunction("__kmpc_target_init"))
    return;
  avoidOptimizerFaults(M);
  reduceOncePerTeam(M);
  addReductionRecords(M);
  constexpr auto Phase = ThinOrFullLTOPhase::FullLTOPostLink;
  Pipeline P(&Machine);
  ModulePassManager Passes;
  Passes.addPass(KnownTasksPass());
  addOptimizer(Passes, Phase);
  Passes.addPass(AlwaysInlinerPass());
  Passes.addPass(P.builder().buildInlinerPipeline(levelOf(OptLevel), Phase));
  Passes.addPass(TeamMemoryPass());
  // Conditions are known now, and the code that they guard may have the last
  // loads.
  FunctionPassManager OfFunctions;
  OfFunctions.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
  OfFunctions.addPass(InstCombinePass());
  OfFunctions.addPass(SimplifyCFGPass());
  OfFunctions.addPass(GVNPass());
  OfFunctions.addPass(DSEPass());
  OfFunctions.addPass(SimplifyCFGPass());
  OfFunctions.addPass(ChunkBoundsPass());
  Passes.addPass(createModuleToFunctionPassAdaptor(std::move(OfFunctions)));
  Passes.addPass(TeamMemoryPass());
  // It finds out more after inlining.
  addOptimizer(Passes, Phase);
  Passes.addPass(GlobalOptPass());
  Passes.addPass(GlobalDCEPass());
  P.run(std::move(Passes), M);
  fitBlockSizes(M);
}

void optimizeForImage(Module &M, TargetMachine &Machine, unsigned OptLevel,
                      ArrayRef<std::string> LibraryFolders) {
  fitBlockSizes(M);
  simplifyKernels(M, Machine, OptLevel);
  avoidOptimizerFaults(M);
  mapVectorFunctions(M, Machine, [&](StringRef Name) {
    return hasVectorFunction(Name, LibraryFolders);
  });
  formOneTeam(M);
  Pipeline P(&Machine);
  // It has already run over kernels, and here code could not be protected from
  // its faults.
  P.leaveOut("OpenMPOptPass");
  P.builder().registerFullLinkTimeOptimizationLastEPCallback(
      [](ModulePassManager &Passes, OptimizationLevel) {
        Passes.addPass(
            createModuleToFunctionPassAdaptor(redundantBarriersPasses()));
        Passes.addPass(StaticLoopsPass());
      });
  P.run(P.builder().buildLTODefaultPipeline(levelOf(OptLevel), nullptr), M);
}

bool wantsLanes(const Module &M) {
  return any_of(M, [](const Function &F) {
    const Attribute Lanes = F.getFnAttribute(LanesAttribute);
    return Lanes.isValid() && Lanes.getValueAsString() != "off";
  });
}

void optimizeWithLanes(Module &M, TargetMachine &Machine, unsigned OptLevel) {
  PipelineTuningOptions Tuning;
  Tuning.SLPVectorization = true;
  Pipeline P(&Machine, Tuning);
  P.leaveOut("OpenMPOptPass");
  addLanes(P.builder(), {});
  // This pipeline has no callbacks at its start.
  ModulePassManager Passes;
  Passes.addPass(MathErrnoPass());
  Passes.addPass(MarkLanesPass());
  Passes.addPass(
      P.builder().buildThinLTODefaultPipeline(levelOf(OptLevel), nullptr));
  P.run(std::move(Passes), M);
}

void promoteMemory(Module &M) {
  Pipeline P(nullptr);
  ModulePassManager Module;
  Module.addPass(createModuleToFunctionPassAdaptor(promotion()));
  P.run(std::move(Module), M);
}

} // namespace ompjit::devicelink
