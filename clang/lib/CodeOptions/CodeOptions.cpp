//===- CodeOptions.cpp - Keeps options with code --------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// libompjit-clang-code-options.so, which the driver hands to `clang -cc1` where
// device code will be optimised again and an option was given that the IR does
// not record. The driver passes the option on as -mllvm -ompjit-code-option=:
//
//   veclib=<name>           -fveclib=
//   no-slp-vectorize        -fno-slp-vectorize
//   no-vectorize            -fno-vectorize
//   no-unroll               -fno-unroll-loops
//   without=<-feature,...>  -mno-...
//   lanes=<auto|off|N>      -fopenmp-target-lanes=, -fno-openmp-target-lanes
//
// ompjit/Specialize/CodeOptions.h describes their effect. Runs last in the
// pipeline, when loops have their usual form.
//
//===----------------------------------------------------------------------===//

#include "ompjit/Specialize/CodeOptions.h"
#include "ompjit/Lanes/Lanes.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Plugins/PassPlugin.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;

static cl::list<std::string>
    Options("ompjit-code-option", cl::Hidden,
            cl::desc("An option that device code keeps for later compiles"));

/// A loop with vectorisation metadata of its own keeps that, such as `omp
/// simd`.
static void forbidVectors(Function &F, FunctionAnalysisManager &Analyses) {
  for (Loop *L : Analyses.getResult<LoopAnalysis>(F).getLoopsInPreorder())
    if (L->getLoopLatch() &&
        !findStringMetadataForLoop(L, "llvm.loop.vectorize.enable"))
      addStringMetadataToLoop(L, "llvm.loop.vectorize.enable", 0);
}

/// clang itself forbids it for ordinary loops, but not for those of OpenMP.
static void forbidCopies(Function &F, FunctionAnalysisManager &Analyses) {
  for (Loop *L : Analyses.getResult<LoopAnalysis>(F).getLoopsInPreorder())
    if (L->getLoopLatch() && hasUnrollTransformation(L) == TM_Unspecified)
      L->setLoopAlreadyUnrolled();
}

static void keep(StringRef Option, Function &F,
                 FunctionAnalysisManager &Analyses) {
  if (Option == "no-vectorize")
    forbidVectors(F, Analyses);
  else if (Option == "no-unroll")
    forbidCopies(F, Analyses);
  else if (Option == "no-slp-vectorize")
    F.addFnAttr(ompjit::NoSlpAttribute);
  else if (Option.consume_front("veclib="))
    F.addFnAttr(ompjit::VectorLibraryAttribute, Option);
  else if (Option.consume_front("lanes="))
    F.addFnAttr(ompjit::LanesAttribute, Option);
  else if (Option.consume_front("without="))
    F.addFnAttr(ompjit::WithoutFeaturesAttribute, Option);
}

namespace {

class CodeOptionsPass : public PassInfoMixin<CodeOptionsPass> {
public:
  PreservedAnalyses run(Function &F, FunctionAnalysisManager &Analyses) {
    for (const std::string &Option : Options)
      keep(Option, F, Analyses);
    return PreservedAnalyses::all();
  }
  static bool isRequired() { return true; }
};

} // namespace

extern "C" [[gnu::visibility("default")]] PassPluginLibraryInfo
llvmGetPassPluginInfo() {
  return {
      LLVM_PLUGIN_API_VERSION, "ompjit-clang-code-options", "22.1",
      [](PassBuilder &Builder) {
        Builder.registerOptimizerLastEPCallback([](ModulePassManager &Passes,
                                                   OptimizationLevel,
                                                   ThinOrFullLTOPhase) {
          Passes.addPass(createModuleToFunctionPassAdaptor(CodeOptionsPass()));
        });
      }};
}
