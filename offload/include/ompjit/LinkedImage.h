//===- ompjit/LinkedImage.h - What a vendor's linker makes of fragments ---===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The result of a link (ImageKind::Package) whose fragments are no bitcode: a
// native image with one kernel, and how that takes its parameters. There is no
// bitcode that could be specialised. No LLVM is needed to read it.
//
//   linked = "OJLK" version:u32 linker:blob count:u64
//            { offset:u32 size:u32 } image:blob
//
// Integers are little-endian; a blob is its length as u64 and its bytes.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LINKEDIMAGE_H
#define OMPJIT_LINKEDIMAGE_H

#include "ompjit/Support/Bytes.h"
#include "ompjit/Support/Result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ompjit {

/// The place of a parameter in the block that a launch passes.
struct PackedParameter {
  uint32_t Offset, Size; ///< In bytes.

  friend bool operator==(const PackedParameter &,
                         const PackedParameter &) = default;
};

struct LinkedImage {
  std::string_view Linker;                 ///< "nvJitLink 13.0".
  std::vector<PackedParameter> Parameters; ///< In the order of the signature.
  ByteView Bytes;                          ///< The native image.

  /// Whether the bytes claim to be a linked image.
  static bool hasMagic(ByteView);
  /// The views point into the given bytes. Takes untrusted bytes: parameters
  /// neither overlap nor lie beyond MaxParameterBytes.
  static Result<LinkedImage> decode(ByteView);
  std::string encode() const;
};

/// No GPU's kernel takes more.
constexpr uint32_t MaxParameterBytes = 64 << 10;

} // namespace ompjit

#endif // OMPJIT_LINKEDIMAGE_H
