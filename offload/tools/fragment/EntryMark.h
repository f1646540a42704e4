//===- EntryMark.h - Functions that are marked as entry points ------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_TOOLS_FRAGMENT_ENTRYMARK_H
#define OMPJIT_TOOLS_FRAGMENT_ENTRYMARK_H

#include <vector>

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace ompjit::fragment {

/// Returns the functions that OMPJIT_KERNEL marks, by an annotation.
std::vector<const llvm::Function *> markedEntries(const llvm::Module &M);

/// Removes all annotations, because they hold the names of source files: the
/// same source in another folder would be another fragment.
void dropAnnotations(llvm::Module &M);

} // namespace ompjit::fragment

#endif // OMPJIT_TOOLS_FRAGMENT_ENTRYMARK_H
