//===- Observations.h - Observations of values that were read -------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An optimiser moves reads before branches, and computes with their values
// before it is known whether the program needs them: a read is only speculative
// until its value is stored, branched on, passed on or used as an address.
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

/// A place where the value of a read is observed.
struct Observation {
  llvm::Instruction *Before;
  llvm::Value *If; ///< It is observed only if this is true; null means always.
  /// Whether there are ways to it without the read, on which \p If is false.
  bool IsBehindOthers = false;
};

/// The places of one function. Does not change its blocks, and may add
/// instructions that compute conditions.
class Observations {
public:
  explicit Observations(llvm::Function &F);

  /// Returns the places where a value that was read is first observed on each
  /// way from the read, or is kept over an instruction that may order accesses,
  /// which the read precedes in any case. The first place that is reached
  /// counts; the caller has to ignore later ones. Returns nothing if the value
  /// is observed in any case. For a vector, the places are those of \p Element.
  std::optional<llvm::SmallVector<Observation>>
  of(llvm::LoadInst &Read, std::optional<unsigned> Element);

private:
  llvm::DominatorTree Dominators;
  llvm::PostDominatorTree Ends;
  llvm::SmallVector<llvm::Instruction *> Ordering;
};

} // namespace ompjit::virtualgpu

#endif // OMPJIT_LLVM_VIRTUALGPU_OBSERVATIONS_H
