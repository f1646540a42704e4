//===- HugePages.cpp - Memory in huge pages -------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Support/HugePages.h"

#include <cstdint>
#include <new>
#include <sys/mman.h>

namespace ompjit {

namespace {

std::align_val_t alignmentOf(size_t Bytes) {
  constexpr size_t Line = 64;
  return std::align_val_t{Bytes >= HugePageBytes ? HugePageBytes : Line};
}

} // namespace

void preferHugePages(void *Memory, size_t Bytes) {
  const auto Begin = reinterpret_cast<uintptr_t>(Memory);
  const uintptr_t First = (Begin + HugePageBytes - 1) & -HugePageBytes;
  const uintptr_t Last = (Begin + Bytes) & -HugePageBytes;
  if (First < Last)
    (void)madvise(reinterpret_cast<void *>(First), Last - First, MADV_HUGEPAGE);
}

void *allocatePages(size_t Bytes) {
  void *Memory = ::operator new(Bytes, alignmentOf(Bytes));
  preferHugePages(Memory, Bytes);
  return Memory;
}

void freePages(void *Memory, size_t Bytes) {
  ::operator delete(Memory, alignmentOf(Bytes));
}

} // namespace ompjit
