//===- DisjointParameters.h - The mark of disjoint arguments ----*- C++ -*-===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The marks of specializeDisjoint for the passes after it: see Disjoint.h.
// Private to the library.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_SPECIALIZE_DISJOINTPARAMETERS_H
#define OMPJIT_SPECIALIZE_DISJOINTPARAMETERS_H

#include "llvm/ADT/StringRef.h"

#include <cstdint>

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace ompjit {

/// The attribute of a marked parameter of a kernel.
constexpr llvm::StringLiteral DisjointAttribute = "ompjit-disjoint";

/// Returns a bit for each marked parameter, counted without the launch
/// environment.
uint64_t disjointParameters(const llvm::Function &Kernel);

/// Returns the kernel with marked parameters; null if there is none.
llvm::Function *kernelWithDisjoint(llvm::Module &M);

} // namespace ompjit

#endif // OMPJIT_SPECIALIZE_DISJOINTPARAMETERS_H
