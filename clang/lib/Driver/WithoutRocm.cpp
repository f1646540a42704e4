//===- WithoutRocm.cpp - AMD's GPUs where there is no ROCm ----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WithoutRocm.h"

#include "ompjit/Driver/DeferredCode.h"

#include "clang/Driver/ToolChain.h"
#include "clang/Options/Options.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using clang::driver::Action;

StringSet<>
ompjit::driver::targetsWithoutRocm(const clang::driver::Compilation &Failed,
                                   const DriverDiagnostics &Diagnostics) {
  using namespace clang::options;
  StringSet<> Triples;
  if (!Diagnostics.onlyLacksRocm() ||
      Failed.getArgs().hasArg(OPT_rocm_path_EQ, OPT_rocm_device_lib_path_EQ))
    return Triples;
  auto Range = Failed.getOffloadToolChains<Action::OFK_OpenMP>();
  for (auto At = Range.first; At != Range.second; ++At)
    if (At->second->getTriple().isAMDGPU())
      Triples.insert(At->second->getTriple().str());
  return Triples;
}

void ompjit::driver::keepRuntimeFlags(clang::driver::Command &Job,
                                      const StringSet<> &Triples) {
  opt::ArgStringList Arguments = Job.getArguments();
  if (!Triples.contains(tripleOf(Arguments)))
    return;
  llvm::erase_if(Arguments, [](StringRef Argument) {
    return Argument == "--no-offloadlib";
  });
  Job.replaceArguments(std::move(Arguments));
}
