//===- SharedVariables.cpp - What threads share is not their own ----------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// libompjit-clang-passes.so, which the driver hands to `clang -cc1` for device
// code with debug information. clang 22 then compiles a region's body to a
// function whose parameters for variables that threads share (in address space
// 1) are declared noalias. That promises that nobody else writes to them
// meanwhile, and the optimiser believes it: it moved the load of a variable out
// of a critical region.
//
//===----------------------------------------------------------------------===//

#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Plugins/PassPlugin.h"

using namespace llvm;

namespace {

class SharedVariablesPass : public PassInfoMixin<SharedVariablesPass> {
public:
  PreservedAnalyses run(Module &M, ModuleAnalysisManager &) {
    for (Function &F : M)
      if (F.hasLocalLinkage() && F.getName().ends_with("_debug__"))
        for (Argument &Parameter : F.args())
          if (isSharedVariable(Parameter))
            Parameter.removeAttr(Attribute::NoAlias);
    return PreservedAnalyses::all();
  }
  static bool isRequired() { return true; }

private:
  static bool isSharedVariable(const Argument &Parameter) {
    constexpr unsigned Global = 1;
    return Parameter.getType()->isPointerTy() &&
           Parameter.getType()->getPointerAddressSpace() == Global;
  }
};

} // namespace

extern "C" [[gnu::visibility("default")]] PassPluginLibraryInfo
llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "ompjit-clang-passes", "22.1",
          [](PassBuilder &Builder) {
            Builder.registerPipelineStartEPCallback(
                [](ModulePassManager &Passes, OptimizationLevel) {
                  Passes.addPass(SharedVariablesPass());
                });
          }};
}
