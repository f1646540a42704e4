//===- Cuts.h - Where one part ends and the next begins -------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Cuts a row of functions into parts that stay the same when a few functions
// change: counting from the start would move every boundary behind a change.
// Each piece of the row has a rank that is computed from its name, and a part
// begins where a piece outranks all others near it, so that a boundary depends
// on its surroundings only. Private to the device link.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_DEVICELINK_CUTS_H
#define OMPJIT_DEVICELINK_CUTS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>

namespace ompjit::devicelink {

struct Piece {
  uint64_t Rank;
  size_t Cost;
};

/// Returns the same rank on every machine, in every build, and after every edit
/// of a file that does not rename the function.
uint64_t rankOfName(llvm::StringRef Name);

/// Returns the indices, ascending, of the pieces with which the second and all
/// later parts begin. No part costs less than \p MinCost; if that leaves more
/// than \p MaxParts, the boundaries that are farthest from a piece of higher
/// rank stay.
llvm::SmallVector<unsigned> cutsOf(llvm::ArrayRef<Piece> Row, size_t MinCost,
                                   unsigned MaxParts);

} // namespace ompjit::devicelink

#endif // OMPJIT_DEVICELINK_CUTS_H
