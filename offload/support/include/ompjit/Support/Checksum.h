//===- Checksum.h - Finds changes of bytes --------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// xxHash's XXH3, which finds damage, not malice. The values are stored in
// files, so they must never change.
//
// Thread-safe, except for ChecksumStream.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_SUPPORT_CHECKSUM_H
#define OMPJIT_SUPPORT_CHECKSUM_H

#include "ompjit/Support/Bytes.h"

#include <array>
#include <cstdint>
#include <memory>

namespace ompjit {

/// XXH3-64.
uint64_t checksum(ByteView Bytes);

/// The checksum of bytes that come in pieces.
class ChecksumStream {
public:
  ChecksumStream();
  ~ChecksumStream();
  ChecksumStream(const ChecksumStream &) = delete;
  ChecksumStream &operator=(const ChecksumStream &) = delete;

  void add(ByteView Bytes);
  uint64_t value() const;

private:
  struct State;
  std::unique_ptr<State> S;
};

/// XXH3-128 in xxHash's canonical form.
using Digest128 = std::array<uint8_t, 16>;

/// Digest of \p Bytes followed by \p More. Allocates nothing.
Digest128 digestOf(ByteView Bytes, ByteView More = {});

inline ByteView asBytes(const Digest128 &D) {
  return {reinterpret_cast<const char *>(D.data()), D.size()};
}

} // namespace ompjit

#endif // OMPJIT_SUPPORT_CHECKSUM_H
