//===- Checksum.cpp - Finds changes of bytes ------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Support/Checksum.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

using namespace ompjit;

uint64_t ompjit::checksum(ByteView Bytes) {
  return XXH3_64bits(Bytes.data(), Bytes.size());
}

struct ChecksumStream::State {
  XXH3_state_t Hash;
};

ChecksumStream::ChecksumStream() : S(std::make_unique<State>()) {
  XXH3_64bits_reset(&S->Hash);
}

ChecksumStream::~ChecksumStream() = default;

void ChecksumStream::add(ByteView Bytes) {
  XXH3_64bits_update(&S->Hash, Bytes.data(), Bytes.size());
}

uint64_t ChecksumStream::value() const { return XXH3_64bits_digest(&S->Hash); }

static Digest128 canonical(XXH128_hash_t Hash) {
  XXH128_canonical_t Bytes;
  XXH128_canonicalFromHash(&Bytes, Hash);
  return std::to_array(Bytes.digest);
}

Digest128 ompjit::digestOf(ByteView Bytes, ByteView More) {
  if (More.empty())
    return canonical(XXH3_128bits(Bytes.data(), Bytes.size()));
  XXH3_state_t State;
  XXH3_128bits_reset(&State);
  XXH3_128bits_update(&State, Bytes.data(), Bytes.size());
  XXH3_128bits_update(&State, More.data(), More.size());
  return canonical(XXH3_128bits_digest(&State));
}
