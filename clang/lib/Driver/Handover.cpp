//===- Handover.cpp - Give a command line to another program --------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Driver/Handover.h"

#include "ompjit/Driver/OffloadScan.h"

#include <cerrno>
#include <cstring>
#include <unistd.h>
#include <vector>

using namespace ompjit::driver;

/// \returns only on failure, with the system's reason.
static std::string become(const std::string &Program, const char *CalledAs,
                          std::span<const char *const> Arguments) {
  std::vector<char *> Argv;
  Argv.reserve(Arguments.size() + 1);
  Argv.push_back(const_cast<char *>(CalledAs));
  for (const char *Argument : Arguments.subspan(1))
    Argv.push_back(const_cast<char *>(Argument));
  Argv.push_back(nullptr);
  execv(Program.c_str(), Argv.data());
  return "cannot run '" + Program + "': " + strerror(errno);
}

std::string
ompjit::driver::becomePackaged(const Locations &Paths,
                               std::span<const char *const> Arguments) {
  std::string CalledAs = packagedProgramName(Paths, Arguments.front());
  const char *Package = isFlang(CalledAs) ? "flang-22" : "clang-22";
  return become(Paths.packagedCompiler(CalledAs), CalledAs.c_str(), Arguments) +
         " (the package " + Package + " holds it)";
}

std::string
ompjit::driver::becomePlanner(const Locations &Paths,
                              std::span<const char *const> Arguments) {
  // flang's steps are programs.
  const bool Compiles =
      !isFlang(Arguments.front()) && mayCompile(Arguments.subspan(1));
  return become(Compiles ? Paths.compiler() : Paths.planner(),
                Arguments.front(), Arguments) +
         " (it belongs to this compiler's installation)";
}
