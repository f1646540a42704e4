//===- JobRunner.h - Run the steps of a compilation -------------*- C++ -*-===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs a planned compilation: each step is a process, temporary files are
// removed at the end and also when a signal ends the driver, and a crash of a
// step is reported as by clang. Used by OffloadDriver.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_CLANG_LIB_DRIVER_JOBRUNNER_H
#define OMPJIT_CLANG_LIB_DRIVER_JOBRUNNER_H

#include "clang/Driver/Compilation.h"
#include "clang/Driver/Driver.h"

namespace ompjit::driver {

/// Makes signals that end the driver remove the temporary files of the plan;
/// clang's driver leaves them behind.
void removeTemporaryFilesOnSignal(const clang::driver::Compilation &Plan);

/// Runs the steps and removes the temporary files at the end.
/// \returns the exit status of the driver: that of the first step that failed,
/// or 0.
int runJobs(clang::driver::Driver &Driver, clang::driver::Compilation &Plan);

} // namespace ompjit::driver

#endif // OMPJIT_CLANG_LIB_DRIVER_JOBRUNNER_H
