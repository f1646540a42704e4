//===- LargeFunctions.h - Bounds for passes over large functions *- C++ -*-===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM 22 unrolls and rotates each loop in time proportional to the outermost
// loop around it, whose analyses it forgets, and looks through a loop's blocks
// for each instruction that it may hoist; value numbering takes more than
// square time, too. A kernel is a loop around everything, so one with a
// thousand small loops compiled for minutes, nine tenths of them for this. Such
// loops stay as they are, and what is small in them is treated as usual. What
// code generation leaves out of large functions is in the back end.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_SPECIALIZE_LARGEFUNCTIONS_H
#define OMPJIT_SPECIALIZE_LARGEFUNCTIONS_H

namespace llvm {
class PassInstrumentationCallbacks;
} // namespace llvm

namespace ompjit {

/// Makes a pipeline leave loops and functions alone where they would take
/// superlinear time.
void boundLargeFunctions(llvm::PassInstrumentationCallbacks &Callbacks);

} // namespace ompjit

#endif // OMPJIT_SPECIALIZE_LARGEFUNCTIONS_H
