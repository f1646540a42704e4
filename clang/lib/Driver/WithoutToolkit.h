//===- WithoutToolkit.h - GPUs where there is no toolkit --------*- C++ -*-===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// clang's driver insists on the device libraries of CUDA for NVIDIA's GPUs and
// of ROCm for AMD's. The device runtime has what OpenMP programs need of them,
// so if they are missing the program is compiled without them. Only ptxas has
// no replacement. Used by OffloadDriver.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_CLANG_LIB_DRIVER_WITHOUTTOOLKIT_H
#define OMPJIT_CLANG_LIB_DRIVER_WITHOUTTOOLKIT_H

#include "Diagnostics.h"

#include "clang/Driver/Compilation.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Error.h"

namespace ompjit::driver {

/// Returns the targets for which nothing but the toolkit's device libraries is
/// missing in \p Failed, a plan for OpenMP code.
llvm::StringSet<>
targetsWithoutToolkit(const clang::driver::Compilation &Failed,
                      const DriverDiagnostics &Diagnostics);

/// Says on stderr what is used instead for \p Triples, if the user named a
/// folder without device libraries or asks for verbose output (-v, -###).
void tellOfMissingToolkits(const clang::driver::Compilation &Plan,
                           const llvm::StringSet<> &Triples,
                           llvm::StringRef ProgramName);

/// Without device libraries clang also drops options for the device runtime
/// (-fopenmp-target-debug=). Restores them if \p Job compiles for one of \p
/// Triples.
void keepRuntimeFlags(clang::driver::Command &Job,
                      const llvm::StringSet<> &Triples);

/// Fails if a step of \p Plan, which is to be run, needs a program of the CUDA
/// toolkit that does not exist.
llvm::Error checkPrograms(const clang::driver::Compilation &Plan);

} // namespace ompjit::driver

#endif // OMPJIT_CLANG_LIB_DRIVER_WITHOUTTOOLKIT_H
