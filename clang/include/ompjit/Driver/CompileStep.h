//===- CompileStep.h - A step of `clang -cc1` in this process ---*- C++ -*-===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What `clang -cc1` does with C and C++ and with LLVM IR for the processor and
// for GPUs, from Clang's libraries. To start the packaged clang takes longer
// than to compile a small file. What the libraries here cannot do as the
// packaged clang does, or what nobody waits for, is left to it: other targets,
// other actions, plugins of users, reports about the compiler's time.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_DRIVER_COMPILESTEP_H
#define OMPJIT_DRIVER_COMPILESTEP_H

#include "ompjit/Driver/Locations.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/FunctionExtras.h"

#include <functional>

namespace ompjit::driver {

/// The work of a step, for a process of its own: it changes LLVM's global state
/// and frees nothing. \returns the exit status, or LeftToPackaged. If LLVM
/// reports a fatal error, the process ends with LeftToPackaged.
using StepWork = llvm::unique_function<int()>;

/// The exit status of work that the packaged clang has to do over again. clang
/// has no such status.
inline constexpr int LeftToPackaged = 0xFD;

/// Returns the work of `Executable Arguments...`, or null if it is left to the
/// packaged clang. The arguments must outlive the work.
using PrepareStep = std::function<StepWork(
    const char *Executable, llvm::ArrayRef<const char *> Arguments)>;

/// Prepares steps that load plugins of our tree only. \returns null if the
/// packaged clang is not the one whose libraries are linked in.
PrepareStep compileSteps(const Locations &Paths);

} // namespace ompjit::driver

#endif // OMPJIT_DRIVER_COMPILESTEP_H
