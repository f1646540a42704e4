//===- Counters.cpp - Profiles and coverage of device code ----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Counters.h"

#include "clang/Basic/Diagnostic.h"
#include "clang/Driver/Driver.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using clang::driver::Command;

/// Options of `clang -cc1`; those with a value end in '='.
static constexpr StringLiteral CounterOptions[] = {
    "-fprofile-instrument=", "-fprofile-instrument-path=",
    "-fcoverage-mapping",    "-fcoverage-mcdc",
    "-coverage-notes-file=", "-coverage-data-file="};

static bool isForCounters(StringRef Argument) {
  return any_of(CounterOptions, [&](StringRef Option) {
    return Option.ends_with("=") ? Argument.starts_with(Option)
                                 : Argument == Option;
  });
}

void ompjit::driver::leaveDeviceCodeUncounted(
    clang::driver::Compilation &Plan) {
  bool WasCounted = false;
  for (Command &Job : Plan.getJobs()) {
    opt::ArgStringList Arguments = Job.getArguments();
    if (!is_contained(Arguments, StringRef("-fopenmp-is-target-device")) ||
        none_of(Arguments, isForCounters))
      continue;
    llvm::erase_if(Arguments, isForCounters);
    Job.replaceArguments(std::move(Arguments));
    WasCounted = true;
  }
  clang::DiagnosticsEngine &Diagnostics = Plan.getDriver().getDiags();
  if (WasCounted)
    Diagnostics.Report(Diagnostics.getCustomDiagID(
        clang::DiagnosticsEngine::Warning,
        "what target regions do on a device is not counted for profiles and "
        "coverage; with OMP_TARGET_OFFLOAD=DISABLED the program counts it on "
        "the host"));
}
