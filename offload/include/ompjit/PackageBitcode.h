//===- ompjit/PackageBitcode.h - Packs and unpacks bitcode ----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The bitcode in a package is compressed where that pays. Only compilers need
// it, so this is a library of its own: the runtime, which reads everything else
// in a package, carries no decompressor.
//
// Thread-safe: there is no state.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PACKAGEBITCODE_H
#define OMPJIT_PACKAGEBITCODE_H

#include "ompjit/PackageWriter.h"

#include <memory>

namespace ompjit {

/// The bitcode of one part: a view into the package, or an unpacked copy that
/// the object owns.
class PartBitcode {
public:
  explicit PartBitcode(ByteView Bytes) : Bytes(Bytes) {}
  PartBitcode(std::unique_ptr<char[]> Owned, size_t Size)
      : Owned(std::move(Owned)), Bytes(this->Owned.get(), Size) {}

  ByteView bytes() const { return Bytes; }

private:
  std::unique_ptr<char[]> Owned;
  ByteView Bytes;
};

/// The error names the part and says what is wrong with its bytes.
Result<PartBitcode> readPart(const PackageView &, uint32_t Part);

/// Equal bitcode gives equal bytes.
PackageContents::Part packPart(std::string Bitcode);

} // namespace ompjit

#endif // OMPJIT_PACKAGEBITCODE_H
