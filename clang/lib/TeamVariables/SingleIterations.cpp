//===- SingleIterations.cpp - Loops of a single thread --------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SingleIterations.h"

#include "llvm/Frontend/OpenMP/OMPConstants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Passes/PassBuilder.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

/// Arguments of __kmpc_for_static_init_*.
enum Argument {
  Schedule = 2,
  Lower = 4,
  Upper,
  Stride,
  Increment,
  Chunk,
  Count
};

/// Returns whether threads take single iterations in turn.
bool isInTurns(const CallBase &Init) {
  using omp::OMPScheduleType;
  const auto *Kind = dyn_cast<ConstantInt>(Init.getArgOperand(Schedule));
  return Kind &&
         (OMPScheduleType(Kind->getZExtValue()) &
          ~OMPScheduleType::MonotonicityMask) ==
             OMPScheduleType::UnorderedStaticChunked &&
         match(Init.getArgOperand(Chunk), m_One());
}

/// Returns whether the upper bound is read after the call, as a loop over
/// chunks does.
bool readsUpperBound(const CallBase &Init) {
  const auto *Bound = dyn_cast<AllocaInst>(Init.getArgOperand(Upper));
  return !Bound || any_of(Bound->users(),
                          [](const User *Each) { return isa<LoadInst>(Each); });
}

/// An upper bound above the lower bound is that of all iterations.
void stepByOne(CallBase &Init, bool IsSigned) {
  IRBuilder<> B(Init.getNextNode());
  Value *By = Init.getArgOperand(Increment);
  Type *Index = By->getType();
  Value *First = B.CreateLoad(Index, Init.getArgOperand(Lower));
  Value *Last = B.CreateLoad(Index, Init.getArgOperand(Upper));
  Value *Step = B.CreateLoad(Index, Init.getArgOperand(Stride));
  Value *IsAlone =
      IsSigned ? B.CreateICmpSGT(Last, First) : B.CreateICmpUGT(Last, First);
  B.CreateStore(B.CreateSelect(IsAlone, By, Step), Init.getArgOperand(Stride));
}

class SingleIterationsPass : public PassInfoMixin<SingleIterationsPass> {
public:
  PreservedAnalyses run(Module &M, ModuleAnalysisManager &) {
    bool Changed = false;
    for (StringRef Suffix : {"4", "4u", "8", "8u"})
      if (Function *Callee =
              M.getFunction(("__kmpc_for_static_init_" + Suffix).str()))
        for (User *Each : Callee->users())
          if (auto *Init = dyn_cast<CallInst>(Each);
              Init && Init->getCalledFunction() == Callee &&
              Init->arg_size() == Count && isInTurns(*Init) &&
              !readsUpperBound(*Init)) {
            stepByOne(*Init, !Suffix.ends_with("u"));
            Changed = true;
          }
    return Changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
  }
  static bool isRequired() { return true; }
};

} // namespace

void ompjit::keepSingleIterations(PassBuilder &Builder) {
  Builder.registerPipelineStartEPCallback(
      [](ModulePassManager &Passes, OptimizationLevel) {
        Passes.addPass(SingleIterationsPass());
      });
}
