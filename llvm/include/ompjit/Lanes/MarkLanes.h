//===- ompjit/Lanes/MarkLanes.h - Loops that may have lanes ----*- C++ -*-===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LANES_MARKLANES_H
#define OMPJIT_LANES_MARKLANES_H

#include "llvm/IR/PassManager.h"

namespace ompjit {

/// Marks the loops whose iterations may share vectors: those of `distribute
/// parallel for` without a schedule that would give several iterations, one
/// after the other, to a thread that can know it. To be run on what clang made
/// of a region, before calls are inlined and queries about threads folded.
struct MarkLanesPass : llvm::PassInfoMixin<MarkLanesPass> {
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
};

} // namespace ompjit

#endif // OMPJIT_LANES_MARKLANES_H
