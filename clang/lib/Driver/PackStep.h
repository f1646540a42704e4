//===- PackStep.h - Pack device code in the driver --------------*- C++ -*-===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The step of llvm-offload-binary: device code of all targets becomes one file,
// which goes into the object. The driver writes it itself, because to start
// that program takes longer than to compile a small file.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_CLANG_LIB_DRIVER_PACKSTEP_H
#define OMPJIT_CLANG_LIB_DRIVER_PACKSTEP_H

#include "clang/Driver/Compilation.h"

namespace ompjit::driver {

/// Replaces the steps of llvm-offload-binary. What it would report as an error
/// is left to it.
void packHere(clang::driver::Compilation &Plan);

} // namespace ompjit::driver

#endif // OMPJIT_CLANG_LIB_DRIVER_PACKSTEP_H
