//===- KeepDivisions.h - Divisions as the optimiser left them -------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `collapse` numbers the iterations of all its loops, and divides the number to
// find those of each. Where that fits 32 bits the optimiser divides 32 bits
// once. When code is generated, LLVM's loop strength reduction takes the
// quotient apart again: it forms addresses from the loop's counter, which has
// 64 bits, and divides that several times.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_SPECIALIZE_KEEPDIVISIONS_H
#define OMPJIT_SPECIALIZE_KEEPDIVISIONS_H

#include "llvm/IR/PassManager.h"

namespace ompjit {

/// Hides from passes that follow how results of divisions of 32 bits in loops
/// came about. Nothing else about code changes. To be run on GPUs' code, last.
struct KeepDivisionsPass : llvm::PassInfoMixin<KeepDivisionsPass> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &);
};

} // namespace ompjit

#endif // OMPJIT_SPECIALIZE_KEEPDIVISIONS_H
