//===- Library.cpp - Kernels that come and go -----------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernels.h"

extern "C" bool libraryAgrees(int Which, const uint64_t *Array, int Count,
                              int Factor, const soak::Fields &Of) {
  return soak::checkOf<100>(Which, std::make_integer_sequence<int, 5>())(
      Array, Count, Factor, Of);
}
