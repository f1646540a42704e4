//===- LibraryFiles.h - Where the system's libraries are ------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds a shared library by the name under which images need it. An image that
// is linked at run time is for this process, so the libraries of this process
// count. One that is linked ahead of time is for the program of that link.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_BACKEND_LIBRARYFILES_H
#define OMPJIT_BACKEND_LIBRARYFILES_H

#include "LibrarySymbols.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace ompjit {

/// Returns the library of that name. Searches \p Folders, or the libraries that
/// the process has loaded if there are no folders; then LD_LIBRARY_PATH and the
/// system's folders. Returns null if no such library can be read. The result is
/// never destroyed. Thread-safe.
const LibrarySymbols *findLibrary(llvm::StringRef SoName,
                                  llvm::ArrayRef<std::string> Folders,
                                  const TargetTraits &Host);

} // namespace ompjit

#endif // OMPJIT_BACKEND_LIBRARYFILES_H
