//===- ompjit/Support/HugePages.h - Memory in huge pages ------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Random accesses to what is in ordinary pages miss the TLB: a look-up among
// 100,000 mappings took 80 ns instead of 15, a cross-section look-up in 240 MB
// a fifth longer. Thread-safe.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_SUPPORT_HUGEPAGES_H
#define OMPJIT_SUPPORT_HUGEPAGES_H

#include <cstddef>

namespace ompjit {

constexpr size_t HugePageBytes = size_t(2) << 20;

/// Asks for huge pages for those that the block holds as a whole. They are what
/// the system's policy allows, so that a refusal is no failure.
void preferHugePages(void *Memory, size_t Bytes);

/// Returns memory that is aligned to a line of the cache, or, if it is large
/// enough, to a huge page. Throws std::bad_alloc.
void *allocatePages(size_t Bytes);
void freePages(void *Memory, size_t Bytes);

} // namespace ompjit

#endif // OMPJIT_SUPPORT_HUGEPAGES_H
