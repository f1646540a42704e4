//===- PrintFormats.cpp - Formats that NVIDIA's driver does not know ------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// clang turns calls of printf into calls of vprintf, a function of the driver
// that does not know all of C's conversions. If a format has one that it does
// not know, or is not known at compile time, the device runtime's function
// takes its place (openmp/device/src/Formats.cpp).
//
//===----------------------------------------------------------------------===//

#include "Passes.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace ompjit::passes {

/// Returns whether the driver would misread a conversion of the format: "%.*s",
/// "%zu", "%jd", "%td", "%hhd", "%Lf".
static bool isForeign(StringRef Format) {
  for (size_t At = 0; (At = Format.find('%', At)) != StringRef::npos;) {
    const StringRef Rest = Format.substr(At + 1);
    const size_t End = Rest.find_first_not_of("-+ #0123456789.*hlLqjzt");
    const StringRef Between = Rest.take_front(End);
    if (Between.contains(".*") || Between.contains("hh") ||
        Between.find_first_of("Lqjzt") != StringRef::npos)
      return true;
    At += 2 + Between.size();
  }
  return false;
}

PreservedAnalyses PrintFormatsPass::run(Module &M, ModuleAnalysisManager &) {
  Function *Print = M.getFunction("vprintf");
  if (!M.getTargetTriple().isNVPTX() || !Print || !Print->isDeclaration())
    return PreservedAnalyses::all();
  bool Changed = false;
  for (User *Each : make_early_inc_range(Print->users())) {
    auto *Call = dyn_cast<CallInst>(Each);
    StringRef Format;
    if (!Call || Call->getCalledOperand() != Print || Call->arg_size() != 2 ||
        (getConstantStringInfo(Call->getArgOperand(0), Format) &&
         !isForeign(Format)))
      continue;
    Call->setCalledFunction(
        M.getOrInsertFunction("__ompjit_vprintf", Call->getFunctionType()));
    Changed = true;
  }
  return Changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace ompjit::passes
