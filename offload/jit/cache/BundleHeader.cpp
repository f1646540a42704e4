//===- BundleHeader.cpp - What a bundle begins with -----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Cache/BundleHeader.h"

#include <cstddef>
#include <cstring>

#define XXH_INLINE_ALL
#include <xxhash.h>

using namespace ompjit;
using namespace ompjit::cache;

static XXH128_canonical_t digestOf(const BundleHeader &Header) {
  XXH128_canonical_t Digest;
  static_assert(sizeof(Digest) == sizeof(Header.HeaderDigest));
  XXH128_canonicalFromHash(
      &Digest, XXH3_128bits(&Header, offsetof(BundleHeader, HeaderDigest)));
  return Digest;
}

void cache::setDigest(BundleHeader &Header) {
  const XXH128_canonical_t Digest = digestOf(Header);
  std::memcpy(Header.HeaderDigest, &Digest, sizeof(Digest));
}

bool cache::hasItsDigest(const BundleHeader &Header) {
  const XXH128_canonical_t Digest = digestOf(Header);
  return std::memcmp(Header.HeaderDigest, &Digest, sizeof(Digest)) == 0;
}
