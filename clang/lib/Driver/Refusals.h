//===- Refusals.h - Options that regions cannot have ------------*- C++ -*-===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Options that clang takes, but with which no program with target regions links
// or runs. Others concern the host's code only. Used by OffloadDriver.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_CLANG_LIB_DRIVER_REFUSALS_H
#define OMPJIT_CLANG_LIB_DRIVER_REFUSALS_H

#include "clang/Driver/Compilation.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/StringSaver.h"

namespace ompjit::driver {

/// Returns an error that names the option of \p Plan which cannot be used with
/// target regions, if there is one.
llvm::Error checkOptions(const clang::driver::Compilation &Plan);

/// Removes options that device code cannot have. \p IsDeferred says that the
/// code is compiled when the program runs. Warns if that removes checks.
void dropHostOptions(clang::driver::Compilation &Plan, bool IsDeferred,
                     llvm::StringSaver &Strings);

} // namespace ompjit::driver

#endif // OMPJIT_CLANG_LIB_DRIVER_REFUSALS_H
