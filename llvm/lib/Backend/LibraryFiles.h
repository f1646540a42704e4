//===- LibraryFiles.h - Where the system's libraries are ------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds a shared library by the name that images need it under. An image that
// is linked at run time is for this process, so that its own libraries count;
// one that is linked ahead of time is for the program of that link.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_BACKEND_LIBRARYFILES_H
#define OMPJIT_BACKEND_LIBRARYFILES_H

#include "LibrarySymbols.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace ompjit {

/// The library of that name: in \p Folders, if there are any, or among those
/// that the process has loaded; then in LD_LIBRARY_PATH and the system's
/// folders. Null if there is none that can be read. Stays for ever.
/// Thread-safe.
const LibrarySymbols *findLibrary(llvm::StringRef SoName,
                                  llvm::ArrayRef<std::string> Folders);

} // namespace ompjit

#endif // OMPJIT_BACKEND_LIBRARYFILES_H
