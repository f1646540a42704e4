//===- StubLibrary.h - A library with the symbols of one link -------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A link that uses three functions of the C library does not need the other
// three thousand, which lld would enter in its symbol table. So it gets a
// shared object that has the library's name and these three functions with
// their versions, and the image is the same as if it had been linked against
// the library itself.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_BACKEND_STUBLIBRARY_H
#define OMPJIT_BACKEND_STUBLIBRARY_H

#include "llvm/ADT/ArrayRef.h"

#include <string>

namespace ompjit {

struct StubSymbol {
  std::string Name;
  std::string Version; ///< Empty: none.
  unsigned char Type;  ///< STT_FUNC and its like.
};

/// Returns the bytes of a shared object for a machine (EM_X86_64 and its like),
/// which a linker can read but which cannot be loaded. Equal symbols in equal
/// order give equal bytes.
std::string stubLibrary(const std::string &SoName,
                        llvm::ArrayRef<StubSymbol> Symbols,
                        uint16_t ElfMachine);

} // namespace ompjit

#endif // OMPJIT_BACKEND_STUBLIBRARY_H
