//===- ompjit/Specialize/IndirectPrefetch.h - Reads ahead -------*- C++ -*-===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop that reads where an array says, as in Table[Index[I]], waits for each
// place in turn: no processor foresees it, and if an iteration computes much,
// the next one's read begins only when it ends. The pass computes the places of
// later iterations ahead and prefetches them, after S. Ainsworth and T. M.
// Jones, "Software Prefetching for Indirect Memory Accesses", CGO 2017.
//
// The arrays with places are really read ahead. That is done only for places
// that the loop reads in any case, and if nothing could change between the two
// reads what leads to them.
//
// A search prefetches both places where its next turn may read.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_SPECIALIZE_INDIRECTPREFETCH_H
#define OMPJIT_SPECIALIZE_INDIRECTPREFETCH_H

#include "llvm/IR/PassManager.h"

namespace ompjit {

/// For processors, after vectorisation and unrolling, whose loops it finds as
/// they will run.
class IndirectPrefetchPass : public llvm::PassInfoMixin<IndirectPrefetchPass> {
public:
  /// The last places of a chain are prefetched \p Distance iterations ahead,
  /// those that lead to them a multiple of that; 0: by what an iteration takes,
  /// and only where that is enough to pay.
  explicit IndirectPrefetchPass(unsigned Distance) : Distance(Distance) {}
  llvm::PreservedAnalyses run(llvm::Function &,
                              llvm::FunctionAnalysisManager &);

private:
  unsigned Distance;
};

} // namespace ompjit

#endif // OMPJIT_SPECIALIZE_INDIRECTPREFETCH_H
