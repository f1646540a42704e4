//===- SingleIterations.h - Loops of one thread, in turns -------*- C++ -*-===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For `distribute parallel for schedule(static, 1)` clang 22 emits one loop
// that goes from the thread's first iteration by the stride that the runtime
// gives, and does not look at the upper bound. Where the thread is the only
// one, libomp hands it all iterations as one chunk, and a stride of as many:
// all but the first would be left out.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_CLANG_TEAMVARIABLES_SINGLEITERATIONS_H
#define OMPJIT_CLANG_TEAMVARIABLES_SINGLEITERATIONS_H

namespace llvm {
class PassBuilder;
} // namespace llvm

namespace ompjit {

/// Has such a thread take one iteration after the other, in code for what is no
/// GPU.
void keepSingleIterations(llvm::PassBuilder &);

} // namespace ompjit

#endif // OMPJIT_CLANG_TEAMVARIABLES_SINGLEITERATIONS_H
