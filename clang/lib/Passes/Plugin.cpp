//===- Plugin.cpp - The passes in clang's pipeline, and in opt ------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// libompjit-clang-passes.so, which the driver hands to `clang -cc1` for device
// code. For tests, opt knows the passes as ompjit-shared-parameters,
// ompjit-shared-copies, ompjit-tight-regions, ompjit-lastprivate,
// ompjit-flat-loops, ompjit-copyprivate, ompjit-reduction-copies,
// ompjit-team-variables, ompjit-block-size, ompjit-math-calls,
// ompjit-indirect-calls, ompjit-captured-values, ompjit-parallel-loops,
// ompjit-region-clauses and ompjit-ptx-prepare.
//
//===----------------------------------------------------------------------===//

#include "IndirectCalls.h"
#include "Passes.h"

#include "ompjit/Backend/Backend.h"
#include "ompjit/Specialize/BlockSize.h"
#include "ompjit/Specialize/CapturedValues.h"
#include "ompjit/Specialize/LargeFunctions.h"
#include "ompjit/Specialize/Marks.h"
#include "ompjit/Specialize/MathCalls.h"
#include "ompjit/Specialize/OptimizerFaults.h"
#include "ompjit/Specialize/ParallelLoops.h"
#include "ompjit/Specialize/ReductionRecords.h"
#include "ompjit/Specialize/RegionClauses.h"
#include "ompjit/Specialize/TeamReductions.h"

#include "llvm/Passes/PassBuilder.h"
#include "llvm/Plugins/PassPlugin.h"

using namespace llvm;
using namespace ompjit::passes;

namespace {

/// Fits block sizes here, because a file that is not part of a device link is
/// not optimised again.
class BlockSizePass : public PassInfoMixin<BlockSizePass> {
public:
  PreservedAnalyses run(Module &M, ModuleAnalysisManager &) {
    ompjit::fitBlockSizes(M);
    return PreservedAnalyses::all();
  }
  static bool isRequired() { return true; }
};

/// Runs last, where clang generates the code itself. Otherwise a device link
/// does this.
class RegionClausesPass : public PassInfoMixin<RegionClausesPass> {
public:
  PreservedAnalyses run(Module &M, ModuleAnalysisManager &) {
    return ompjit::waitForClauses(M) ? PreservedAnalyses::none()
                                     : PreservedAnalyses::all();
  }
  static bool isRequired() { return true; }
};

/// Runs last, where clang generates the code itself. Code that is part of a
/// device link is optimised further, and keeps its initialisers until then.
class PtxPreparePass : public PassInfoMixin<PtxPreparePass> {
public:
  PreservedAnalyses run(Module &M, ModuleAnalysisManager &) {
    return M.getTargetTriple().isNVPTX() && ompjit::prepareForPtx(M)
               ? PreservedAnalyses::none()
               : PreservedAnalyses::all();
  }
  static bool isRequired() { return true; }
};

} // namespace

static void addLast(ModulePassManager &Passes, OptimizationLevel,
                    ThinOrFullLTOPhase Phase) {
  // Functions that the optimiser knows by now need no look-up.
  Passes.addPass(ompjit::IndirectCallsPass());
  if (Phase != ThinOrFullLTOPhase::None)
    return;
  // Otherwise a device link does all of this.
  Passes.addPass(ompjit::TeamReductionsPass());
  Passes.addPass(ompjit::ReductionRecordsPass());
  Passes.addPass(RegionClausesPass());
  Passes.addPass(PtxPreparePass());
}

static void addToPipeline(ModulePassManager &Passes, OptimizationLevel) {
  // While nothing else comes after a region in its loop.
  Passes.addPass(FlatLoopsPass());
  Passes.addPass(SharedParametersPass());
  Passes.addPass(SharedCopiesPass());
  Passes.addPass(TightRegionsPass());
  Passes.addPass(LastPrivatePass());
  Passes.addPass(PrintFormatsPass());
  Passes.addPass(CopyPrivatePass());
  Passes.addPass(ReductionCopiesPass());
  Passes.addPass(TeamVariablesPass());
  Passes.addPass(CriticalTurnsPass());
  Passes.addPass(BlockSizePass());
  Passes.addPass(ompjit::MathCallsPass());
  Passes.addPass(ompjit::CapturedValuesPass());
  Passes.addPass(ompjit::ParallelLoopsPass());
  ompjit::addBeforeOptimizer(Passes);
}

/// Adds the passes that run right after the OpenMP optimiser.
static void addEarly(ModulePassManager &Passes, OptimizationLevel,
                     ThinOrFullLTOPhase Phase) {
  // Otherwise the device link uses them.
  if (Phase == ThinOrFullLTOPhase::None)
    Passes.addPass(ompjit::DropMarksPass());
  ompjit::addBehindOptimizer(Passes);
}

static bool addByName(StringRef Name, ModulePassManager &Passes,
                      ArrayRef<PassBuilder::PipelineElement>) {
  if (Name == "ompjit-shared-parameters")
    Passes.addPass(SharedParametersPass());
  else if (Name == "ompjit-shared-copies")
    Passes.addPass(SharedCopiesPass());
  else if (Name == "ompjit-tight-regions")
    Passes.addPass(TightRegionsPass());
  else if (Name == "ompjit-lastprivate")
    Passes.addPass(LastPrivatePass());
  else if (Name == "ompjit-flat-loops")
    Passes.addPass(FlatLoopsPass());
  else if (Name == "ompjit-print-formats")
    Passes.addPass(PrintFormatsPass());
  else if (Name == "ompjit-copyprivate")
    Passes.addPass(CopyPrivatePass());
  else if (Name == "ompjit-reduction-copies")
    Passes.addPass(ReductionCopiesPass());
  else if (Name == "ompjit-critical-turns")
    Passes.addPass(CriticalTurnsPass());
  else if (Name == "ompjit-team-variables")
    Passes.addPass(TeamVariablesPass());
  else if (Name == "ompjit-block-size")
    Passes.addPass(BlockSizePass());
  else if (Name == "ompjit-drop-marks")
    Passes.addPass(ompjit::DropMarksPass());
  else if (Name == "ompjit-math-calls")
    Passes.addPass(ompjit::MathCallsPass());
  else if (Name == "ompjit-indirect-calls")
    Passes.addPass(ompjit::IndirectCallsPass());
  else if (Name == "ompjit-captured-values")
    Passes.addPass(ompjit::CapturedValuesPass());
  else if (Name == "ompjit-parallel-loops")
    Passes.addPass(ompjit::ParallelLoopsPass());
  else if (Name == "ompjit-region-clauses")
    Passes.addPass(RegionClausesPass());
  else if (Name == "ompjit-ptx-prepare")
    Passes.addPass(PtxPreparePass());
  else
    return false;
  return true;
}

extern "C" [[gnu::visibility("default")]] PassPluginLibraryInfo
llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "ompjit-clang-passes", "22.1",
          [](PassBuilder &Builder) {
            if (auto *Callbacks = Builder.getPassInstrumentationCallbacks()) {
              ompjit::leaveOutOptimizer(*Callbacks);
              ompjit::boundLargeFunctions(*Callbacks);
            }
            Builder.registerPipelineStartEPCallback(addToPipeline);
            ompjit::addBeforeVectorizer(Builder);
            Builder.registerPipelineEarlySimplificationEPCallback(addEarly);
            Builder.registerOptimizerLastEPCallback(addLast);
            Builder.registerPipelineParsingCallback(addByName);
          }};
}
