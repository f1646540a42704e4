//===- Header.h - Bytes as a header for C and C++ -------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_TOOLS_FRAGMENT_HEADER_H
#define OMPJIT_TOOLS_FRAGMENT_HEADER_H

#include <string>
#include <string_view>

namespace ompjit::fragment {

/// Returns a header that defines `static const unsigned char <Array>[]` with \p
/// Bytes, aligned to 8 bytes. Its size is that of the bytes.
std::string asHeader(std::string_view Bytes, const std::string &Array);

} // namespace ompjit::fragment

#endif // OMPJIT_TOOLS_FRAGMENT_HEADER_H
