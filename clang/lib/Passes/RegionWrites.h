//===- RegionWrites.h - What a region writes to what it shares --*- C++ -*-===//
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

/// How threads of a region may write to what \p Parameter of its body leads to,
/// but for one of them at its end: the thread that has the last iteration, and
/// the one that has the result of the region's own reduction.
RegionWrites writesTo(llvm::Argument &Parameter);
/// The same for what the pointer that \p Parameter leads to points to.
RegionWrites writesThrough(llvm::Argument &Parameter);

/// Whether threads of \p Body may come one after the other, or wait for each
/// other.
bool mayOrderThreads(llvm::Function &Body);

} // namespace ompjit::passes

#endif // OMPJIT_CLANG_PASSES_REGIONWRITES_H
