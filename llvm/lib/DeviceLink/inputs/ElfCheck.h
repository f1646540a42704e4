//===- ElfCheck.h - Checks ELF objects before LLVM reads them -------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM's iterators over symbols end the process if the table is damaged.
// Private to the device link.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_DEVICELINK_ELFCHECK_H
#define OMPJIT_DEVICELINK_ELFCHECK_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace ompjit::devicelink {

/// Fails if iterating over the symbols in \p Object would end the process.
/// Checks 64-bit little-endian objects only.
llvm::Error checkSymbolTables(llvm::StringRef Object);

} // namespace ompjit::devicelink

#endif // OMPJIT_DEVICELINK_ELFCHECK_H
