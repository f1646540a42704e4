//===- Accesses.h - Reports reads and writes to the virtual GPU -----------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LLVM_VIRTUALGPU_ACCESSES_H
#define OMPJIT_LLVM_VIRTUALGPU_ACCESSES_H

#include "Operations.h"
#include "Variables.h"

namespace ompjit::virtualgpu {

/// Adds a call before each access to memory and before instructions that order
/// accesses. Accesses to the function's own stack that cannot miss their
/// variable are left out. Reads are announced where their value is observed.
void announceAccesses(llvm::Function &F, Operations &Calls, Variables &Known);

} // namespace ompjit::virtualgpu

#endif // OMPJIT_LLVM_VIRTUALGPU_ACCESSES_H
