//===- RegionWrites.h - Writes of a region to shared data -----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_CLANG_PASSES_REGIONWRITES_H
#define OMPJIT_CLANG_PASSES_REGIONWRITES_H

#include "llvm/IR/Function.h"

namespace ompjit::passes {

enum class RegionWrites { None, Plain, Atomic };

/// Returns how threads of a region may write to the memory behind \p Parameter
/// of its body, not counting writes by a single thread at its end: the one with
/// the last iteration, and the one with the result of the region's own
/// reduction.
RegionWrites writesTo(llvm::Argument &Parameter);
/// The same for the memory behind the pointer to which \p Parameter leads.
RegionWrites writesThrough(llvm::Argument &Parameter);

/// Whether \p Body may order its threads: by running them one after the other,
/// or by making them wait for each other.
bool mayOrderThreads(llvm::Function &Body);

} // namespace ompjit::passes

#endif // OMPJIT_CLANG_PASSES_REGIONWRITES_H
