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
#include "ompjit/Driver/LostDeviceCode.h"
#include "ompjit/Driver/MissingFlags.h"
#include "ompjit/Driver/OffloadScan.h"

#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <sys/wait.h>
#include <unistd.h>

using namespace ompjit::driver;

static int fail(const char *CalledAs, const std::string &Problem) {
  fprintf(stderr, "%s: error: %s\n", isFlang(CalledAs) ? "flang" : "clang",
          Problem.c_str());
  return EXIT_FAILURE;
}

/// With --version clang does nothing else.
static bool asksForVersion(std::span<const char *const> Arguments) {
  const std::string_view First = Arguments[0];
  if (First.starts_with("-cc1") || First == "-fc1")
    return false;
  for (const char *Each : Arguments)
    if (std::string_view(Each) == "--version")
      return true;
  return false;
}

/// Says what the packaged compiler says and then who we are: build systems take
/// the first number that they find for the compiler's version.
static int printVersion(const Locations &Paths,
                        std::span<const char *const> Arguments) {
  const pid_t Child = fork();
  if (Child == 0)
    _exit(fail(Arguments[0], becomePackaged(Paths, Arguments)));
  int Status = 0;
  if (Child < 0 || waitpid(Child, &Status, 0) != Child)
    return fail(Arguments[0], "cannot run the packaged compiler");
  if (!WIFEXITED(Status) || WEXITSTATUS(Status) != 0)
    return EXIT_FAILURE;
  const bool IsWritten =
      printf("OMP-JIT version " OMPJIT_VERSION ", offloading: %s\n",
             Paths.TreeLib.c_str()) >= 0 &&
      fflush(stdout) == 0;
  return IsWritten ? EXIT_SUCCESS : EXIT_FAILURE;
}

static std::string compileWithout(const Locations &Paths,
                                  std::span<const char *const> Arguments) {
  if (!warnOfLostDeviceCode(Arguments))
    warnOfMissingFlags(Arguments);
  return becomePackaged(Paths, Arguments);
}

int main(int Argc, char **Argv) {
  if (Argc < 1)
    return EXIT_FAILURE;
  std::span<const char *const> Arguments(Argv, size_t(Argc));
  Locations Paths = locationsOfRunningProgram(OMPJIT_BINDIR);
  if (Argc > 1 && asksForVersion(Arguments.subspan(1)))
    return printVersion(Paths, Arguments);
  ScanInput Input = {Arguments.subspan(1), getenv("CCC_OVERRIDE_OPTIONS"),
                     Paths.PackagedBin};
  return fail(Argv[0], mayOffload(Input) ? becomePlanner(Paths, Arguments)
                                         : compileWithout(Paths, Arguments));
}
