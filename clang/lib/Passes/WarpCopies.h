//===- WarpCopies.h - What warps pass to the first one --------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_CLANG_PASSES_WARPCOPIES_H
#define OMPJIT_CLANG_PASSES_WARPCOPIES_H

#include "llvm/IR/Function.h"

namespace ompjit::passes {

/// Writes the function with which a reduction passes the variables of each
/// warp's first lane to as many lanes of the first warp as its second parameter
/// says. The first parameter is a list of the variables' addresses, \p Types
/// are those of the variables. All threads of the region call it, and wait for
/// each other twice for every 128 bytes.
void writeWarpCopy(llvm::Function &F, llvm::ArrayRef<llvm::Type *> Types);

} // namespace ompjit::passes

#endif // OMPJIT_CLANG_PASSES_WARPCOPIES_H
