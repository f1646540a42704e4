//===- TeamVariables.cpp - Variables in the memory of a team --------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// clang 22 gives variables in shared memory the initial value that the language
// asks for. A team gets that memory uninitialised: code generation for AMD's
// GPUs refuses every initial value, and that for NVIDIA's accepts zero only,
// but does not write it. This pass removes an initial value of zero, and
// reports any other as an error that names the variable.
//
//===----------------------------------------------------------------------===//

#include "Passes.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace ompjit::passes;

/// The address space of shared memory on NVIDIA's and AMD's GPUs.
static constexpr unsigned SharedSpace = 3;

static void refuseValue(const GlobalVariable &Variable) {
  Variable.getContext().diagnose(DiagnosticInfoGeneric(
      "the variable '" + Variable.getName() +
      "' is in the memory of each team, which cannot have an initial value"));
}

PreservedAnalyses TeamVariablesPass::run(Module &M, ModuleAnalysisManager &) {
  bool IsChanged = false;
  for (GlobalVariable &Variable : M.globals()) {
    if (Variable.getAddressSpace() != SharedSpace ||
        !Variable.hasInitializer() ||
        isa<UndefValue>(Variable.getInitializer()))
      continue;
    if (!Variable.getInitializer()->isNullValue()) {
      refuseValue(Variable);
      continue;
    }
    Variable.setInitializer(PoisonValue::get(Variable.getValueType()));
    IsChanged = true;
  }
  return IsChanged ? PreservedAnalyses::none() : PreservedAnalyses::all();
}
