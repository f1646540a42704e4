//===- Counters.h - Profiles and coverage of device code -------*- C++ -*-===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Device code that counts, for -fprofile-instr-generate, -fprofile-generate or
// --coverage. Clang's profile runtime is part of the program and knows no
// counters of device images; for the host device a pass hands them to it
// (clang/lib/Counters). Code for GPUs and for -fcs-profile-generate is compiled
// without counters: they would be lost, or not link, or overwrite the host's
// files. Used by OffloadDriver.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_CLANG_LIB_DRIVER_COUNTERS_H
#define OMPJIT_CLANG_LIB_DRIVER_COUNTERS_H

#include "ompjit/Driver/Locations.h"

#include "clang/Driver/Compilation.h"
#include "llvm/Support/StringSaver.h"

namespace ompjit::driver {

/// Makes device code that counts hand its counters to the program. Compiles it
/// without counters where that is impossible, and warns.
void handCountersOver(clang::driver::Compilation &Plan, const Locations &Paths,
                      llvm::StringSaver &Strings);

} // namespace ompjit::driver

#endif // OMPJIT_CLANG_LIB_DRIVER_COUNTERS_H
