//===- SharedVariables.cpp - Debug information and threads ----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Driver/SharedVariables.h"

#include "ompjit/Driver/DeferredCode.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

static bool describesVariables(StringRef Argument) {
  return Argument.consume_front("-debug-info-kind=") &&
         Argument != "line-tables-only" && Argument != "line-directives-only";
}

void ompjit::driver::keepVariablesShared(clang::driver::Command &Job,
                                         const Locations &Where,
                                         StringSaver &Strings) {
  opt::ArgStringList Arguments = Job.getArguments();
  auto Has = [&](StringRef Wanted) { return is_contained(Arguments, Wanted); };
  const StringRef Triple = tripleOf(Arguments);
  const bool IsForGpu =
      Triple.starts_with("amdgcn") || Triple.starts_with("nvptx64");
  if (!Has("-cc1") || !Has("-fopenmp-is-target-device") || !IsForGpu ||
      none_of(Arguments, describesVariables))
    return;
  StringRef Option = Strings.save("-fpass-plugin=" + Where.TreeLib +
                                  "/libompjit-clang-passes.so");
  Arguments.insert(std::next(find(Arguments, StringRef("-cc1"))),
                   Option.data());
  Job.replaceArguments(std::move(Arguments));
}
