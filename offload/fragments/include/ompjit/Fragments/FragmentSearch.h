//===- ompjit/Fragments/FragmentSearch.h - Fragments inside of files ------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A program or library holds the fragments of generate_jit_lto_kernels() as
// arrays, of which nothing says where they begin and end. Several may lie side
// by side. Thread-safe.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_FRAGMENTS_FRAGMENTSEARCH_H
#define OMPJIT_FRAGMENTS_FRAGMENTSEARCH_H

#include "ompjit/Support/Bytes.h"

#include <string>

namespace ompjit::fragments {

/// Returns the fragment file in \p Bytes whose bitcode for one of its targets
/// is at \p Position. Only records of that kind of device are in it, and those
/// that define the same. Empty: no fragment is there.
std::string fragmentAround(ByteView Bytes, size_t Position);

} // namespace ompjit::fragments

#endif // OMPJIT_FRAGMENTS_FRAGMENTSEARCH_H
