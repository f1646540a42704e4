//===- Updates.h - Atomic updates in lanes ----------------------*- C++ -*-===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Atomic updates of lanes are made one after the other, in the order of their
// iterations; those of a lane without an iteration change a variable that
// nobody reads. If all update the same variable and the order makes no
// difference, one update does the work of all.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LANES_UPDATES_H
#define OMPJIT_LANES_UPDATES_H

#include "Shapes.h"

#include "llvm/IR/Instructions.h"

namespace ompjit::lanes {

/// Whether one update can do the work of all lanes.
bool canShareUpdate(const llvm::AtomicRMWInst &I, const Shapes &Of);

} // namespace ompjit::lanes

#endif // OMPJIT_LANES_UPDATES_H
