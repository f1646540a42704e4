//===- ompjit/Cache/Entry.h - The format of a cache entry on disk ---------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One image is one entry, and one entry is one file. This header is the format:
// encodeEntry() lays an entry out, decodeEntry() checks every bit of one. They
// work on bytes in memory and know nothing of files; DiskStore does the rest.
//
// Grammar (integers little-endian; docs/cache-format.md tells it in words):
//
//   entry  = header fields payload
//   header = "OMPJITCE" version:u32 header-size:u32 fields-size:u64
//            payload-size:u64 key:32 bytes payload-digest:16 bytes
//            compile-ns:u64 header-digest:16 bytes
//   fields = the bytes whose digest is the key, see Key.h
//
// `payload-digest` is XXH3-128 of the payload, `header-digest` XXH3-128 of the
// header before it, continued over the fields. Both are stored in xxHash's
// canonical (big-endian) form. The file ends with the payload.
//
// The digests find damage. They do not stop anybody who can write the file;
// that is what the folder's owner and mode are for (Folder.h).
//
// Version history
//   1  first version
//
// A reader accepts its own version only. The version is also a field of the
// key, so that entries of several versions can share a folder.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_CACHE_ENTRY_H
#define OMPJIT_CACHE_ENTRY_H

#include "ompjit/Cache/Counters.h"
#include "ompjit/Cache/Key.h"
#include "ompjit/Support/Bytes.h"

#include <cstdint>
#include <string>

namespace ompjit::cache {

constexpr char EntryMagic[8] = {'O', 'M', 'P', 'J', 'I', 'T', 'C', 'E'};

struct EntryHeader {
  char Magic[8];
  uint32_t Version;
  uint32_t HeaderSize; ///< Bytes of this structure.
  uint64_t FieldsSize;
  uint64_t PayloadSize;
  uint8_t FullKey[32];
  uint8_t PayloadDigest[16];
  uint64_t CompileNs; ///< How long the image took to compile.
  uint8_t HeaderDigest[16];
};
static_assert(sizeof(EntryHeader) == 104);

/// Views into a checked entry.
struct EntryView {
  ByteView Fields;
  ByteView Payload;
  uint64_t CompileNs = 0;
};

/// \p K must be the key of \p CanonicalFields.
std::string encodeEntry(const Key &K, ByteView CanonicalFields,
                        ByteView Payload, uint64_t CompileNs);

/// Returns Hit and fills \p Out if the bytes are exactly an entry with that
/// key, otherwise returns what is wrong with them. Allocates nothing.
LoadOutcome decodeEntry(ByteView Bytes, const Key &Expected, EntryView &Out);

/// The same for an entry of \p FileBytes bytes of which only \p Start was read:
/// checks everything but the payload. Fills \p Out without its payload, and \p
/// PayloadBytes with the payload's size. Also returns Truncated if \p Start
/// ends before the fields do; \p Needed is then the size that would hold them.
LoadOutcome decodeStart(ByteView Start, uint64_t FileBytes, const Key &Expected,
                        EntryView &Out, uint64_t &PayloadBytes,
                        uint64_t &Needed);

} // namespace ompjit::cache

#endif // OMPJIT_CACHE_ENTRY_H
