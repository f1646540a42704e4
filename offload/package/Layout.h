//===- Layout.h - What readers and writers of packages agree on -----------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the reader and the writer must agree on beyond the structures of
// ompjit/Package.h. Private to the two.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PACKAGE_LAYOUT_H
#define OMPJIT_PACKAGE_LAYOUT_H

#include "ompjit/Package.h"

namespace ompjit::package {

/// Sections begin at multiples of this.
constexpr uint64_t SectionAlignment = 8;

/// Returns the part of a whole package that the checksum covers: everything
/// after it, so that a damaged digest is found, too. The fields before it are
/// checked one by one: magic and version are fixed, the number of rows
/// determines where the first section begins, and a wrong size changes what is
/// covered.
inline ByteView checksummedPart(ByteView Package) {
  return Package.substr(offsetof(Header, ContentDigest));
}

} // namespace ompjit::package

#endif // OMPJIT_PACKAGE_LAYOUT_H
