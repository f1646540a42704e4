//===- ompjit/Lanes/Lanes.h - Iterations in lanes --------------*- C++ -*-===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM vectorises innermost loops. The loop whose iterations OpenMP declares
// independent, that of `distribute parallel for`, is often an outer one: its
// body has a loop over all other particles, or one that iterates until a value
// diverges. These passes put each of several iterations of such a loop into a
// lane of vectors, whatever its body's control flow is, as GPUs do in hardware:
//
// - What is the same in all lanes stays scalar, a loop that all lanes leave at
//   the same time stays a loop, and addresses that follow each other become
//   one access.
// - Where lanes part, the blocks of all their ways are executed one after the
//   other, each under the mask of the lanes that would have come there. A loop
//   goes on as long as one lane wants to.
//
// Each lane computes what its iteration would have, by the same operations in
// the same order. Only the parts of a reduction are added in another one.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LANES_LANES_H
#define OMPJIT_LANES_LANES_H

#include "llvm/IR/PassManager.h"

namespace llvm {
class PassBuilder;
} // namespace llvm

namespace ompjit {

/// Of a function: -fopenmp-target-lanes=, "auto" or a number, or "off" for
/// -fno-openmp-target-lanes. It counts where LaneOptions leave the choice.
constexpr llvm::StringLiteral LanesAttribute = "ompjit-lanes";

/// The name of the pass in remarks.
constexpr char LanesRemarks[] = "ompjit-lanes";

struct LaneOptions {
  /// How many iterations share a vector; 0 leaves that to the pass, which also
  /// leaves loops alone that would gain nothing.
  unsigned Lanes = 0;
  /// Whether to leave loops alone that gain little if anything, too.
  bool OnlySure = false;
};

/// Vectorises the loops that MarkLanesPass has marked and that have loops in
/// them. For processors; to be run right before LLVM's vectorisers, on loops in
/// LLVM's canonical form.
class LanesPass : public llvm::PassInfoMixin<LanesPass> {
public:
  explicit LanesPass(LaneOptions Options = {}) : Options(Options) {}
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &Analyses);

private:
  const LaneOptions Options;
};

/// Makes a pipeline mark loops at its start, give them lanes right before
/// LLVM's vectorisers, which take those that are left over, and put in order
/// what came of it.
void addLanes(llvm::PassBuilder &Builder, LaneOptions Options);

} // namespace ompjit

#endif // OMPJIT_LANES_LANES_H
