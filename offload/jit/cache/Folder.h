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
// opened again only where the program has closed the descriptor.
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
/// folder itself must be no link, belong to the effective user, and be
/// writable by nobody else; set-uid and set-gid programs get none.
Result<FileHandle> openFolder(FileSystem &, const std::string &Path);

/// The same without making it.
Result<FileHandle> openExistingFolder(FileSystem &, const std::string &Path);

/// 16 digits for a name that nobody has.
std::string randomDigits(FileSystem &);

/// Gives what is there another name, AsidePrefix and digits: what is no file of
/// the cache is not for the cache to remove.
bool moveAside(FileSystem &, int Folder, const std::string &Name);

} // namespace ompjit::cache

#endif // OMPJIT_CACHE_FOLDER_H
