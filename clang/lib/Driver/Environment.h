//===- Environment.h - CC_* variables of clang's driver ---------*- C++ -*-===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The environment variables that clang's main program, not its Driver library,
// reads: CC_PRINT_OPTIONS and its kin. Used by OffloadDriver.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_CLANG_LIB_DRIVER_ENVIRONMENT_H
#define OMPJIT_CLANG_LIB_DRIVER_ENVIRONMENT_H

namespace clang::driver {
class Driver;
} // namespace clang::driver

namespace ompjit::driver {

/// Configures the driver as the environment asks. \returns false if a variable
/// has a value that clang refuses.
bool readEnvironment(clang::driver::Driver &Driver);

} // namespace ompjit::driver

#endif // OMPJIT_CLANG_LIB_DRIVER_ENVIRONMENT_H
