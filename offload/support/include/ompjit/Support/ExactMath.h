//===- ompjit/Support/ExactMath.h - Functions that round alike --*- C++ -*-===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiled code may compute mathematical functions by itself, for several
// values at once, if nobody can tell the results from those of the process's
// mathematical library. The method of glibc is known; whether this process has
// it, for its version, its processor and its settings, is found out by calls
// with arguments whose results differ where anything is done otherwise.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_SUPPORT_EXACTMATH_H
#define OMPJIT_SUPPORT_EXACTMATH_H

#include <cstdint>

namespace ompjit {

/// Functions of which the method is known, as bits of a set.
enum ExactFunction : uint32_t { ExactExp = 1, ExactExpf = 2, ExactExp2f = 4 };
constexpr uint32_t AllExactFunctions = ExactExp | ExactExpf | ExactExp2f;

/// Returns the set of those that the process computes by the known method. The
/// first call takes some microseconds. Thread-safe; leaves errno and the
/// floating-point flags alone. No function counts while the calling thread
/// rounds otherwise than to the nearest number.
uint32_t exactFunctions();

} // namespace ompjit

#endif // OMPJIT_SUPPORT_EXACTMATH_H
