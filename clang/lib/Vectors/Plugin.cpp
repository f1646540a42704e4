//===- Plugin.cpp - Vectors in processors' code ---------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// libompjit-clang-vectors.so, which the driver hands to `clang -cc1` for device
// code that runs on processors and is vectorised by this compile: ahead of
// time, or for full LTO. The driver passes options on as -mllvm
// -ompjit-vectors=:
//
//   veclib=libmvec, veclib=none   -fveclib=
//   lanes=auto, lanes=<N>         -fopenmp-target-lanes=
//
//===----------------------------------------------------------------------===//

#include "ompjit/Backend/Backend.h"
#include "ompjit/Lanes/Lanes.h"
#include "ompjit/Specialize/CodeOptions.h"
#include "ompjit/Specialize/MathErrno.h"
#include "ompjit/Specialize/VectorFunctions.h"

#include "llvm/Passes/PassBuilder.h"
#include "llvm/Plugins/PassPlugin.h"
#include "llvm/Support/CommandLine.h"

using namespace llvm;
using namespace ompjit;

static cl::list<std::string>
    Options("ompjit-vectors", cl::Hidden,
            cl::desc("How device code for processors is vectorised"));

/// Returns the value of an option, or nothing.
static std::optional<StringRef> valueOf(StringRef Name) {
  for (StringRef Each : Options)
    if (Each.consume_front(Name) && Each.consume_front("="))
      return Each;
  return std::nullopt;
}

namespace {

struct LibraryPass : PassInfoMixin<LibraryPass> {
  StringRef Library;

  explicit LibraryPass(StringRef Library) : Library(Library) {}
  PreservedAnalyses run(Function &F, FunctionAnalysisManager &) {
    F.addFnAttr(VectorLibraryAttribute, Library);
    return PreservedAnalyses::all();
  }
};

} // namespace

static void addPasses(PassBuilder &Builder) {
  if (const auto Library = valueOf("veclib"))
    Builder.registerPipelineStartEPCallback(
        [Library = *Library](ModulePassManager &Passes, OptimizationLevel) {
          Passes.addPass(
              createModuleToFunctionPassAdaptor(LibraryPass(Library)));
        });
  if (const auto Lanes = valueOf("lanes")) {
    LaneOptions Wanted;
    (void)Lanes->getAsInteger(10, Wanted.Lanes);
    Builder.registerPipelineStartEPCallback(
        [](ModulePassManager &Passes, OptimizationLevel) {
          Passes.addPass(MathErrnoPass());
        });
    addLanes(Builder, Wanted);
  }
  Builder.registerOptimizerEarlyEPCallback([](ModulePassManager &Passes,
                                              OptimizationLevel Level,
                                              ThinOrFullLTOPhase) {
    if (Level.getSpeedupLevel() > 1)
      Passes.addPass(VectorFunctionsPass(
          [](StringRef Name) { return hasVectorFunction(Name, {}); }));
  });
}

extern "C" [[gnu::visibility("default")]] PassPluginLibraryInfo
llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "ompjit-clang-vectors", "22.1", addPasses};
}
