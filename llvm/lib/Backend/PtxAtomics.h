//===- PtxAtomics.h - Atomic operations without results -------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX has an instruction `red` for them, after which a thread does not wait.
// LLVM 22 writes `atom`; ptxas makes `red` of it where nothing uses the result,
// but not in code that is to be linked. Private to the library.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LIB_BACKEND_PTXATOMICS_H
#define OMPJIT_LIB_BACKEND_PTXATOMICS_H

#include "llvm/ADT/StringRef.h"

#include <string>

namespace ompjit {

/// Returns \p Ptx as LLVM wrote it, with `red` where it can be. Operations and
/// semantics are those of PTX ISA 9.0.
std::string dropAtomicResults(llvm::StringRef Ptx);

} // namespace ompjit

#endif // OMPJIT_LIB_BACKEND_PTXATOMICS_H
