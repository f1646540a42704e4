//===- Integers.cpp - The integer functions of <stdlib.h> -----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Platform.h"

// Programs for simulated GPUs use the host's functions.
#if defined(__NVPTX__) || defined(__AMDGPU__)

namespace {
template <typename T> struct Division {
  T Quotient, Remainder;
};
} // namespace

#define OMPJIT_INTEGER(Type, Abs, Div)                                         \
  OMPJIT_ENTRY Type Abs(Type X) { return X < 0 ? -X : X; }                     \
  OMPJIT_ENTRY Division<Type> Div(Type X, Type Y) { return {X / Y, X % Y}; }
#pragma clang diagnostic ignored "-Wreturn-type-c-linkage"
#pragma clang diagnostic ignored "-Wincompatible-library-redeclaration"
OMPJIT_INTEGER(int, abs, div)
OMPJIT_INTEGER(long, labs, ldiv)
OMPJIT_INTEGER(long long, llabs, lldiv)

#endif
