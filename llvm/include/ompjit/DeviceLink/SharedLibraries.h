//===- SharedLibraries.h - Symbols of libraries ---------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The image of a host target is opened inside the program, so it may use
// everything that the program's shared libraries define. Used by the linker
// wrapper for the symbols that an image lacks.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_DEVICELINK_SHAREDLIBRARIES_H
#define OMPJIT_DEVICELINK_SHAREDLIBRARIES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringSet.h"

#include <string>

namespace ompjit::devicelink {

struct LibrarySearch {
  llvm::ArrayRef<std::string> Libraries; ///< Paths of the link's libraries.
  llvm::ArrayRef<std::string> SoNames;   ///< Further libraries, loaded if they
                                         ///< exist.
  llvm::ArrayRef<std::string> Folders;   ///< Searched before the system's.
  llvm::StringRef Triple;                ///< Of the program.
};

/// Removes from \p Names what the libraries, or libraries that they need,
/// define. The latter are searched for as the dynamic linker does. Stops as
/// soon as no name is left.
///
/// \returns whether all libraries could be read; if not, remaining names may be
/// defined all the same.
bool removeDefinedNames(const LibrarySearch &Wanted, llvm::StringSet<> &Names);

} // namespace ompjit::devicelink

#endif // OMPJIT_DEVICELINK_SHAREDLIBRARIES_H
