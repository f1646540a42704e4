//===- UsedOptions.h - What the device link reads -------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where a program is compiled and linked at once, the packaged driver warns
// that options are unused that the device link reads, which with -Werror ends
// the compilation. Used by Arguments.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_CLANG_LIB_DRIVER_USEDOPTIONS_H
#define OMPJIT_CLANG_LIB_DRIVER_USEDOPTIONS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

namespace ompjit::driver {

/// \p List, program name first, with no warning of those options if it links a
/// program with offloaded OpenMP code.
llvm::SmallVector<const char *, 256>
withUsedOptions(llvm::ArrayRef<const char *> List);

} // namespace ompjit::driver

#endif // OMPJIT_CLANG_LIB_DRIVER_USEDOPTIONS_H
