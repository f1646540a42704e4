//===- Debug.cpp - Debugging of the runtime -------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <stdint.h>

/// The default for programs whose compiler does not define it, because it was
/// told to link no library.
extern "C" [[gnu::weak]] uint32_t __omp_rtl_debug_kind = 0;
