//===- Optimize.cpp - The optimisation of one image -----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Optimize.h"

#include "DeviceRuntime.h"

#include "ompjit/Backend/Backend.h"
#include "ompjit/Lanes/Lanes.h"
#include "ompjit/Specialize/ChunkBounds.h"
#include "ompjit/Specialize/CodeOptions.h"
#include "ompjit/Specialize/CodeTuning.h"
#include "ompjit/Specialize/Disjoint.h"
#include "ompjit/Specialize/ExactForms.h"
#include "ompjit/Specialize/IndirectPrefetch.h"
#include "ompjit/Specialize/LargeFunctions.h"
#include "ompjit/Specialize/Launch.h"
#include "ompjit/Specialize/MathErrno.h"
#include "ompjit/Specialize/NontemporalStores.h"
#include "ompjit/Specialize/OptimizerFaults.h"
#include "ompjit/Specialize/RedundantBarriers.h"
#include "ompjit/Specialize/SeveralSums.h"
#include "ompjit/Specialize/SingleTurns.h"
#include "ompjit/Specialize/StaticLoops.h"
#include "ompjit/Specialize/TeamMemory.h"
#include "ompjit/Specialize/VectorFaults.h"
#include "ompjit/Specialize/VectorFunctions.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/CGSCCPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/IPO/GlobalDCE.h"
#include "llvm/Transforms/IPO/SCCP.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/ADCE.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/LICM.h"
#include "llvm/Transforms/Scalar/SCCP.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Vectorize/SLPVectorizer.h"

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

// Returns the options that clang sets for the level.
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
  PassInstrumentationCallbacks Callbacks;
  leaveOutOptimizer(Callbacks);
  obeyCodeOptions(Callbacks);
  avoidVectorFaults(Callbacks);
  boundLargeFunctions(Callbacks);
  PassBuilder Builder(&TM, tuningFor(Level), std::nullopt, &Callbacks);
  Builder.registerModuleAnalyses(Modules);
  Builder.registerCGSCCAnalyses(Components);
  Builder.registerFunctionAnalyses(Functions);
  Builder.registerLoopAnalyses(Loops);
  Builder.crossRegisterProxies(Loops, Functions, Components, Modules);
  Make(Builder).run(M, Modules);
}

static bool hasLoops(const Module &M) {
  SmallVector<std::pair<const BasicBlock *, const BasicBlock *>> BackEdges;
  for (const Function &F : M)
    if (!F.isDeclaration() && BackEdges.empty())
      FindFunctionBackedges(F, BackEdges);
  return !BackEdges.empty();
}

/// An image for certain facts is tried against the generic one when it runs,
/// which decides about lanes that may be worth it.
static LaneOptions lanesFor(const CompileRequest &Request) {
  LaneOptions Options;
  Options.Lanes = Request.Lanes == LanesAuto ? 0 : Request.Lanes;
  Options.OnlySure = Request.Facts.empty();
  return Options;
}

static ModulePassManager fullPipeline(PassBuilder &Builder, TargetMachine &TM,
                                      const CompileRequest &Request) {
  const bool IsForGpu = TM.getTargetTriple().isGPU();
  const unsigned Level = Request.OptLevel;
  surroundOptimizer(Builder);
  // The origins of pointers are known better after inlining, so the passes run
  // again.
  Builder.registerPipelineStartEPCallback(
      [](ModulePassManager &Passes, OptimizationLevel) {
        Passes.addPass(ArgumentScopesPass());
        Passes.addPass(createModuleToFunctionPassAdaptor(VariableScopesPass()));
        Passes.addPass(InvariantLoadsPass());
      });
  if (!IsForGpu)
    Builder.registerPipelineStartEPCallback(
        [](ModulePassManager &Passes, OptimizationLevel) {
          Passes.addPass(MathErrnoPass());
        });
  if (!IsForGpu && Level > 1 && Request.Lanes != LanesOff)
    addLanes(Builder, lanesFor(Request));
  if (!IsForGpu && Level > 1)
    Builder.registerPipelineStartEPCallback(
        [](ModulePassManager &Passes, OptimizationLevel) {
          Passes.addPass(createModuleToFunctionPassAdaptor(SeveralSumsPass()));
        });
  if (!IsForGpu && Level > 1 && Request.NontemporalBytes != NontemporalOff)
    Builder.registerOptimizerLastEPCallback(
        [Bytes = Request.NontemporalBytes](
            ModulePassManager &Passes, OptimizationLevel, ThinOrFullLTOPhase) {
          Passes.addPass(
              createModuleToFunctionPassAdaptor(NontemporalStoresPass(Bytes)));
        });
  if (!IsForGpu && Level > 1 && Request.Prefetch != PrefetchOff &&
      (Request.Prefetch != PrefetchAuto || !Request.Facts.empty()))
    Builder.registerOptimizerLastEPCallback(
        [Distance = Request.Prefetch](ModulePassManager &Passes,
                                      OptimizationLevel, ThinOrFullLTOPhase) {
          Passes.addPass(createModuleToFunctionPassAdaptor(
              IndirectPrefetchPass(Distance)));
        });
  // After all passes that replace calls by other functions.
  Builder.registerOptimizerEarlyEPCallback(
      [](ModulePassManager &Passes, OptimizationLevel, ThinOrFullLTOPhase) {
        Passes.addPass(VectorFunctionsPass(
            [](StringRef Name) { return hasVectorFunction(Name, {}); }));
      });
  if (!IsForGpu && Level > 1 && Request.ExactMath) {
    Builder.registerOptimizerEarlyEPCallback(
        [&TM, Functions = Request.ExactMath](
            ModulePassManager &Passes, OptimizationLevel, ThinOrFullLTOPhase) {
          Passes.addPass(MapExactFormsPass(TM, Functions));
        });
    Builder.registerOptimizerLastEPCallback(
        [](ModulePassManager &Passes, OptimizationLevel, ThinOrFullLTOPhase) {
          Passes.addPass(LinkExactFormsPass(exactForms()));
        });
  }
  // After inlining, and before passes that use the result.
  Builder.registerOptimizerEarlyEPCallback(
      [](ModulePassManager &Passes, OptimizationLevel, ThinOrFullLTOPhase) {
        Passes.addPass(LaunchSizePass());
        Passes.addPass(TeamMemoryPass());
        Passes.addPass(ArgumentScopesPass());
        Passes.addPass(InvariantLoadsPass());
      });
  // After the launch's size was folded, and before loops are unrolled.
  if (IsForGpu)
    Builder.registerVectorizerStartEPCallback(
        [](FunctionPassManager &Passes, OptimizationLevel) {
          Passes.addPass(InstCombinePass());
          Passes.addPass(ChunkBoundsPass());
          Passes.addPass(SingleTurnsPass());
          Passes.addPass(SimplifyCFGPass());
        });
  if (IsForGpu)
    Builder.registerOptimizerLastEPCallback(
        [](ModulePassManager &Passes, OptimizationLevel, ThinOrFullLTOPhase) {
          Passes.addPass(
              createModuleToFunctionPassAdaptor(redundantBarriersPasses()));
        });
  Builder.registerOptimizerLastEPCallback(
      [](ModulePassManager &Passes, OptimizationLevel, ThinOrFullLTOPhase) {
        Passes.addPass(StaticLoopsPass());
      });
  if (Request.Tuned.Unroll)
    Builder.registerVectorizerStartEPCallback(
        [Unroll = Request.Tuned.Unroll](FunctionPassManager &Passes,
                                        OptimizationLevel) {
          Passes.addPass(TuneLoopsPass(Unroll));
        });
  return Level == 0 ? Builder.buildO0DefaultPipeline(OptimizationLevel::O0)
                    : Builder.buildPerModuleDefaultPipeline(levelOf(Level));
}

/// Code of more instructions is generated without optimisations where it is
/// quick: in a tenth of the time of a full compile.
static constexpr uint64_t MostQuickInstructions = 4000;

static bool isLarge(const Module &M) {
  return M.getInstructionCount() > MostQuickInstructions;
}

/// Does not change a kernel's mode, so that the size of its launches is known
/// from the start. Vectorises straight code, which is worth the time, except in
/// code that is generated without optimisations.
static ModulePassManager quickPipeline(unsigned Level, bool IsLarge) {
  ModulePassManager Passes;
  Passes.addPass(LaunchSizePass());
  Passes.addPass(ArgumentScopesPass());
  Passes.addPass(createModuleToFunctionPassAdaptor(VariableScopesPass()));
  Passes.addPass(InvariantLoadsPass());
  Passes.addPass(IPSCCPPass());
  FunctionPassManager Folding;
  Folding.addPass(SCCPPass());
  Folding.addPass(InstCombinePass());
  Folding.addPass(SimplifyCFGPass());
  Folding.addPass(ADCEPass());
  Passes.addPass(createModuleToFunctionPassAdaptor(std::move(Folding)));
  Passes.addPass(TeamMemoryPass());
  FunctionPassManager Vectorising;
  Vectorising.addPass(EarlyCSEPass(/*UseMemorySSA=*/!IsLarge));
  if (Level > 1 && !IsLarge)
    Vectorising.addPass(SLPVectorizerPass());
  if (!IsLarge)
    Vectorising.addPass(InstCombinePass());
  Passes.addPass(createModuleToFunctionPassAdaptor(std::move(Vectorising)));
  Passes.addPass(StaticLoopsPass());
  Passes.addPass(GlobalDCEPass());
  return Passes;
}

unsigned optimize(Module &M, TargetMachine &TM, const CompileRequest &Request) {
  const unsigned Level = Request.OptLevel;
  const Pipeline Passes = Request.Passes;
  const bool IsQuick =
      Level != 0 &&
      (Passes == Pipeline::Quick || (Passes == Pipeline::Auto && !hasLoops(M)));
  if (Request.Kind == ImageKind::Kernel)
    tuneFunctions(M, Request.Tuned);
  if (!IsQuick)
    avoidOptimizerFaults(M);
  const bool IsFast = Passes == Pipeline::Quick && IsQuick && isLarge(M);
  run(M, TM, Level, [&](PassBuilder &Builder) {
    return IsQuick ? quickPipeline(Level, IsFast)
                   : fullPipeline(Builder, TM, Request);
  });
  return IsFast ? 0 : Level;
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
