//===- Clang.cpp - The program `clang` ------------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `clang`, `clang++` and `flang`: become the packaged compiler of that name, or
// the planner if the command line may offload. Links no LLVM library, because
// this program runs before every compilation, and most of them do not offload.
//
//===----------------------------------------------------------------------===//

#include "ompjit/Driver/Handover.h"
#include "ompjit/Driver/OffloadScan.h"

#include <cstdio>
#include <cstdlib>

using namespace ompjit::driver;

int main(int Argc, char **Argv) {
  if (Argc < 1)
    return EXIT_FAILURE;
  std::span<const char *const> Arguments(Argv, size_t(Argc));
  Locations Paths = locationsOfRunningProgram(OMPJIT_BINDIR);
  ScanInput Input = {Arguments.subspan(1), getenv("CCC_OVERRIDE_OPTIONS"),
                     Paths.PackagedBin};
  std::string Problem = mayOffload(Input) ? becomePlanner(Paths, Arguments)
                                          : becomePackaged(Paths, Arguments);
  fprintf(stderr, "%s: error: %s\n", isFlang(Argv[0]) ? "flang" : "clang",
          Problem.c_str());
  return EXIT_FAILURE;
}
