//===- ForkedStep.h - A step in a child of the driver -----------*- C++ -*-===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Steps of the packaged clang that need no other program. A step in a child
// leaves the driver as it was, whatever it does to LLVM's global state; if it
// crashes, the packaged clang runs the step over again and reports it. Warnings
// before a crash are printed twice.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_CLANG_LIB_DRIVER_FORKEDSTEP_H
#define OMPJIT_CLANG_LIB_DRIVER_FORKEDSTEP_H

#include "ompjit/Driver/CompileStep.h"
#include "ompjit/Driver/Locations.h"

#include "clang/Driver/Compilation.h"

namespace ompjit::driver {

/// Makes the steps of the packaged `clang -cc1` run in children, unless the
/// user wants processes of clang (-fno-integrated-cc1) or their statistics.
/// \p Prepare is null if this program cannot compile.
void forkSteps(clang::driver::Compilation &Plan, const Locations &Paths,
               const PrepareStep &Prepare);

} // namespace ompjit::driver

#endif // OMPJIT_CLANG_LIB_DRIVER_FORKEDSTEP_H
