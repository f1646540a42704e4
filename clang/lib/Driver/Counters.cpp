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
/// The profiles of the source code and of LLVM's IR. A third kind counts after
/// inlining.
static constexpr StringLiteral Profiles[] = {"-fprofile-instrument=clang",
                                             "-fprofile-instrument=llvm"};
/// The two files of --coverage.
static constexpr StringLiteral CoverageFiles[] = {"-coverage-notes-file=",
                                                  "-coverage-data-file="};

static bool isForCounters(StringRef Argument) {
  return any_of(CounterOptions, [&](StringRef Option) {
    return Option.ends_with("=") ? Argument.starts_with(Option)
                                 : Argument == Option;
  });
}

static bool isProfile(StringRef Argument) {
  return is_contained(Profiles, Argument);
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

static const char *pluginOption(const ompjit::driver::Locations &Paths,
                                StringSaver &Strings) {
  return Strings
      .save("-fpass-plugin=" + Paths.TreeLib + "/libompjit-clang-counters.so")
      .data();
}

/// Makes the job count into what libompjit-clang-counters.so hands over. The
/// regions of the host's own code are the ones that reports show, so the
/// device's needs no map of them.
static void handCountersOver(ArgStringList &Arguments,
                             const ompjit::driver::Locations &Paths,
                             StringSaver &Strings) {
  const StringRef Triple = ompjit::driver::tripleOf(Arguments);
  llvm::erase_if(Arguments, [](StringRef Argument) {
    return isForCounters(Argument) && !isProfile(Argument) &&
           !isCoverageFile(Argument);
  });
  for (const char *&Argument : Arguments)
    if (isCoverageFile(Argument))
      Argument = forDevice(Argument, Triple, Strings).data();
  // The threads of a region count at the same time.
  const char *Options[] = {pluginOption(Paths, Strings),
                           "-fprofile-update=atomic"};
  Arguments.insert(find(Arguments, StringRef("-fopenmp-is-target-device")),
                   std::begin(Options), std::end(Options));
}

/// Whether the job compiles the host's part of a file with regions, and counts
/// in LLVM's IR or uses what was counted there.
static bool isProfiledHostCode(const ArgStringList &Arguments) {
  constexpr StringLiteral Options[] = {"-fprofile-instrument=llvm",
                                       "-fprofile-instrument-use=llvm"};
  return any_of(Arguments,
                [](StringRef Argument) {
                  return Argument.starts_with("-fembed-offload-object=");
                }) &&
         any_of(Arguments, [&](StringRef Argument) {
           return is_contained(Options, Argument);
         });
}

void ompjit::driver::handCountersOver(clang::driver::Compilation &Plan,
                                      const Locations &Paths,
                                      StringSaver &Strings) {
  bool IsGpuUncounted = false, IsLaterUncounted = false;
  for (Command &Job : Plan.getJobs()) {
    ArgStringList Arguments = Job.getArguments();
    if (isProfiledHostCode(Arguments)) {
      Arguments.insert(Arguments.begin() + 1, pluginOption(Paths, Strings));
      Job.replaceArguments(std::move(Arguments));
      continue;
    }
    if (!is_contained(Arguments, StringRef("-fopenmp-is-target-device")) ||
        none_of(Arguments, isForCounters))
      continue;
    const bool IsForHost = isForProcessor(Arguments);
    if (IsForHost &&
        (any_of(Arguments, isProfile) || any_of(Arguments, isCoverageFile))) {
      ::handCountersOver(Arguments, Paths, Strings);
    } else {
      llvm::erase_if(Arguments, isForCounters);
      (IsForHost ? IsLaterUncounted : IsGpuUncounted) = true;
    }
    Job.replaceArguments(std::move(Arguments));
  }
  clang::DiagnosticsEngine &Diagnostics = Plan.getDriver().getDiags();
  if (IsGpuUncounted)
    Diagnostics.Report(Diagnostics.getCustomDiagID(
        clang::DiagnosticsEngine::Warning,
        "what target regions do on a GPU is not counted for profiles and "
        "coverage; with OMP_TARGET_OFFLOAD=DISABLED the program counts it on "
        "the host, and OMP_JIT_COUNT=1 counts branches of code that is "
        "compiled at run time"));
  if (IsLaterUncounted)
    Diagnostics.Report(Diagnostics.getCustomDiagID(
        clang::DiagnosticsEngine::Warning,
        "-fcs-profile-generate does not count what target regions do on a "
        "device; -fprofile-generate does, and with OMP_TARGET_OFFLOAD=DISABLED "
        "the program counts it on the host"));
}
