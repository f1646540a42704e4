//===- EntryFile.h - Opening and reading the file of an entry -------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checks a file before its bytes are read, for the store and for inspection
// alike.
//
// Private to the cache library.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_CACHE_ENTRYFILE_H
#define OMPJIT_CACHE_ENTRYFILE_H

#include "ompjit/Cache/Counters.h"
#include "ompjit/Cache/FileSystem.h"
#include "ompjit/Support/Bytes.h"

#include <string>

namespace ompjit::cache {

/// No image is that large; a larger file is not worth the memory to read it.
constexpr uint64_t MaxEntryBytes = uint64_t(1) << 29;

/// Opens the file of an entry. Returns Hit if it may be one by owner, mode,
/// kind and size, otherwise the reason. \p Info is set if there is a file.
LoadOutcome openEntry(FileSystem &, int Folder, const std::string &Name,
                      FileHandle &File, struct stat &Info);

/// Reads \p Size bytes. Returns Hit, Truncated or IoError.
LoadOutcome readBytes(FileSystem &, int File, char *To, size_t Size,
                      uint64_t Offset = 0);

/// Returns whether all bytes were written; errno says why not.
bool writeBytes(FileSystem &, int File, ByteView Bytes, off_t Offset = 0);

} // namespace ompjit::cache

#endif // OMPJIT_CACHE_ENTRYFILE_H
