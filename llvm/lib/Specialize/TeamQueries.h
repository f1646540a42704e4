//===- TeamQueries.h - What code can tell about its teams -----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_SPECIALIZE_TEAMQUERIES_H
#define OMPJIT_SPECIALIZE_TEAMQUERIES_H

#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/Function.h"

namespace ompjit {

/// Whether the function of a teams construct, which calls libomp's functions
/// with the names that clang uses, does the same if the initial thread calls
/// it, outside of a league, and limits the threads of its parallel regions. It
/// and all code that it reaches must not ask for what differs: limits of
/// threads, whether a parallel region is active, the settings of nested
/// regions.
bool isSameWithoutLeague(const llvm::Function &TeamsTask,
                         const llvm::TargetLibraryInfo &Libraries);

} // namespace ompjit

#endif // OMPJIT_SPECIALIZE_TEAMQUERIES_H
