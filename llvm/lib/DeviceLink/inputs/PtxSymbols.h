//===- PtxSymbols.h - Symbols that PTX defines and needs ------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the linkage directives of PTX, for messages about symbols that ptxas
// and nvlink would miss. Private to the device link.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_DEVICELINK_PTXSYMBOLS_H
#define OMPJIT_DEVICELINK_PTXSYMBOLS_H

#include "ompjit/DeviceLink/SymbolNames.h"

namespace ompjit::devicelink {

/// Returns the names in \p Ptx, which must have one directive per line, as LLVM
/// writes it.
SymbolNames ptxSymbolNames(llvm::StringRef Ptx);

/// Whether every NVIDIA GPU provides the function, though no file defines it.
bool isNvidiaSystemCall(llvm::StringRef Name);

} // namespace ompjit::devicelink

#endif // OMPJIT_DEVICELINK_PTXSYMBOLS_H
