//===- RowNest.h - Rows of a collapsed loop side by side --------*- C++ -*-===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whole rows of a collapsed loop as a loop over rows, whose iterations get the
// lanes, with one along them inside:
//
//   for (Row = 0; Row != Rows; ++Row)
//     for (Column = 0; Column != Length; ++Column)
//       body(First + Row, Column);
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LANES_ROWNEST_H
#define OMPJIT_LANES_ROWNEST_H

#include "Quotients.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"

namespace ompjit::lanes {

/// What the header's phis of a loop become larger by in each iteration: of
/// pointers in bytes.
using Steps = llvm::SmallDenseMap<llvm::PHINode *, int64_t>;

/// Returns the steps if rows of an innermost loop may be side by side:
/// iterations hand on nothing else, also not to what comes after the loop.
std::optional<Steps> stepsForRows(const llvm::Loop &L,
                                  llvm::ScalarEvolution &Evolution);

/// Where rows begin, and what is the same in all of them.
struct WholeRows {
  llvm::Value *First; ///< The quotient of the first one.
  llvm::Value *Count; ///< How many there are, of 64 bits; not 0.
  /// The header's phis in the first iteration, in their order.
  llvm::SmallVector<llvm::Value *> Starts;
};

struct RowNest {
  llvm::BasicBlock *Begin;
  llvm::BasicBlock *End; ///< Without a terminator.
};

/// Copies the body into a nest of loops for \p Rows of the length \p Of has.
/// The outer one is marked as to have lanes.
RowNest makeRowNest(llvm::Loop &L, const Quotient &Of, const WholeRows &Rows,
                    const Steps &By);

/// Returns what a value with the step has become \p Iterations later, a number
/// of 64 bits.
llvm::Value *advance(llvm::IRBuilderBase &Builder, llvm::Value *From,
                     int64_t Step, llvm::Value *Iterations);

} // namespace ompjit::lanes

#endif // OMPJIT_LANES_ROWNEST_H
