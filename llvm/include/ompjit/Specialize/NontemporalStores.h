//===- ompjit/Specialize/NontemporalStores.h - Past the cache --*- C++ -*-===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A store to a line that is not in the cache reads the line first. A loop that
// writes more than the cache holds, and does not read what it writes, can write
// past the cache: a third less memory is moved for a copy, a quarter for the
// sum of two arrays. The pass gives vectorised loops such a version, which runs
// if the loop's iterations write enough to one array.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_SPECIALIZE_NONTEMPORALSTORES_H
#define OMPJIT_SPECIALIZE_NONTEMPORALSTORES_H

#include "llvm/IR/PassManager.h"

#include <cstdint>

namespace ompjit {

/// For x86, after vectorisation and unrolling. The stores of the other version
/// are ordered before everything after the loop, as ordinary ones are.
class NontemporalStoresPass
    : public llvm::PassInfoMixin<NontemporalStoresPass> {
public:
  /// \p Bytes are the fewest that the loop has to write to an array; not 0.
  explicit NontemporalStoresPass(uint64_t Bytes) : Bytes(Bytes) {}
  llvm::PreservedAnalyses run(llvm::Function &,
                              llvm::FunctionAnalysisManager &);

private:
  uint64_t Bytes;
};

} // namespace ompjit

#endif // OMPJIT_SPECIALIZE_NONTEMPORALSTORES_H
