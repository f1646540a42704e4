//===- WithoutRocm.h - AMD's GPUs where there is no ROCm --------*- C++ -*-===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// clang's driver insists on ROCm's device libraries for AMD's GPUs. The device
// runtime has what OpenMP programs need of them, so where they are not there
// the program is compiled without. Used by OffloadDriver.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_CLANG_LIB_DRIVER_WITHOUTROCM_H
#define OMPJIT_CLANG_LIB_DRIVER_WITHOUTROCM_H

#include "Diagnostics.h"

#include "clang/Driver/Compilation.h"
#include "llvm/ADT/StringSet.h"

namespace ompjit::driver {

/// The targets for which nothing but ROCm is missing in \p Failed, a plan for
/// OpenMP code. None where the user says where ROCm is.
llvm::StringSet<> targetsWithoutRocm(const clang::driver::Compilation &Failed,
                                     const DriverDiagnostics &Diagnostics);

/// Without device libraries clang also leaves out what the program says to the
/// device runtime (-fopenmp-target-debug=). Brings it back where \p Job
/// compiles for one of \p Triples.
void keepRuntimeFlags(clang::driver::Command &Job,
                      const llvm::StringSet<> &Triples);

} // namespace ompjit::driver

#endif // OMPJIT_CLANG_LIB_DRIVER_WITHOUTROCM_H
