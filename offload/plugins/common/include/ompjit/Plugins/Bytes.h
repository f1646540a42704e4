//===- Bytes.h - Ranges in unchecked images -------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_COMMON_BYTES_H
#define OMPJIT_PLUGINS_COMMON_BYTES_H

#include <cstdint>

namespace ompjit::plugins {

/// Whether \p Length bytes from \p Offset are within \p Size bytes. Cannot
/// overflow.
constexpr bool isInside(uint64_t Offset, uint64_t Length, uint64_t Size) {
  return Offset <= Size && Length <= Size - Offset;
}

} // namespace ompjit::plugins

#endif // OMPJIT_PLUGINS_COMMON_BYTES_H
