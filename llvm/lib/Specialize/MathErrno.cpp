//===- MathErrno.cpp - errno of mathematical functions --------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Specialize/MathErrno.h"

#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace ompjit {

/// What glibc, musl and the BSDs have behind `errno`, and what prints it.
static bool readsErrno(const Module &M) {
  for (StringRef Name : {"__errno_location", "___errno", "__error", "__errno",
                         "perror", "strerror", "err", "warn"})
    if (const Function *F = M.getFunction(Name); F && !F->use_empty())
      return true;
  return false;
}

/// Functions for double that have no effect but their result and errno. Those
/// for float and long double have a letter more.
static constexpr StringLiteral Mathematical[] = {
    "acos", "acosh",     "asin",  "asinh", "atan",  "atan2", "atanh", "cbrt",
    "cos",  "cosh",      "erf",   "exp",   "exp10", "exp2",  "expm1", "fdim",
    "fmod", "hypot",     "ldexp", "log",   "log10", "log1p", "log2",  "logb",
    "pow",  "remainder", "sin",   "sinh",  "sqrt",  "tan",   "tanh",  "tgamma"};

static bool isMathematical(StringRef Name) {
  if (is_contained(Mathematical, Name))
    return true;
  return (Name.consume_back("f") || Name.consume_back("l")) &&
         is_contained(Mathematical, Name);
}

PreservedAnalyses MathErrnoPass::run(Module &M, ModuleAnalysisManager &AM) {
  if (readsErrno(M))
    return PreservedAnalyses::all();
  auto &Functions =
      AM.getResult<FunctionAnalysisManagerModuleProxy>(M).getManager();
  bool Changed = false;
  for (Function &F : M) {
    if (F.isDeclaration() || F.hasFnAttribute(Attribute::StrictFP))
      continue;
    const auto &Libraries = Functions.getResult<TargetLibraryAnalysis>(F);
    for (Instruction &I : instructions(F)) {
      auto *Call = dyn_cast<CallInst>(&I);
      LibFunc Known;
      if (!Call || Call->doesNotAccessMemory() || Call->isNoBuiltin() ||
          !Libraries.getLibFunc(*Call, Known) ||
          !isMathematical(Call->getCalledFunction()->getName()))
        continue;
      Call->setDoesNotAccessMemory();
      Call->setDoesNotThrow();
      Call->addFnAttr(Attribute::WillReturn);
      Changed = true;
    }
  }
  return Changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace ompjit
