//===- PtxNames.h - Names that are valid in PTX ---------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Formerly internal symbols that another module needs may have names with dots:
// thin LTO makes such names, and packages share what was internal. LLVM prints
// them into PTX as they are, and ptxas rejects them. Private to the device
// link.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_DEVICELINK_PTXNAMES_H
#define OMPJIT_DEVICELINK_PTXNAMES_H

#include "llvm/Pass.h"

namespace ompjit::devicelink {

/// Renames all symbols that other modules can see and whose names are not valid
/// in PTX, to the same name in every module. \returns whether there was one.
bool makeNamesPtx(llvm::Module &M);

/// The same as a pass.
llvm::ModulePass *createPtxNamesPass();

} // namespace ompjit::devicelink

#endif // OMPJIT_DEVICELINK_PTXNAMES_H
