//===- OffloadDriver.h - Plan and run a compilation that offloads -*- C++ -*-=//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The driver for command lines that may offload. Clang's own Driver library
// plans the jobs, as if it were the packaged clang: same tools, same resource
// folder, same diagnostics. If the plan offloads OpenMP code, the link step is
// replaced by ours and the jobs run from here; in every other case, including
// errors of the command line, the packaged clang takes over.
//
// Used by the programs clang-offload-driver and clang-offload-compiler.
// Compiles nothing itself; it is told which steps need no other program
// (CompileStep.h).
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_DRIVER_OFFLOADDRIVER_H
#define OMPJIT_DRIVER_OFFLOADDRIVER_H

#include "ompjit/Driver/CompileStep.h"
#include "ompjit/Driver/Locations.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

#include <optional>
#include <string>
#include <vector>

namespace ompjit::driver {

/// The outcome for a command line.
struct DriverOutcome {
  /// The status to exit with; empty if the command line is for the packaged
  /// clang.
  std::optional<int> ExitStatus;
  /// Without an exit status: the arguments for the packaged clang, program name
  /// first.
  std::vector<std::string> Arguments;
};

/// Plans and, if the plan is ours, runs the command line \p Argv (program name
/// first). Prints what clang prints and nothing else. May be called once per
/// process, because it captures standard output while it plans. Steps that
/// \p Prepare prepares run in children, all others in programs.
llvm::Expected<DriverOutcome> driveOffload(const Locations &Paths,
                                           llvm::ArrayRef<const char *> Argv,
                                           const PrepareStep &Prepare);

} // namespace ompjit::driver

#endif // OMPJIT_DRIVER_OFFLOADDRIVER_H
