//===- LinkJob.cpp - Our part of the link step ----------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Driver/LinkJob.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace ompjit::driver;
using clang::driver::Command;
using opt::ArgStringList;

bool ompjit::driver::isPackagedLinkStep(const Command &Job,
                                        const Locations &Where) {
  return Where.packagedLinkerWrapper() == Job.getExecutable();
}

static bool holds(const ArgStringList &Arguments, StringRef Argument) {
  return is_contained(Arguments, Argument);
}

/// The wrapper's own options end with --linker-path; the host link's arguments
/// follow.
static size_t startOfHostLink(const ArgStringList &Arguments) {
  auto Last = find_if(Arguments, [](StringRef Argument) {
    return Argument.starts_with("--linker-path=");
  });
  return Last == Arguments.end() ? 0 : Last - Arguments.begin() + 1;
}

ArgStringList ompjit::driver::withOurRuntime(const ArgStringList &Arguments,
                                             const Locations &Where,
                                             RunPath Path,
                                             StringSaver &Strings) {
  ArgStringList Result = Arguments;
  if (!holds(Arguments, "-lomptarget"))
    return Result;
  // First of all folders, also of the user's: -L and -rpath of the packaged
  // LLVM's folder are in many build scripts, because its own driver adds no run
  // path.
  StringRef Lib = Strings.save(Where.TreeLib);
  SmallVector<const char *, 3> Ours = {Strings.save("-L" + Lib).data()};
  // A static program has no dynamic section to hold a run path.
  if (Path == RunPath::TreeLib && !holds(Arguments, "-static"))
    Ours.append({"-rpath", Lib.data()});
  Result.insert(Result.begin() + startOfHostLink(Result), Ours.begin(),
                Ours.end());
  return Result;
}

void ompjit::driver::useOurLinkStep(Command &Job, const Locations &Where,
                                    RunPath Path, StringSaver &Strings) {
  Job.replaceExecutable(Strings.save(Where.linkerWrapper()).data());
  Job.replaceArguments(
      withOurRuntime(Job.getArguments(), Where, Path, Strings));
}
