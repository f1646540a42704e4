//===- MissingFlags.h - Flags that need other flags -------------*- C++ -*-===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Flags that say how device code is compiled have no effect without a target,
// and targets have none without OpenMP: such a program runs all of its regions
// on the host, which is hard to notice. Used before a command line is given to
// the packaged clang; includes no LLVM header.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_DRIVER_MISSINGFLAGS_H
#define OMPJIT_DRIVER_MISSINGFLAGS_H

#include <span>
#include <string>

namespace ompjit::driver {

/// Returns what \p Arguments (without the program's name) lack so that their
/// flags have an effect; empty if they lack nothing.
std::string missingFlags(std::span<const char *const> Arguments);

/// Says on stderr what is missing. \p Arguments begin with the program's name.
void warnOfMissingFlags(std::span<const char *const> Arguments);

} // namespace ompjit::driver

#endif // OMPJIT_DRIVER_MISSINGFLAGS_H
