//===- SingleIterations.h - Loops of a single thread ----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For `distribute parallel for schedule(static, 1)` clang 22 emits one loop
// from the thread's first iteration in steps of the runtime's stride, which
// ignores the upper bound. If there is a single thread, libomp gives it all
// iterations as one chunk, with their number as the stride: all iterations
// except the first would be skipped.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_CLANG_TEAMVARIABLES_SINGLEITERATIONS_H
#define OMPJIT_CLANG_TEAMVARIABLES_SINGLEITERATIONS_H

namespace llvm {
class PassBuilder;
} // namespace llvm

namespace ompjit {

/// Makes such a thread run all iterations, in code for devices other than GPUs.
void keepSingleIterations(llvm::PassBuilder &);

} // namespace ompjit

#endif // OMPJIT_CLANG_TEAMVARIABLES_SINGLEITERATIONS_H
