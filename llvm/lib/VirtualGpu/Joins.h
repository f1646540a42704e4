//===- Joins.h - Places where diverged lanes meet again -------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lanes that share a program counter and part at a branch go one way after the
// other, and on together from the place that all ways from the branch lead to.
// Code relies on it: what one lane did in a branch, the others find done behind
// it, and nobody has a lock while others of the wave wait on another way.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LLVM_VIRTUALGPU_JOINS_H
#define OMPJIT_LLVM_VIRTUALGPU_JOINS_H

#include "Operations.h"

namespace ompjit::virtualgpu {

/// Gives a function one end, to which also leads what cannot be reached: or a
/// branch to a trap would part lanes for the rest of the function.
void unifyEnds(llvm::Function &F);

/// Lanes meet behind each branch on whose ways other lanes could notice them,
/// and where such ways begin or come together.
void insertMeetingsAtBranches(llvm::Function &F, Operations &Calls);

} // namespace ompjit::virtualgpu

#endif // OMPJIT_LLVM_VIRTUALGPU_JOINS_H
