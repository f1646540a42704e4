//===- FlangOptions.h - Our options where flang's driver plans --*- C++ -*-===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Clang's Driver has a mode for flang, in which it knows fewer options for
// offloading: none that says how device code is compiled, and none that
// concerns one target only. We take the former ourselves (FlangSteps.h), and
// write the latter in another way. Used by Arguments.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_CLANG_LIB_DRIVER_FLANGOPTIONS_H
#define OMPJIT_CLANG_LIB_DRIVER_FLANGOPTIONS_H

#include "ArchDistribution.h"

namespace ompjit::driver {

/// A command line for flang's mode, and what was taken from it.
struct FlangCommand {
  /// The program name and the arguments.
  ArgumentList List;
  /// The options that say how device code is compiled, in their order.
  ArgumentList Modes;
};

/// Returns \p List, a command line for clang, as flang's mode takes it. New
/// strings live as long as \p Strings.
FlangCommand flangCommand(llvm::ArrayRef<const char *> List,
                          llvm::StringSaver &Strings);

} // namespace ompjit::driver

#endif // OMPJIT_CLANG_LIB_DRIVER_FLANGOPTIONS_H
