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

/// Gives each loop a single latch. This has to be done first, because later
/// steps rank the blocks of a function, and add none.
void simplifyLoops(llvm::Function &F);

/// If it matters which lanes are in a place together, the lanes of a warp meet
/// at the end of each turn of a loop: as on hardware, no lane begins the next
/// turn before the others have ended theirs.
void insertMeetings(llvm::Function &F, Operations &Calls);

/// Makes loops that read values which other lanes may write let these run from
/// time to time. A fibre that only waited would wait for ever.
void insertTicks(llvm::Function &F, Operations &Calls);

} // namespace ompjit::virtualgpu

#endif // OMPJIT_LLVM_VIRTUALGPU_RECONVERGE_H
