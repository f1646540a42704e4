//===- OffloadDriverMain.cpp - The program `clang-offload-driver` ---------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What `clang` becomes when a command line may offload: clang-offload-compiler,
// or clang-offload-driver if it only links. Not for users: it takes
// clang's arguments, and its name is the one that clang was called by.
//
//===----------------------------------------------------------------------===//

#include "ompjit/Driver/CompileStep.h"
#include "ompjit/Driver/Handover.h"
#include "ompjit/Driver/LostDeviceCode.h"
#include "ompjit/Driver/MissingFlags.h"
#include "ompjit/Driver/OffloadDriver.h"

#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdlib>

using namespace ompjit::driver;

static int fail(const char *CalledAs, const llvm::Twine &Problem) {
  llvm::errs() << (isFlang(CalledAs) ? "flang" : "clang")
               << ": error: " << Problem << '\n';
  return EXIT_FAILURE;
}

static int handOver(const Locations &Paths,
                    const std::vector<std::string> &Arguments) {
  std::vector<const char *> Argv;
  Argv.reserve(Arguments.size());
  for (const std::string &Argument : Arguments)
    Argv.push_back(Argument.c_str());
  if (!warnOfLostDeviceCode(Argv))
    warnOfMissingFlags(Argv);
  return fail(Argv.front(), becomePackaged(Paths, Argv));
}

int main(int Argc, char **Argv) {
  if (Argc < 1)
    return EXIT_FAILURE;
  llvm::InitLLVM Init(Argc, Argv);
  // If a standard stream were closed, the next file opened would take its
  // place.
  if (llvm::sys::Process::FixupStandardFileDescriptors())
    return EXIT_FAILURE;
  // The driver queries which targets there are.
  llvm::InitializeAllTargetInfos();
  Locations Paths = locationsOfRunningProgram(OMPJIT_LIBEXECDIR);
  llvm::Expected<DriverOutcome> Outcome = driveOffload(
      Paths, llvm::ArrayRef(Argv, size_t(Argc)), compileSteps(Paths));
  if (!Outcome)
    return fail(Argv[0], llvm::toString(Outcome.takeError()));
  std::optional<int> Status = Outcome->ExitStatus;
  return Status ? *Status : handOver(Paths, Outcome->Arguments);
}
