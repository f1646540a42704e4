//===- Candidate.h - Loops that can have lanes ------------------*- C++ -*-===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LANES_CANDIDATE_H
#define OMPJIT_LANES_CANDIDATE_H

#include "Shapes.h"

namespace llvm {
class TargetLibraryInfo;
} // namespace llvm

namespace ompjit::lanes {

/// Finds out what the header's phis are. Returns the reason why the loop cannot
/// have lanes whatever its values look like, or null.
const char *examine(llvm::Loop &L, llvm::ScalarEvolution &Evolution,
                    const llvm::TargetLibraryInfo &Libraries, const Locals &Own,
                    Shapes::HeaderPhis &Phis);

/// Lets the parts of reductions with fractions be added in any order, for
/// LLVM's vectorisers. \returns whether there are such.
bool relaxReductions(llvm::Loop &L);

/// Adds \p V to \p Start in the way of a reduction, \p V being a vector; or
/// makes the vector to begin with.
llvm::Value *joinLanes(llvm::IRBuilderBase &Builder, const HeaderPhi &Role,
                       llvm::Value *V);
llvm::Value *firstLanes(llvm::IRBuilderBase &Builder, const HeaderPhi &Role,
                        llvm::Value *Start, unsigned Lanes);

} // namespace ompjit::lanes

#endif // OMPJIT_LANES_CANDIDATE_H
