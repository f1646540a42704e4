//===- FlangSteps.h - Steps of flang as those of clang ----------*- C++ -*-===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Clang's Driver plans to compile device code of Fortran ahead of time, as it
// knows nothing else in flang's mode. Turns such a plan into the one that it
// makes for C++ with -foffload-lto or -fopenmp-target-jit. Used by
// OffloadDriver.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_CLANG_LIB_DRIVER_FLANGSTEPS_H
#define OMPJIT_CLANG_LIB_DRIVER_FLANGSTEPS_H

#include "ompjit/Driver/Locations.h"

#include "clang/Driver/Compilation.h"
#include "llvm/Support/StringSaver.h"

namespace ompjit::driver {

/// How the device code of a program is compiled.
enum class DeviceMode { Ahead, Lto, Deferred };

/// Makes the steps of flang in \p Plan that compile device code write bitcode,
/// unless \p Mode is Ahead, removes the assembler's, and tells the link.
void keepDeviceBitcode(clang::driver::Compilation &Plan, DeviceMode Mode,
                       llvm::StringSaver &Strings);

/// If \p Job compiles Fortran for a GPU without optimisation, makes it optimise
/// a little: with -O0 flang calls its runtime library for what it otherwise
/// writes out, such as sums, and GPUs have none.
void optimizeForGpu(clang::driver::Command &Job);

/// Links the device runtime, which -nogpulib leaves out: flang's mode cannot
/// leave out a toolkit's libraries alone.
void linkDeviceRuntime(clang::driver::Compilation &Plan,
                       llvm::StringSaver &Strings);

/// If \p Job compiles Fortran for the host device, gives it the functions that
/// flang calls there.
void addHostRegions(clang::driver::Command &Job, const Locations &Paths,
                    llvm::StringSaver &Strings);

} // namespace ompjit::driver

#endif // OMPJIT_CLANG_LIB_DRIVER_FLANGSTEPS_H
