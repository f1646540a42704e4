//===- Observations.h - Where what was read counts ------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An optimiser moves reads in front of branches, and computes with what they
// give before it is known whether the program wants it: a read is no more than
// a guess until its value is stored, branched on, passed on or used as an
// address.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LLVM_VIRTUALGPU_OBSERVATIONS_H
#define OMPJIT_LLVM_VIRTUALGPU_OBSERVATIONS_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"

#include <optional>

namespace ompjit::virtualgpu {

/// A place that only the value of a read makes one where the read counts.
struct Observation {
  llvm::Instruction *Before;
  llvm::Value *If; ///< Only where this holds; null: always.
  /// Whether there are ways to it without the read, on which \p If does not
  /// hold.
  bool IsBehindOthers = false;
};

/// The places of one function. Does not change its blocks, and may add
/// instructions that compute conditions.
class Observations {
public:
  explicit Observations(llvm::Function &F);

  /// Where a value that was read is first of use on each way from the read, or
  /// is kept over what may order accesses: the read was made in front of that
  /// in any case. The first that is met counts, others are to be passed over.
  /// Nothing if the value is used whatever happens. Of a vector, \p Element is
  /// asked for.
  std::optional<llvm::SmallVector<Observation>>
  of(llvm::LoadInst &Read, std::optional<unsigned> Element);

private:
  llvm::DominatorTree Dominators;
  llvm::PostDominatorTree Ends;
  llvm::SmallVector<llvm::Instruction *> Ordering;
};

} // namespace ompjit::virtualgpu

#endif // OMPJIT_LLVM_VIRTUALGPU_OBSERVATIONS_H
