//===- ompjit/Remote/SealedEntry.h - Entries with a keyed digest ----------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a remote cache stores under a key. Anybody who can write there could
// make machines run code, so readers may require a digest that can only be made
// with their secret.
//
//   sealed = "OMPJITCR" version:u32 flags:u32 digest:32 bytes entry
//
// Flag 1 says that `digest` is a keyed BLAKE2b-256 of what precedes it and of
// the entry; otherwise it is zero. The key is BLAKE2b-512 of the secret. The
// entry (ompjit/Cache/Entry.h) has its own key and digests. Version history: 1,
// the first version.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_REMOTE_SEALEDENTRY_H
#define OMPJIT_REMOTE_SEALEDENTRY_H

#include "ompjit/Cache/Counters.h"
#include "ompjit/Cache/FileSystem.h"
#include "ompjit/Support/Bytes.h"
#include "ompjit/Support/Result.h"

#include <array>
#include <optional>
#include <string>

namespace ompjit::remote {

/// A secret that the machines of a site share and others do not know.
class Secret {
public:
  /// Reads a secret of at least 16 bytes from a file, without a newline at its
  /// end. The file must belong to the user or root, and nobody else may read
  /// it.
  static Result<Secret> read(const std::string &Path,
                             cache::FileSystem & = cache::FileSystem::system());
  explicit Secret(ByteView Content);

  const std::array<uint8_t, 64> &key() const { return Key; }

private:
  std::array<uint8_t, 64> Key;
};

std::string seal(ByteView Entry, const std::optional<Secret> &);

/// Returns Hit and the entry in \p Sealed, which must still be checked itself,
/// or NotAuthentic if there is a secret and the digest was not made with it.
cache::LoadOutcome unseal(ByteView Sealed, const std::optional<Secret> &,
                          ByteView &Entry);

} // namespace ompjit::remote

#endif // OMPJIT_REMOTE_SEALEDENTRY_H
