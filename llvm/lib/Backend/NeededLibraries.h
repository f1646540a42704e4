//===- NeededLibraries.h - The libraries that device code of the host uses ===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An image finds the functions that it does not define in the program and in
// what the image itself names as needed. Naming libraries makes the difference
// where nothing of this is the program's: a C program, say an interpreter, that
// opens a library written in C++ with target regions. So an image names libomp,
// the C++ library, libm and libgcc where the names of the missing functions say
// so. All are loaded already, by libomptarget or by the code that has the
// target region, and are found by name; nothing is searched for in folders that
// the program does not know. The vector functions of libmvec, which a compiler
// chooses (-fveclib=libmvec), are the exception.
//
// A symbol gets the version that the library defines, as in any link: without
// one it would be bound to the oldest, which is there for old programs.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_BACKEND_NEEDEDLIBRARIES_H
#define OMPJIT_BACKEND_NEEDEDLIBRARIES_H

#include "StubLibrary.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/MemoryBufferRef.h"

#include <map>
#include <string>
#include <vector>

namespace ompjit {

/// By the name of a library (DT_SONAME), what the objects use of it and do not
/// define themselves, sorted. What is no ELF object counts for nothing. A
/// library that could not be found, in \p Folders or as LibraryFiles.h says, is
/// there without symbols.
using NeededLibraries = std::map<std::string, std::vector<StubSymbol>>;
NeededLibraries neededLibraries(llvm::ArrayRef<llvm::MemoryBufferRef> Objects,
                                llvm::ArrayRef<std::string> Folders);

} // namespace ompjit

#endif // OMPJIT_BACKEND_NEEDEDLIBRARIES_H
