//===- Checksum.cpp - What tells that a file was changed ------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The only file of the library that compiles xxHash in.
//
//===----------------------------------------------------------------------===//

#include "ompjit/Recording.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace ompjit::recording {

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

uint64_t checksum(ByteView Bytes) {
  return XXH3_64bits(Bytes.data(), Bytes.size());
}

} // namespace ompjit::recording
