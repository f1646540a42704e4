//===- Counters.h - Profiles and coverage of device code -------*- C++ -*-===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What counts executions for -fprofile-generate, -fprofile-instr-generate or
// --coverage needs clang's profile runtime, which writes the counters of the
// program and of no device image: those of an image were counted and lost, and
// those of --coverage did not link and took the place of the host's notes.
// Used by OffloadDriver.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_CLANG_LIB_DRIVER_COUNTERS_H
#define OMPJIT_CLANG_LIB_DRIVER_COUNTERS_H

#include "clang/Driver/Compilation.h"

namespace ompjit::driver {

/// Has device code compiled without counters, and warns where there were any.
void leaveDeviceCodeUncounted(clang::driver::Compilation &Plan);

} // namespace ompjit::driver

#endif // OMPJIT_CLANG_LIB_DRIVER_COUNTERS_H
