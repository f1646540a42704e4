//===- SearchPrefetch.h - Both ways that a search may go --------*- C++ -*-===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a turn of a binary search reads decides where the next one reads, which
// waits for it. But there are only two places, and both are known before the
// read.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_SPECIALIZE_SEARCHPREFETCH_H
#define OMPJIT_SPECIALIZE_SEARCHPREFETCH_H

namespace llvm {
class Loop;
class ScalarEvolution;
} // namespace llvm

namespace ompjit {

/// Prefetches both places for reads of \p L, if it is a search in all of an
/// array: one block, whose turns cannot be counted. Returns whether it did.
bool prefetchSearch(llvm::Loop &L, llvm::ScalarEvolution &);

} // namespace ompjit

#endif // OMPJIT_SPECIALIZE_SEARCHPREFETCH_H
