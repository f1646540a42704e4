//===- ompjit/Specialize/RegionClauses.h - What clauses read --------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_SPECIALIZE_REGIONCLAUSES_H
#define OMPJIT_SPECIALIZE_REGIONCLAUSES_H

#include "llvm/IR/Module.h"

namespace ompjit {

/// In a kernel that clang made SPMD all threads ask for themselves whether and
/// by how many a parallel region is run. What they read there the region may
/// write, and the device runtime takes them to have read nothing before it.
/// Here those that read wait for each other. For GPUs' modules, before the
/// device runtime is inlined. \returns whether something changed.
bool waitForClauses(llvm::Module &M);

} // namespace ompjit

#endif // OMPJIT_SPECIALIZE_REGIONCLAUSES_H
