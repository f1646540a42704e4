//===- Checksum.cpp - The checksum of a JIT package -----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The only file of the library that compiles xxHash in.
//
//===----------------------------------------------------------------------===//

#include "Checksum.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

uint64_t ompjit::package::checksum(ByteView Bytes) {
  return XXH3_64bits(Bytes.data(), Bytes.size());
}
