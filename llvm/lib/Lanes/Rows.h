//===- Rows.h - Loops over rows of collapsed loops --------------*- C++ -*-===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `collapse(2)` makes one loop of two, which divides each number of an
// iteration to get both indices back:
//
//   for (K = First; K <= Last; ++K)
//     body(K / N, K % N);
//
// A thread's part of it is a piece of a row, whole rows, and a piece again. In
// a row the quotient is the same, and the remainder counts:
//
//   for (K = First; K <= Last; K += Room)
//     for (Row = K / N, J = K % N, Room = min(N - J, Last + 1 - K); ...; ++J)
//       body(Row, J);
//
// That saves the divisions, and what follows J in memory can be a vector. Where
// more follows Row, whole rows are executed side by side (RowNest.h).
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LANES_ROWS_H
#define OMPJIT_LANES_ROWS_H

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"

namespace ompjit::lanes {

/// Splits a loop of LLVM's canonical form, in which values are used outside
/// only by phis of its exit, by the first quotient that is the same in several
/// iterations one after the other. \p L is the inner loop afterwards; what is
/// known of the function has to be computed again. \returns whether there is
/// such a quotient. \p MayNest tells whether the body may have lanes.
bool splitRows(llvm::Loop &L, llvm::ScalarEvolution &Evolution,
               const llvm::DominatorTree &Dominators, bool MayNest);

} // namespace ompjit::lanes

#endif // OMPJIT_LANES_ROWS_H
