//===- Reconverge.h - Loops in which lanes wait ---------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LLVM_VIRTUALGPU_RECONVERGE_H
#define OMPJIT_LLVM_VIRTUALGPU_RECONVERGE_H

#include "Operations.h"

namespace ompjit::virtualgpu {

/// Gives each loop one end of a turn. To be done first: later steps rank the
/// blocks of a function, and add none.
void simplifyLoops(llvm::Function &F);

/// Where it matters which lanes are in a place together, those of a warp meet
/// at the end of each turn of a loop: as the hardware does, nobody begins the
/// next turn before the others have ended theirs.
void insertMeetings(llvm::Function &F, Operations &Calls);

/// Loops that read what other lanes may write let these run now and then. A
/// fibre that only waited would wait for ever.
void insertTicks(llvm::Function &F, Operations &Calls);

} // namespace ompjit::virtualgpu

#endif // OMPJIT_LLVM_VIRTUALGPU_RECONVERGE_H
