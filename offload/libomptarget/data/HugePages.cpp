//===- HugePages.cpp - Memory for tables of any size ----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HugePages.h"

#include <new>
#include <sys/mman.h>

namespace ompjit {

namespace {

std::align_val_t alignmentOf(size_t Bytes) {
  constexpr size_t Line = 64;
  return std::align_val_t{Bytes >= HugePageBytes ? HugePageBytes : Line};
}

} // namespace

void *allocatePages(size_t Bytes) {
  void *Memory = ::operator new(Bytes, alignmentOf(Bytes));
  if (Bytes >= HugePageBytes)
    (void)madvise(Memory, Bytes, MADV_HUGEPAGE);
  return Memory;
}

void freePages(void *Memory, size_t Bytes) {
  ::operator delete(Memory, alignmentOf(Bytes));
}

} // namespace ompjit
