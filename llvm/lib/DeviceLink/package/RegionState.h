//===- RegionState.h - What kernels of fragments cannot call --------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// On a GPU the OpenMP runtime keeps the state of a target region in the memory
// of its team, and sets it up when the region begins. In kernels of fragments
// nothing does that: what depends on it would be undefined, and the optimiser
// would leave it out without a word.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_DEVICELINK_REGIONSTATE_H
#define OMPJIT_DEVICELINK_REGIONSTATE_H

#include "llvm/Support/Error.h"

namespace llvm {
class Function;
} // namespace llvm

namespace ompjit::devicelink {

/// Fails if \p Entry, or what it calls, calls a function of the device runtime
/// that uses such state. The device runtime must be linked in, and variables
/// must be private already.
llvm::Error checkRegionState(const llvm::Function &Entry);

} // namespace ompjit::devicelink

#endif // OMPJIT_DEVICELINK_REGIONSTATE_H
