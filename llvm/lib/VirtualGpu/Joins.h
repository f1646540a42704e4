//===- Joins.h - Places where diverged lanes meet again -------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lanes that share a program counter and diverge at a branch run one way after
// the other, and continue together from the place to which all ways from the
// branch lead. Code relies on this: after the branch, the others see what one
// lane did in it, and no lane holds a lock while others of the wave wait on
// another way.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LLVM_VIRTUALGPU_JOINS_H
#define OMPJIT_LLVM_VIRTUALGPU_JOINS_H

#include "Operations.h"

namespace ompjit::virtualgpu {

/// Gives a function a single end, to which unreachable code leads, too:
/// otherwise a branch to a trap would separate lanes for the rest of the
/// function.
void unifyEnds(llvm::Function &F);

/// Makes lanes meet after each branch on whose ways other lanes could notice
/// them, and where such ways begin or join.
void insertMeetingsAtBranches(llvm::Function &F, Operations &Calls);

} // namespace ompjit::virtualgpu

#endif // OMPJIT_LLVM_VIRTUALGPU_JOINS_H
