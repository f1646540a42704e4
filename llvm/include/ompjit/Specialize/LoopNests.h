//===- LoopNests.h - Kernels whose iterations have loops --------*- C++ -*-===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How long an iteration takes can be guessed from the size of the code only if
// all of it runs once.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_SPECIALIZE_LOOPNESTS_H
#define OMPJIT_SPECIALIZE_LOOPNESTS_H

namespace llvm {
class Function;
} // namespace llvm

namespace ompjit {

/// Returns whether \p Kernel, or a function that it reaches, has a loop in a
/// loop: itself, by a function that it calls in the loop, or perhaps, as it
/// calls one through its address there. A function that calls itself counts as
/// a loop. What the OpenMP runtime calls back is
/// not in the loop around that; functions that are not in the module have none.
bool hasLoopNests(const llvm::Function &Kernel);

} // namespace ompjit

#endif // OMPJIT_SPECIALIZE_LOOPNESTS_H
