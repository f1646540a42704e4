//===- Counters.cpp - Profiles and coverage of device code ----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Counters.h"

#include "ompjit/Driver/DeferredCode.h"

#include "clang/Basic/Diagnostic.h"
#include "clang/Driver/Driver.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using clang::driver::Command;
using opt::ArgStringList;

/// Options of `clang -cc1`; those with a value end in '='.
static constexpr StringLiteral CounterOptions[] = {
    "-fprofile-instrument=", "-fprofile-instrument-path=",
    "-fcoverage-mapping",    "-fcoverage-mcdc",
    "-coverage-notes-file=", "-coverage-data-file="};
/// The profile of the source code, as opposed to that of LLVM's IR.
static constexpr StringLiteral SourceProfile = "-fprofile-instrument=clang";
/// The two files of --coverage.
static constexpr StringLiteral CoverageFiles[] = {"-coverage-notes-file=",
                                                  "-coverage-data-file="};

static bool isForCounters(StringRef Argument) {
  return any_of(CounterOptions, [&](StringRef Option) {
    return Option.ends_with("=") ? Argument.starts_with(Option)
                                 : Argument == Option;
  });
}

static bool isCoverageFile(StringRef Argument) {
  return any_of(CoverageFiles,
                [&](StringRef Option) { return Argument.starts_with(Option); });
}

/// Returns the option with a name of its own for the device, as each of the
/// files belongs to the code of one compile.
static StringRef forDevice(StringRef Option, StringRef Triple,
                           StringSaver &Strings) {
  const StringRef Extension = sys::path::extension(Option);
  return Strings.save(Option.drop_back(Extension.size()) + "-openmp-" + Triple +
                      Extension);
}

/// Makes the job count into what libompjit-clang-counters.so hands over. The
/// regions of the host's own code are the ones that reports show, so the
/// device's needs no map of them.
static void handCountersOver(ArgStringList &Arguments,
                             const ompjit::driver::Locations &Paths,
                             StringSaver &Strings) {
  const StringRef Triple = ompjit::driver::tripleOf(Arguments);
  llvm::erase_if(Arguments, [](StringRef Argument) {
    return isForCounters(Argument) && Argument != SourceProfile &&
           !isCoverageFile(Argument);
  });
  for (const char *&Argument : Arguments)
    if (isCoverageFile(Argument))
      Argument = forDevice(Argument, Triple, Strings).data();
  // The threads of a region count at the same time.
  const char *Options[] = {Strings
                               .save("-fpass-plugin=" + Paths.TreeLib +
                                     "/libompjit-clang-counters.so")
                               .data(),
                           "-fprofile-update=atomic"};
  Arguments.insert(find(Arguments, StringRef("-fopenmp-is-target-device")),
                   std::begin(Options), std::end(Options));
}

void ompjit::driver::handCountersOver(clang::driver::Compilation &Plan,
                                      const Locations &Paths,
                                      StringSaver &Strings) {
  bool IsGpuUncounted = false, IsIrUncounted = false;
  for (Command &Job : Plan.getJobs()) {
    ArgStringList Arguments = Job.getArguments();
    if (!is_contained(Arguments, StringRef("-fopenmp-is-target-device")) ||
        none_of(Arguments, isForCounters))
      continue;
    const bool IsForHost = tripleOf(Arguments).starts_with("x86_64");
    if (IsForHost && (is_contained(Arguments, SourceProfile) ||
                      any_of(Arguments, isCoverageFile))) {
      ::handCountersOver(Arguments, Paths, Strings);
    } else {
      llvm::erase_if(Arguments, isForCounters);
      (IsForHost ? IsIrUncounted : IsGpuUncounted) = true;
    }
    Job.replaceArguments(std::move(Arguments));
  }
  clang::DiagnosticsEngine &Diagnostics = Plan.getDriver().getDiags();
  if (IsGpuUncounted)
    Diagnostics.Report(Diagnostics.getCustomDiagID(
        clang::DiagnosticsEngine::Warning,
        "what target regions do on a GPU is not counted for profiles and "
        "coverage; with OMP_TARGET_OFFLOAD=DISABLED the program counts it on "
        "the host"));
  if (IsIrUncounted)
    Diagnostics.Report(Diagnostics.getCustomDiagID(
        clang::DiagnosticsEngine::Warning,
        "-fprofile-generate does not count what target regions do on a device; "
        "-fprofile-instr-generate does, and with OMP_TARGET_OFFLOAD=DISABLED "
        "the program counts it on the host"));
}
