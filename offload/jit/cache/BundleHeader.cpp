//===- BundleHeader.cpp - The header of a bundle --------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Cache/BundleHeader.h"

#include "ompjit/Support/Checksum.h"

#include <cstddef>
#include <cstring>

using namespace ompjit;
using namespace ompjit::cache;

static Digest128 headerDigest(const BundleHeader &Header) {
  static_assert(sizeof(Digest128) == sizeof(Header.HeaderDigest));
  return digestOf({reinterpret_cast<const char *>(&Header),
                   offsetof(BundleHeader, HeaderDigest)});
}

void cache::setDigest(BundleHeader &Header) {
  const Digest128 Digest = headerDigest(Header);
  std::memcpy(Header.HeaderDigest, Digest.data(), Digest.size());
}

bool cache::hasItsDigest(const BundleHeader &Header) {
  const Digest128 Digest = headerDigest(Header);
  return std::memcmp(Header.HeaderDigest, Digest.data(), Digest.size()) == 0;
}
