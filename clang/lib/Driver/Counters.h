//===- Counters.h - Profiles and coverage of device code -------*- C++ -*-===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The counters of -fprofile-generate, -fprofile-instr-generate and --coverage
// need clang's profile runtime, which writes those of the program but not those
// of device images. An image's counters would be lost, or in the case of
// --coverage not link and overwrite the host's notes. Used by OffloadDriver.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_CLANG_LIB_DRIVER_COUNTERS_H
#define OMPJIT_CLANG_LIB_DRIVER_COUNTERS_H

#include "clang/Driver/Compilation.h"

namespace ompjit::driver {

/// Compiles device code without counters, and warns if there were any.
void leaveDeviceCodeUncounted(clang::driver::Compilation &Plan);

} // namespace ompjit::driver

#endif // OMPJIT_CLANG_LIB_DRIVER_COUNTERS_H
