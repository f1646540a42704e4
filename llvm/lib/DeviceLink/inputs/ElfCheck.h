//===- ElfCheck.h - What LLVM trusts of an ELF object ---------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM's iterators over symbols end the process where the table is damaged.
// Private to the device link.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_DEVICELINK_ELFCHECK_H
#define OMPJIT_DEVICELINK_ELFCHECK_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace ompjit::devicelink {

/// Whether the symbols in \p Object, if it is one of 64 bits and little-endian,
/// can be iterated over.
llvm::Error checkSymbolTables(llvm::StringRef Object);

} // namespace ompjit::devicelink

#endif // OMPJIT_DEVICELINK_ELFCHECK_H
