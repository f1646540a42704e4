//===- UsedOptions.h - Options of the device link -------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// If a program is compiled and linked in one command, the packaged driver warns
// that options which the device link reads are unused, and with -Werror fails.
// Used by Arguments.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_CLANG_LIB_DRIVER_USEDOPTIONS_H
#define OMPJIT_CLANG_LIB_DRIVER_USEDOPTIONS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

namespace ompjit::driver {

/// Returns \p List, program name first, with those warnings disabled if it
/// links a program with offloaded OpenMP code.
llvm::SmallVector<const char *, 256>
withUsedOptions(llvm::ArrayRef<const char *> List);

} // namespace ompjit::driver

#endif // OMPJIT_CLANG_LIB_DRIVER_USEDOPTIONS_H
