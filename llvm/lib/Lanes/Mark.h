//===- Mark.h - The mark of independent iterations --------------*- C++ -*-===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LANES_MARK_H
#define OMPJIT_LANES_MARK_H

#include "llvm/Analysis/LoopInfo.h"

namespace ompjit::lanes {

bool isMarked(const llvm::Loop &L);
void unmark(llvm::Loop &L);

/// Marks the loop that the branch goes around in as one over rows of another
/// loop, in which lanes are worth it.
void markRows(llvm::BranchInst &Latch, const llvm::Loop &Of);
bool hasRows(const llvm::Loop &L);

} // namespace ompjit::lanes

#endif // OMPJIT_LANES_MARK_H
