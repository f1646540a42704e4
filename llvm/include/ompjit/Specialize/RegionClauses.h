//===- ompjit/Specialize/RegionClauses.h - Variables of clauses -----------===//
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

/// In a kernel that clang made SPMD, each thread evaluates for itself whether
/// and by how many threads a parallel region is run. The region may write the
/// variables that the threads read for this, and the device runtime assumes
/// that they read nothing before the region. This makes threads that read such
/// variables wait for each other. To be called for GPUs' modules, before the
/// device runtime is inlined. \returns whether something changed.
bool waitForClauses(llvm::Module &M);

} // namespace ompjit

#endif // OMPJIT_SPECIALIZE_REGIONCLAUSES_H
