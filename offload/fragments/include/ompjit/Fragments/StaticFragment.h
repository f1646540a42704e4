//===- ompjit/Fragments/StaticFragment.h - Linked-in fragments --*- C++ -*-===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where the bytes of fragments are that were linked into a library. Generated
// code for each fragment includes this header, so it includes next to nothing:
// <string_view> would take the host's compiler four times as long. C++17, for
// users of the library.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_FRAGMENTS_STATICFRAGMENT_H
#define OMPJIT_FRAGMENTS_STATICFRAGMENT_H

#include <cstddef>

namespace ompjit {

/// The fragment file that generate_jit_lto_kernels() has made for \p Tag, which
/// is a type that serves as a name. Generated code defines the two members. If
/// there is none for a tag, the library cannot be linked: `data` is undefined.
template <typename Tag> struct StaticFatbin {
  // The names are those that authors of fragments know.
  // NOLINTBEGIN(readability-identifier-naming)
  static const unsigned char *const data;
  static const std::size_t length; ///< In bytes.
  // NOLINTEND(readability-identifier-naming)
};

} // namespace ompjit

#endif // OMPJIT_FRAGMENTS_STATICFRAGMENT_H
