//===- Calloc.cpp - Memory of zeros, from either heap ---------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Platform.h"

#include <stddef.h>

extern "C" void *malloc(size_t Bytes);

OMPJIT_ENTRY void *OMPJIT_LIBC(calloc)(size_t Count, size_t Bytes) {
  size_t Total;
  if (__builtin_mul_overflow(Count, Bytes, &Total))
    return nullptr;
  void *Place = malloc(Total);
  if (Place)
    __builtin_memset(Place, 0, Total);
  return Place;
}
