//===- Folder.h - Opening and checking the cache folder -------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The folder is opened once; afterwards everything is reached relative to its
// descriptor, so that it does not matter if its path is replaced later. It is
// opened again only if the program has closed the descriptor.
//
// Private to the cache library.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_CACHE_FOLDER_H
#define OMPJIT_CACHE_FOLDER_H

#include "ompjit/Cache/FileSystem.h"
#include "ompjit/Support/Result.h"

#include <string>

namespace ompjit::cache {

constexpr char AsidePrefix[] = "omp-jit.aside.";

/// Opens the folder, making it and its parents where they are missing. The
/// folder itself must not be a link, must belong to the effective user, and
/// must be writable by nobody else. Always fails in set-uid and set-gid
/// programs.
Result<FileHandle> openFolder(FileSystem &, const std::string &Path);

/// The same, but fails if the folder does not exist.
Result<FileHandle> openExistingFolder(FileSystem &, const std::string &Path);

/// Returns 16 random digits for a name that no other file has.
std::string randomDigits(FileSystem &);

/// Renames a file or folder to AsidePrefix and random digits: the cache does
/// not remove what it did not make.
bool moveAside(FileSystem &, int Folder, const std::string &Name);

} // namespace ompjit::cache

#endif // OMPJIT_CACHE_FOLDER_H
