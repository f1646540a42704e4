//===- StridedUpdates.h - Updates of sections with a step -------*- C++ -*-===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For a section with a step, `target update` passes a list of dimensions, and
// their number where other items have their size in bytes. If a count is a
// variable, clang 22 passes a size here, too. The list is made for the
// directive, so its type tells how many dimensions it has.
//
// A `nowait` directive copies its lists into a task, where this information is
// lost; the runtime refuses it.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_CLANG_TEAMVARIABLES_STRIDEDUPDATES_H
#define OMPJIT_CLANG_TEAMVARIABLES_STRIDEDUPDATES_H

namespace llvm {
class PassBuilder;
} // namespace llvm

namespace ompjit {

/// Corrects the numbers before a file's code is optimised.
void correctStridedUpdates(llvm::PassBuilder &);

} // namespace ompjit

#endif // OMPJIT_CLANG_TEAMVARIABLES_STRIDEDUPDATES_H
