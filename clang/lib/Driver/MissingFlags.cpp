//===- MissingFlags.cpp - Flags that need other flags ---------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MissingFlags.h's rules.
//
//===----------------------------------------------------------------------===//

#include "ompjit/Driver/MissingFlags.h"
#include "ompjit/Targets.h"

#include <cstdio>
#include <string_view>

using namespace ompjit::driver;

namespace {

/// What a command line says about offloading.
struct Flags {
  bool SaysOpenMP = false, HasTarget = false, IsQuiet = false;
  std::string_view Targets, Mode; ///< As they are written.
};

/// Whether \p Argument is \p Name with one dash or two.
bool isOption(std::string_view Argument, std::string_view Name) {
  if (Argument.starts_with("--"))
    Argument.remove_prefix(1);
  return Argument.starts_with(Name);
}

void take(std::string_view Argument, Flags &Known) {
  if (Argument == "-fopenmp" || Argument.starts_with("-fopenmp=") ||
      Argument == "-fno-openmp")
    Known.SaysOpenMP = true;
  else if (Argument.starts_with("-fopenmp-targets="))
    Known.Targets = "-fopenmp-targets=";
  else if (Argument == "-fopenmp-target-jit")
    Known.Mode = Argument;
  else if (Argument == "-fno-openmp-target-jit")
    Known.Mode = "";
  else if (Argument == "-w" || Argument.starts_with("-cc1") ||
           Argument == "-fc1")
    Known.IsQuiet = true;
  if (isOption(Argument, "-fopenmp-targets=") ||
      isOption(Argument, "-offload-targets=") ||
      isOption(Argument, "-offload-arch="))
    Known.HasTarget = true;
}

} // namespace

std::string
ompjit::driver::missingFlags(std::span<const char *const> Arguments) {
  Flags Known;
  for (const std::string_view Argument : Arguments) {
    if (Argument == "--")
      break;
    // Their options may be anything.
    Known.IsQuiet |= Argument.starts_with('@') || Argument == "--config" ||
                     Argument.starts_with("--config=");
    take(Argument, Known);
  }
  if (Known.IsQuiet)
    return "";
  if (!Known.Mode.empty() && !Known.HasTarget)
    return "'" + std::string(Known.Mode) +
           "' has no effect without a target: add "
           "-fopenmp-targets=" +
           std::string(ThisHost.Host.Triple) +
           " for the host device, or --offload-arch= for a GPU";
  if (!Known.Targets.empty() && !Known.SaysOpenMP)
    return "'" + std::string(Known.Targets) +
           "' has no effect without -fopenmp";
  return "";
}

void ompjit::driver::warnOfMissingFlags(
    std::span<const char *const> Arguments) {
  const std::string Missing = missingFlags(Arguments.subspan(1));
  if (Missing.empty())
    return;
  const std::string_view Program = Arguments.front();
  fprintf(stderr, "%s: warning: %s\n",
          Program.substr(Program.rfind('/') + 1).data(), Missing.c_str());
}
