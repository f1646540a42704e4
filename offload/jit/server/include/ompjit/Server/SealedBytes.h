//===- ompjit/Server/SealedBytes.h - Bytes that processes share ----------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A package is handed to a compile server as a file in memory, which is not
// copied on its way. Sealed, nobody can change or shorten it any more: a reader
// needs no copy either, and cannot be made to read past its end (SIGBUS).
//
// Threads: objects are used by one at a time.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_SERVER_SEALEDBYTES_H
#define OMPJIT_SERVER_SEALEDBYTES_H

#include "ompjit/Server/Descriptor.h"
#include "ompjit/Support/Bytes.h"
#include "ompjit/Support/Result.h"

namespace ompjit::server {

/// A sealed file in memory with these bytes.
Result<Descriptor> sealBytes(ByteView);

/// What somebody else has sealed, mapped for reading.
class SealedBytes {
public:
  /// An error where the file is none of sealBytes().
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
