//===- Slopes.h - How places change along rows and columns ------*- C++ -*-===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which index of a collapsed loop is better for lanes. What follows each other
// in memory may do so in a row or, as in a transposition, from row to row.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LANES_SLOPES_H
#define OMPJIT_LANES_SLOPES_H

#include "Quotients.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"

namespace ompjit::lanes {

/// Whether several rows of a collapsed loop are better executed side by side:
/// if enough of what it reads and writes follows each other from row to row,
/// but not in a row, where each access would need another line of the cache.
/// That is an estimate, in which numbers never wrap.
bool areRowsBetter(const llvm::Loop &L, const Quotient &Rows,
                   llvm::ScalarEvolution &Evolution);

} // namespace ompjit::lanes

#endif // OMPJIT_LANES_SLOPES_H
