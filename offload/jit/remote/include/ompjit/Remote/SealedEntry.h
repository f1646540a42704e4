//===- ompjit/Remote/SealedEntry.h - An entry on its way --------*- C++ -*-===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a remote cache has under a key. Whoever can write there could have
// machines run code, so readers may require a digest that nobody can make who
// does not have their secret.
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

/// What the machines of a site have in common and others do not know.
class Secret {
public:
  /// Of a file's content, without a newline at its end: at least 16 bytes. The
  /// file must be the user's or root's, and nobody else may read it.
  static Result<Secret> read(const std::string &Path,
                             cache::FileSystem & = cache::FileSystem::system());
  explicit Secret(ByteView Content);

  const std::array<uint8_t, 64> &key() const { return Key; }

private:
  std::array<uint8_t, 64> Key;
};

std::string seal(ByteView Entry, const std::optional<Secret> &);

/// Hit, and the entry in \p Sealed, whose own checks are still to be made;
/// NotAuthentic where there is a secret and the digest is not made with it.
cache::LoadOutcome unseal(ByteView Sealed, const std::optional<Secret> &,
                          ByteView &Entry);

} // namespace ompjit::remote

#endif // OMPJIT_REMOTE_SEALEDENTRY_H
