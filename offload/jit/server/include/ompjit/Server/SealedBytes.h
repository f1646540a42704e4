//===- ompjit/Server/SealedBytes.h - Immutable bytes that processes share -===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A package is passed to a compile server as a file in memory, without a copy.
// Once it is sealed, nobody can change or shorten it: a reader needs no copy
// either, and cannot be made to read past its end (SIGBUS).
//
// Threads: an object may be used by one thread at a time.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_SERVER_SEALEDBYTES_H
#define OMPJIT_SERVER_SEALEDBYTES_H

#include "ompjit/Server/Descriptor.h"
#include "ompjit/Support/Bytes.h"
#include "ompjit/Support/Result.h"

namespace ompjit::server {

/// Makes a sealed file in memory with these bytes.
Result<Descriptor> sealBytes(ByteView);

/// Sealed bytes of another process, mapped for reading.
class SealedBytes {
public:
  /// Fails if the file was not made by sealBytes().
  static Result<SealedBytes> map(const Descriptor &);
  SealedBytes(SealedBytes &&Other) noexcept;
  SealedBytes &operator=(SealedBytes &&) = delete;
  ~SealedBytes();

  ByteView bytes() const { return Mapped; }

private:
  explicit SealedBytes(ByteView Mapped) : Mapped(Mapped) {}

  ByteView Mapped;
};

} // namespace ompjit::server

#endif // OMPJIT_SERVER_SEALEDBYTES_H
