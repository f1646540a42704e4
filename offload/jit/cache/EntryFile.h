//===- EntryFile.h - Opening and reading the file of an entry -------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a file must be before its bytes are looked at, for the store and for
// inspection alike.
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

/// No image is that large; a larger one is not worth the memory to look.
constexpr uint64_t MaxEntryBytes = uint64_t(1) << 29;

/// Hit, and an open file of a size that an entry may have; or why not. \p Info
/// is that of the file wherever there is one.
LoadOutcome openEntry(FileSystem &, int Folder, const std::string &Name,
                      FileHandle &File, struct stat &Info);

/// Reads \p Size bytes. Hit, Truncated or IoError.
LoadOutcome readBytes(FileSystem &, int File, char *To, size_t Size,
                      uint64_t Offset = 0);

/// Whether all could be written; errno says why not.
bool writeBytes(FileSystem &, int File, ByteView Bytes, off_t Offset = 0);

} // namespace ompjit::cache

#endif // OMPJIT_CACHE_ENTRYFILE_H
