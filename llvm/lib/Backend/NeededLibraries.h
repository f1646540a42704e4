//===- NeededLibraries.h - The libraries that device code of the host uses ===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An image finds functions that it does not define in the program and in the
// libraries that the image itself names as needed. Naming libraries matters if
// the program does not need them, such as a C program, say an interpreter, that
// opens a library written in C++ with target regions. So an image names libomp,
// the C++ library, libm and libgcc where the names of the missing functions say
// so. All are loaded already, by libomptarget or by the code that has the
// target region, and are found by name; no folders are searched that the
// program does not know. The vector functions of libmvec, which a compiler
// chooses (-fveclib=libmvec), are the exception.
//
// A symbol gets the version that the library defines, as in any link: without
// one it would be bound to the oldest version, which exists for old programs.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_BACKEND_NEEDEDLIBRARIES_H
#define OMPJIT_BACKEND_NEEDEDLIBRARIES_H

#include "StubLibrary.h"

#include "ompjit/Targets.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/MemoryBufferRef.h"

#include <map>
#include <string>
#include <vector>

namespace ompjit {

/// Maps the name of a library (DT_SONAME) to the symbols that the objects use
/// of it and do not define themselves, sorted. Objects that are not ELF are
/// ignored. A library that could not be found, in \p Folders or as
/// LibraryFiles.h says, has no symbols.
using NeededLibraries = std::map<std::string, std::vector<StubSymbol>>;
NeededLibraries neededLibraries(llvm::ArrayRef<llvm::MemoryBufferRef> Objects,
                                llvm::ArrayRef<std::string> Folders,
                                const TargetTraits &Host);

} // namespace ompjit

#endif // OMPJIT_BACKEND_NEEDEDLIBRARIES_H
