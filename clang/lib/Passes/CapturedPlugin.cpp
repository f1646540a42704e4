//===- CapturedPlugin.cpp - Captured values in processors' code -----------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// libompjit-clang-captured-values.so, which the driver hands to `clang -cc1`
// for code that runs on processors: regions on the host device, and the host's
// own versions of regions and of parallel constructs. Code for GPUs has more
// passes; see Plugin.cpp.
//
//===----------------------------------------------------------------------===//

#include "ompjit/Backend/Backend.h"
#include "ompjit/Specialize/CapturedValues.h"
#include "ompjit/Specialize/LargeFunctions.h"
#include "ompjit/Specialize/OneTeam.h"
#include "ompjit/Specialize/ParallelLoops.h"
#include "ompjit/Specialize/StaticLoops.h"
#include "ompjit/Specialize/VectorFaults.h"

#include "llvm/Passes/PassBuilder.h"
#include "llvm/Plugins/PassPlugin.h"

using namespace llvm;

extern "C" [[gnu::visibility("default")]] PassPluginLibraryInfo
llvmGetPassPluginInfo() {
  return {
      LLVM_PLUGIN_API_VERSION, "ompjit-clang-captured-values", "22.1",
      [](PassBuilder &Builder) {
        ompjit::keepMaskRegisters();
        ompjit::addBeforeVectorizer(Builder);
        if (auto *Callbacks = Builder.getPassInstrumentationCallbacks()) {
          ompjit::avoidVectorFaults(*Callbacks);
          ompjit::boundLargeFunctions(*Callbacks);
        }
        Builder.registerPipelineStartEPCallback(
            [](ModulePassManager &Passes, OptimizationLevel) {
              Passes.addPass(ompjit::CapturedValuesPass());
              Passes.addPass(ompjit::ParallelLoopsPass());
              Passes.addPass(ompjit::OneTeamPass());
            });
        // With -g there are functions between those that libomp calls,
        // which are inlined by then.
        Builder.registerOptimizerEarlyEPCallback(
            [](ModulePassManager &Passes, OptimizationLevel,
               ThinOrFullLTOPhase) { Passes.addPass(ompjit::OneTeamPass()); });
        Builder.registerOptimizerLastEPCallback([](ModulePassManager &Passes,
                                                   OptimizationLevel Level,
                                                   ThinOrFullLTOPhase Phase) {
          if (Level != OptimizationLevel::O0 &&
              Phase == ThinOrFullLTOPhase::None)
            Passes.addPass(ompjit::StaticLoopsPass());
        });
      }};
}
