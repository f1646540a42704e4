//===- BitcodeSymbols.h - Checks the symbol table of bitcode ----*- C++ -*-===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM takes what a bitcode file's symbol table says of its own parts for
// granted. Private to the device link.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_DEVICELINK_BITCODESYMBOLS_H
#define OMPJIT_DEVICELINK_BITCODESYMBOLS_H

#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBufferRef.h"

namespace ompjit::devicelink {

/// Fails if the table names symbols, strings or other parts that it does not
/// have. Succeeds where LLVM makes the table from the modules.
llvm::Error checkBitcodeSymbols(llvm::MemoryBufferRef Bitcode);

} // namespace ompjit::devicelink

#endif // OMPJIT_DEVICELINK_BITCODESYMBOLS_H
