//===- ompjit/Specialize/Annotations.h - Functions with an annotation -----===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// clang writes what `__attribute__((annotate("text")))` says about definitions
// and about declarations that are used into a list of the module.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_SPECIALIZE_ANNOTATIONS_H
#define OMPJIT_SPECIALIZE_ANNOTATIONS_H

#include "llvm/ADT/StringRef.h"

#include <vector>

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace ompjit {

/// Marks an entry point of a fragment (ompjit/Fragments/Kernel.h).
constexpr llvm::StringLiteral EntryPointMark = "ompjit_kernel";
/// Marks a function that is bound at run time (ompjit/LateBound.h).
constexpr llvm::StringLiteral LateBoundMark = "ompjit_late_bound";

std::vector<llvm::Function *> functionsWith(llvm::StringRef Mark,
                                            const llvm::Module &M);

/// Removes all annotations, because they hold the names of source files: the
/// same source in another folder would be other code.
void dropAnnotations(llvm::Module &M);

/// Removes texts of annotations that are gone.
void dropUnusedTexts(llvm::Module &M);

} // namespace ompjit

#endif // OMPJIT_SPECIALIZE_ANNOTATIONS_H
