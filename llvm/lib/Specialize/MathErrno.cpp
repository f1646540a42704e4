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

/// Functions that have no effect but their result and errno.
static bool isMathematical(LibFunc Function) {
  switch (Function) {
#define OMPJIT_ONE(Name)                                                       \
  case LibFunc_##Name:                                                         \
  case LibFunc_##Name##f:                                                      \
  case LibFunc_##Name##l:
#define OMPJIT_MATHEMATICAL(EACH)                                              \
  EACH(acos)                                                                   \
  EACH(acosh)                                                                  \
  EACH(asin)                                                                   \
  EACH(asinh) EACH(atan) EACH(atan2) EACH(atanh) EACH(cbrt) EACH(cos)          \
      EACH(cosh) EACH(erf) EACH(exp) EACH(exp10) EACH(exp2) EACH(expm1)        \
          EACH(fdim) EACH(fmod) EACH(hypot) EACH(ldexp) EACH(log) EACH(log10)  \
              EACH(log1p) EACH(log2) EACH(logb) EACH(pow) EACH(remainder)      \
                  EACH(sin) EACH(sinh) EACH(sqrt) EACH(tan) EACH(tanh)         \
                      EACH(tgamma)
    OMPJIT_MATHEMATICAL(OMPJIT_ONE)
#undef OMPJIT_ONE
    return true;
  default:
    return false;
  }
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
          !Libraries.getLibFunc(*Call, Known) || !isMathematical(Known))
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
