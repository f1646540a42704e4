//===- ReductionRecords.h - A record for each team ------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The teams of a kernel on a GPU reduce their values in a buffer. Where there
// are more teams than records in it, the others wait for the first ones. Clang
// provides 1024 records, which are fewer than teams run at a time on a large
// GPU.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_SPECIALIZE_REDUCTIONRECORDS_H
#define OMPJIT_SPECIALIZE_REDUCTIONRECORDS_H

#include "llvm/IR/Module.h"
#include "llvm/IR/PassManager.h"

namespace ompjit {

/// Raises clang's number of records to 4096, in kernels' environments and in
/// calls of the reduction. Keeps any other number, which the program asked for.
/// To be called for GPUs' modules before the device runtime is inlined.
/// Thread-safe for different contexts.
/// \returns whether something changed.
bool addReductionRecords(llvm::Module &M);

struct ReductionRecordsPass : llvm::PassInfoMixin<ReductionRecordsPass> {
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &) {
    return addReductionRecords(M) ? llvm::PreservedAnalyses::none()
                                  : llvm::PreservedAnalyses::all();
  }
  static bool isRequired() { return true; }
};

} // namespace ompjit

#endif // OMPJIT_SPECIALIZE_REDUCTIONRECORDS_H
